// Durations: ISO 8601 for the daemon, and "1h 30m" for people.

const seconds = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400 };
const iso = /^(-?)P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/;

/** Returns "1h 30m" for "PT1H30M"; any other text as it is. */
export function shown(text) {
  const match = iso.exec(text);
  if (!match || text.endsWith("P") || text.endsWith("T")) return String(text);
  const [, sign, days, hours, minutes, rest] = match;
  const parts = [[days, "d"], [hours, "h"], [minutes, "m"], [rest, "s"]].filter(([count]) => count !== undefined);
  return sign + parts.map(([count, unit]) => count + unit).join(" ");
}

/** Returns the ISO text of "90", "90s", "1.5h" or "1h 30m"; any other text as it is. */
export function typed(text) {
  const parts = text.trim().match(/^(?:\d+(?:\.\d+)?\s*(?:ms|[smhd])?\s*)+$/i)
    ? [...text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])?/gi)] : [];
  if (parts.length === 0 || (parts.length > 1 && parts.some((part) => !part[2]))) return text.trim();
  const sum = parts.reduce((total, [, count, unit]) => total + count * seconds[(unit ?? "s").toLowerCase()], 0);
  const rounded = Math.round(sum * 1_000) / 1_000;
  const [days, hours, minutes] = [Math.floor(rounded / 86_400), Math.floor(rounded / 3_600) % 24, Math.floor(rounded / 60) % 60];
  const rest = Math.round((rounded % 60) * 1_000) / 1_000;
  const time = (hours ? `${hours}H` : "") + (minutes ? `${minutes}M` : "") + (rest || !rounded ? `${rest}S` : "");
  return `P${days ? `${days}D` : ""}${time ? `T${time}` : ""}`;
}
