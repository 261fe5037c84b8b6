// The definition of a flag: its editor, and new flags.

import { ask, labelled } from "./dialogs.js";
import { make, makeField, makeMenu } from "./dom.js";

/** The position at the beginning of a sentence of the daemon, which counts from the beginning of the message. */
const position = /^line \d+, column \d+: /;

/**
 * Defines a flag by a JSON text. If the daemon refuses it, the error has the sentence without a position, and the
 * `offset` in the text.
 */
export async function define(daemon, key, text, options = "") {
  // In one line, so that a column counts from the beginning of the definition.
  const line = text.replaceAll("\n", " ");
  try {
    return await daemon.callText("flags.define", `{${options}"flags":{${JSON.stringify(key)}:\n${line}}}`);
  } catch (error) {
    const { message, column } = error.data.faults?.[0] ?? {};
    if (column === undefined) throw error;
    const offset = [...text].slice(0, column - 1).join("").length;
    throw Object.assign(new Error(message.replace(position, "")), { offset });
  }
}

/** Asks for a new flag, defines it and calls `done` with its key. */
export function askForFlag(daemon, done) {
  const field = (label, properties) => makeField(label, { autocapitalize: "off", ...properties });
  const key = field("Key", { required: true, placeholder: "checkout.newCart" });
  const description = field("Description", { placeholder: "what the flag is for" });
  const names = field("Variants", { required: true, placeholder: "red, green, blue", disabled: true, value: "on, off" });
  const type = makeMenu("Type", () => {
    names.disabled = type.value === "boolean";
    names.value = names.disabled ? "on, off" : "";
  }, make("option", "boolean"), make("option", "string"));
  ask("New flag", "Create", async () => {
    const words = names.value.split(",").map((word) => word.trim()).filter(Boolean);
    const isBoolean = type.value === "boolean";
    const definition = {
      state: "ENABLED",
      variants: Object.fromEntries(words.map((word) => [word, isBoolean ? word === "on" : word])),
      defaultVariant: isBoolean ? "off" : words[0],
      metadata: description.value ? { description: description.value } : undefined,
    };
    await define(daemon, key.value, JSON.stringify(definition), '"create":true,');
    done(key.value);
  }, labelled("Key", key), labelled("Type", type), labelled("Variants", names), labelled("Description", description),
  make("p.quiet", "The default is off, or the first of the variants. The definition can have a rule."));
}
