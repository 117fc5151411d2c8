// Chooses the view by the address, and the theme.
"use strict";

const views = { format: formatView, values: valuesView, text: textView, file: fileView };

function route() {
  const all = state.read();
  const name = all.get("view") in views ? all.get("view") : "format";
  for (const key of Object.keys(views)) $(`view-${key}`).hidden = key !== name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  views[name].open(all);
}

const THEMES = { auto: ["◐", "as the system"], light: ["☀", "light"], dark: ["☾", "dark"] };

function setTheme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  $("theme").textContent = THEMES[name][0];
  $("theme").setAttribute("aria-label", `Theme: ${THEMES[name][1]}`);
  $("theme").dataset.theme = name;
  try {
    localStorage.setItem("theme", name);
  } catch {
    // A page of a file may have no storage.
  }
}

let kept = "auto";
try {
  kept = localStorage.getItem("theme") ?? "auto";
} catch {
  // As above.
}
setTheme(kept in THEMES ? kept : "auto");
$("theme").addEventListener("click", () => {
  const names = Object.keys(THEMES);
  setTheme(names[(names.indexOf($("theme").dataset.theme) + 1) % names.length]);
});
for (const view of Object.values(views)) view.start();
addEventListener("hashchange", route);
route();
addEventListener("keydown", (event) => {
  const { activeElement: active } = document;
  const types = active?.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(active?.tagName ?? "");
  if (event.key === "/" && !types && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    location.hash = "#view=format";
    $("search").focus();
  }
});
