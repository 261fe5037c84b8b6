// Words for people: numbers with their noun, and times.

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Returns what a layer or a world contains, such as "2 values, 1 flag". */
export const contentWords = ({ values, flags }) => plural(values, "value") + (flags > 0 ? `, ${plural(flags, "flag")}` : "");

export const searchWords = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns "12 s", "3 min" or "2 h" for a time in milliseconds. */
export function span(time) {
  const seconds = Math.max(0, Math.round(time / 1_000));
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** Returns the text of the time that is left until a time in UTC, such as "42 s". */
export const timeLeft = (end) => span(Date.parse(end) - Date.now());

/** Returns "5 min ago", or the date of a time that is long ago. */
export function ago(time) {
  const past = Date.now() - time;
  if (past < 5_000) return "now";
  return past < 86_400_000 ? `${span(past)} ago` : new Date(time).toLocaleDateString();
}
