// The editor of descriptions: CodeMirror, with no more of it than the page uses. What is colored and marked comes from the
// module: there is no second grammar here.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";

/** Marks a change that the page makes, not a person. */
const fromPage = Annotation.define();
const setParts = StateEffect.define();

const COLORS = Object.fromEntries(["c", "k", "n", "t"].map((kind) => [kind, Decoration.mark({ class: kind })]));

/** The colored parts. They move with the text until the module has answered. */
const parts = StateField.define({
  create: () => Decoration.none,
  update(before, transaction) {
    const moved = before.map(transaction.changes);
    return transaction.effects.reduce((now, effect) => (effect.is(setParts) ? effect.value : now), moved);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--card)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { font: ".9rem/1.55 var(--mono)", overflow: "auto" },
  ".cm-content": { padding: ".9rem 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 1rem 0 .6rem" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--muted)", border: "0", paddingLeft: ".4rem" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "1.6rem" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--soft)", outline: "1px solid var(--line)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad) 1px", textUnderlineOffset: ".25em" },
  ".cm-lintRange-info": { textDecoration: "underline dotted var(--muted) 1px", textUnderlineOffset: ".25em" },
  ".cm-lintRange-active": { backgroundColor: "var(--soft)" },
  ".cm-lintPoint:after": { borderBottomColor: "var(--bad)" },
  ".cm-specialChar": { color: "var(--bad)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", maxWidth: "min(30rem, 80vw)", overflow: "hidden" },
  ".cm-diagnostic": { padding: ".4rem .7rem", fontFamily: "var(--sans)", fontSize: ".88rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--muted)" },
});

/**
 * Puts an editor in place of what `place` holds. `attributes` are those of the element that is typed in; `changed` is called
 * with the text when a person has changed it.
 */
export function openEditor(place, { text, attributes, changed }) {
  const view = new EditorView({
    doc: text,
    extensions: [
      lineNumbers(),
      highlightSpecialChars(),
      history(),
      bracketMatching(),
      indentUnit.of("    "),
      EditorState.languageData.of(() => [{ commentTokens: { line: "//", block: { open: "/*", close: "*/" } } }]),
      parts,
      theme,
      EditorView.contentAttributes.of(attributes),
      // Escape and then Tab leaves the editor: CodeMirror passes over Tab for two seconds after Escape.
      keymap.of([{ key: "F8", run: nextDiagnostic, shift: previousDiagnostic }, indentWithTab, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        const isOwn = update.transactions.some((transaction) => transaction.annotation(fromPage));
        if (update.docChanged && !isOwn) changed(update.state.doc.toString());
      }),
    ],
  });
  place.replaceChildren(view.dom);

  return {
    /** Replaces all of the text, from the beginning on. It can be undone. */
    write(all) {
      if (all === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: all }, selection: { anchor: 0 }, annotations: fromPage.of(true), effects: EditorView.scrollIntoView(0) });
    },

    /** Colors the parts, which are starts, ends and kinds in turn, and marks the places of faults. */
    mark(list, labels) {
      const within = (at) => Math.min(at, view.state.doc.length);
      const ranges = [];
      for (let index = 0; index < list.length; index += 3) {
        const [start, end, kind] = [within(list[index]), within(list[index + 1]), list[index + 2]];
        if (start < end && kind in COLORS) ranges.push(COLORS[kind].range(start, end));
      }
      const faults = labels.map(({ start, end, primary, text: message }) => ({
        from: within(start), to: within(Math.max(end, start)), severity: primary ? "error" : "info", message,
      }));
      view.dispatch({ effects: setParts.of(Decoration.set(ranges)) });
      view.dispatch(setDiagnostics(view.state, faults));
    },

    /** Selects a part, and shows it. */
    select(start, end) {
      view.focus();
      view.dispatch({ selection: { anchor: start, head: Math.min(end, view.state.doc.length) }, scrollIntoView: true });
    },
  };
}
