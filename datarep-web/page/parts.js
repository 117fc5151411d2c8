// Small things that all views use.
"use strict";

const $ = (id) => document.getElementById(id);

/** An element with attributes and children. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Rows of a description list. */
function pairs(list, rows) {
  list.replaceChildren(...rows.flatMap(([title, text]) => [make("dt", {}, title), make("dd", long(text) ? { tabindex: 0 } : {}, text)]));
}

function long(text) {
  return typeof text === "string" && text.length > 400;
}

function showFault(place, answer) {
  place.hidden = !answer?.fault;
  place.replaceChildren();
  if (answer?.fault) {
    place.append(answer.fault);
    for (const help of answer.help ?? []) place.append(make("small", {}, help));
  }
}

/** The state that the address has. */
const state = {
  read() {
    return new URLSearchParams(location.hash.slice(1));
  },
  /** Changes the address without a new entry of the history. */
  set(changes) {
    const all = state.read();
    for (const [key, value] of Object.entries(changes)) {
      if (value === "" || value === null || value === undefined) all.delete(key);
      else all.set(key, value);
    }
    history.replaceState(null, "", `#${all}`);
  },
};

const FIELDS = { S: "sign", E: "exponent", F: "significand", I: "leading bit", D: "all bits", _: "not used" };
