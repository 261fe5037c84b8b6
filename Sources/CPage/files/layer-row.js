import { make, makeButton, setAttribute, setText } from "./dom.js";
import { contentWords, span } from "./words.js";

/** Returns how old a layer is, or how long it stays fresh. The daemon said its age `passed` seconds ago. */
function freshness({ age, ttl, stale }, passed) {
  const old = `put ${span((age + passed) * 1_000)} ago`;
  if (ttl === undefined) return old;
  return stale ? `stale, ${old}` : `${span((ttl - age - passed) * 1_000)} left`;
}

/** A layer in a list. `view` does what the person wants. */
export class LayerRow {
  #view;
  #switch;
  #rank = make("span.rank", { "aria-hidden": "true" });
  #about = make("span.about", { dir: "auto" });
  #badges = make("span.badges");
  #amount = make("span.amount");
  #time = make("span.time");
  #fault = make("p.bad", { role: "alert" });

  constructor(view, name) {
    this.#view = view;
    this.name = name;
    this.handle = make("button", {
      type: "button", class: "handle", label: `Move ${name}`,
      onpointerdown: (event) => view.grab(event, this), onkeydown: (event) => this.#press(event),
    }, "⠿");
    this.#switch = makeButton("", () => view.toggle(name), { class: "switch", role: "switch", label: `Activate ${name}` });
    this.title = makeButton(name, () => view.open(name), { class: "title" });
    this.element = make("li.layer", { "data-name": name }, this.handle, this.#rank, this.#switch,
      make("span.names", this.title, this.#about), this.#badges, this.#amount, this.#time, this.#fault);
  }

  /** Shows a layer. The active ones have a rank, from 1 on. */
  update(layer, rank) {
    const { active, version, source, killSwitch, locks, rejected } = layer;
    setText(this.#rank, rank > 0 ? String(rank) : "");
    setAttribute(this.#switch, "aria-checked", String(active));
    for (const button of [this.#switch, this.handle]) setAttribute(button, "aria-disabled", this.#view.isOffline && "true");
    setAttribute(this.handle, "title", !this.#view.isOffline && "Drag, or press Alt ↑ or Alt ↓");
    setAttribute(this.element, "data-open", this.#view.opened === this.name);
    setText(this.#about, [version, source].filter(Boolean).join(" · "));
    const badges = [["kill", killSwitch && "kill switch"], ["lock", locks.length > 0 && `locks ${locks.join(", ")}`], ["fault", rejected && `${rejected.count} rejected`]];
    this.#badges.replaceChildren(...badges.filter(([, text]) => text).map(([kind, text]) => make("span.badge", { "data-kind": kind }, text)));
    setText(this.#amount, contentWords(layer));
    setAttribute(this.#time, "data-stale", layer.stale);
  }

  count(layer, passed) {
    setText(this.#time, freshness(layer, passed));
  }

  /** Shows why the daemon refused a change; an empty text removes the sentence. */
  refuse(sentence) {
    setText(this.#fault, sentence);
  }

  #press(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !event.altKey) return;
    event.preventDefault();
    this.#view.move(this.name, by);
  }
}
