// A bar for each pending try, which shows its end, keeps it or reverts it.

import { make, makeButton, makeField, on, setAttribute, setText } from "./dom.js";
import { timeLeft } from "./words.js";

/** The commits among which the page looks for the end of a try. */
const readCommits = 100;
const longestNames = 6;

const verbs = { kept: "kept", reverted: "reverted", replaced: "replaced the last change of" };

const nameOf = ({ key, flag, layer }) => key ?? (flag === undefined ? `the layer ${layer}` : `the flag ${flag}`);

const staying = ({ replaced = [] }) => replaced.map((change) => ` ${change.by?.client ?? "Another client"} has changed ${nameOf(change)}; that change stays.`).join("");

function namesOf({ keys, flags, layer }) {
  const names = [...keys, ...flags.map((flag) => nameOf({ flag })), ...(layer === undefined ? [] : [nameOf({ layer })])];
  return names.length > longestNames ? `${names.slice(0, longestNames - 1).join(", ")} and ${names.length - longestNames + 1} more` : names.join(", ");
}

export class TryBars {
  #page;
  #room;
  #reload;
  #bars = new Map();

  /** `reload` is called after a request. */
  constructor(page, room, reload) {
    this.#page = page;
    this.#room = room;
    this.#reload = reload;
    on(page.daemon, "state world", () => this.#update());
    setInterval(() => this.#update(), 1_000);
  }

  /** Shows the pending tries, and says how others have ended. A bar that stays keeps the focus and the typed reason. */
  async show(pending, ended) {
    for (const one of ended) {
      this.#bars.get(one.try)?.element.remove();
      this.#bars.delete(one.try);
      this.#release(one);
    }
    for (const one of pending) {
      if (!this.#bars.has(one.try)) this.#bars.set(one.try, this.#makeBar(one));
      setText(this.#bars.get(one.try).sentence, `${one.actor.client} tries ${namesOf(one)}.${staying(one)}`);
    }
    this.#update();
    if (ended.length === 0) return;
    const { commits } = await this.#page.daemon.call("tunables.history", { limit: readCommits });
    const sentences = ended.map((one) => this.#endOf(one, commits)).filter(Boolean);
    if (sentences.length > 0) this.#page.say(sentences.join(" "));
  }

  // A try that is kept changes only the ends of its values, so no notification has the values.
  #release({ keys, end }) {
    const { values } = this.#page;
    for (const key of keys) if (values.all.get(key)?.end === end) values.setEnd(key, undefined);
  }

  #endOf(one, commits) {
    for (const { tries = [], actor, revision } of commits) {
      const found = tries.find((other) => other.try === one.try && other.outcome);
      if (!found) continue;
      const subject = this.#page.daemon.ownRevisions.has(revision) ? "You have" : `${actor.client} has`;
      return `${subject} ${verbs[found.outcome]} the try of ${namesOf(one)}${found.reason ? `: ${found.reason}` : ""}.${staying(one)}`;
    }
  }

  #makeBar(one) {
    const names = namesOf(one);
    const sentence = make("span", { title: `Try ${one.try}, process ${one.actor.pid}` }), left = make("span", { role: "timer", "aria-live": "off" });
    const reason = makeField(`Reason to revert ${names}`, { placeholder: "reason" });
    const element = make("form", {
      onsubmit: (event) => {
        event.preventDefault();
        this.#call("tunables.cancel", { try: one.try, reason: reason.value.trim() || undefined });
      },
    }, make("p", sentence, " ", left), makeButton("Keep", () => this.#call("tunables.confirm", { try: one.try }), { label: `Keep ${names}` }),
    reason, makeButton("Revert", undefined, { type: "submit", label: `Revert ${names}` }));
    this.#room.append(element);
    return { element, sentence, left, end: one.end };
  }

  async #call(method, params) {
    try {
      await this.#page.daemon.call(method, params);
    } catch (error) {
      this.#page.say(error.message);
    }
    this.#reload();
  }

  #update() {
    const obstacle = this.#page.daemon.sharedObstacle;
    for (const { element, left, end } of this.#bars.values()) {
      setText(left, `The daemon reverts it in ${timeLeft(end)}.`);
      for (const button of element.querySelectorAll("button")) {
        button.disabled = obstacle !== undefined;
        setAttribute(button, "title", obstacle);
      }
    }
  }
}
