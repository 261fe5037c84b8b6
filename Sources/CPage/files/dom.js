// Small functions to build the page.

import { show } from "./json.js";

/** The characters that reorder the rest of a line, and those that nobody sees. */
const hidden = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a text with an escape, such as \u202e, for each hidden character. JSON keeps its meaning. */
export const visible = (text) => text.replace(hidden, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Creates an element, such as "div" or "div.row.open" with two classes. A property that begins with "on" is a listener, one
 * that is undefined or false is left out, `label` is for a screen reader, and all others are attributes. The children can
 * also follow the name.
 */
export function make(name, properties, ...children) {
  if (properties?.constructor !== Object) return make(name, {}, properties, ...children);
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  element.classList.add(...classes);
  for (const [property, value] of Object.entries(properties)) {
    if (property.startsWith("on")) element.addEventListener(property.slice(2), value);
    else setAttribute(element, property === "label" ? "aria-label" : property, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null).map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
}

/** Sets an attribute, or removes it if the value is undefined or false. Does nothing if it has the value already. */
export function setAttribute(element, name, value) {
  if (value === undefined || value === null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : name === "title" ? visible(String(value)) : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Adds a listener for events, whose names have spaces between them. */
export const on = (target, events, ...listener) => events.split(" ").forEach((event) => target.addEventListener(event, ...listener));

export function setText(element, text) {
  const shown = visible(text);
  if (element.textContent !== shown) element.textContent = shown;
}

/** Returns the nodes of an old and a new value. A text from right to left in one does not reorder the other. */
export const makeChange = (old, now) => [make("bdi", show(old)), " → ", make("bdi", show(now))];

/** Returns a function that calls `action` once in the next frame, however often it is called before. */
export function onceAFrame(action) {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      action();
    });
  };
}

/** Returns a function that calls `read`, and once more if it is called meanwhile. The next connection reads what has failed. */
export function oneAtATime(read) {
  let isReading = false, isWanted = false;
  return async () => {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    while (isWanted) {
      isWanted = false;
      await read().catch(() => {});
    }
    isReading = false;
  };
}

export const makeButton = (content, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, ...[content].flat());

export const makeField = (label, properties = {}) => make("input.field", { type: "text", label, ...properties });

export const makeMenu = (label, onchange, ...options) => make("select.choice", { label, onchange }, ...options);

/** Returns the elements of a list of facts, each a name and a text or an element. Undefined and false are left out. */
export const makeFacts = (facts) => facts.filter(([, fact]) => fact !== undefined && fact !== false).flatMap(([name, fact]) => [make("dt", name), make("dd", { dir: "auto" }, fact)]);

export const makeTitles = (...titles) => make("tr", ...titles.map((title) => make("th", { scope: "col" }, title)));

export function makeSearch(placeholder, list, arrange) {
  const search = make("input", {
    type: "search", id: "search", class: "search", placeholder: `${placeholder}  ( / )`, label: placeholder, oninput: arrange,
    onkeydown: (event) => {
      if (event.key === "Escape") {
        search.value = "";
        arrange();
      } else if (event.key === "Enter" || event.key === "ArrowDown") {
        event.preventDefault();
        list.focusFirst();
      }
    },
  });
  return search;
}

/** Makes a group of filters by name, of which at most one is chosen. `choose` receives its name, or undefined. */
export function makeChips(names, choose, titles = {}) {
  const chips = names.map((name) => makeButton(name, ({ currentTarget: chosen }) => {
      const isOn = chosen.getAttribute("aria-pressed") !== "true";
      for (const chip of chips) setAttribute(chip, "aria-pressed", String(isOn && chip === chosen));
      choose(isOn ? name : undefined);
    }, { class: "chip", "aria-pressed": "false", title: titles[name] }));
  return make("div.chips", { role: "group", label: "Filters" }, ...chips);
}

export function saveFile(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
