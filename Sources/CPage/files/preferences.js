// What the page remembers in this browser: only how the list looks.

const name = "tuner";

function read() {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

const stored = read();

/** Returns what was stored for a name, or else `standard`. */
export const preference = (key, standard) => stored[key] ?? standard;

/** Stores something for a name. Without storage, as in a private window, it holds until the page is closed. */
export function remember(key, value) {
  stored[key] = value;
  try {
    localStorage.setItem(name, JSON.stringify(stored));
  } catch {
    // The page works without it.
  }
}
