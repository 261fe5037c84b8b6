// The choice of a running program, and the button that moves it from one side of a comparison to the other.

import { make, makeButton, makeMenu, setAttribute } from "./dom.js";
import { nameOf } from "./world.js";

export class ProgramMove {
  #page;
  #sides;
  #attempt;
  #programs = [];
  #pid;
  menu = makeMenu("Program", () => this.#choose());
  button = makeButton("", () => this.move(), { id: "flip" });

  /** `attempt` performs an action, which returns a sentence about what it did. */
  constructor(page, sides, attempt) {
    this.#page = page;
    this.#sides = sides;
    this.#attempt = attempt;
  }

  /** Reads which programs are connected, and in which worlds. */
  async look() {
    if (document.hidden || !this.#page.daemon.isOnline || !this.button.isConnected) return;
    try {
      const { clients } = await this.#page.daemon.call("server.clients");
      // All pages are connections of one process, tunerweb.
      const own = clients.find(({ client }) => client === "browser");
      const programs = new Map();
      for (const { client, pid, uid, world } of clients) {
        if (uid === own?.uid && pid !== own.pid) programs.set(pid, { client, pid, world: world ?? programs.get(pid)?.world });
      }
      this.#programs = [...programs.values()];
      this.#fill();
    } catch {
      // The next look may succeed.
    }
  }

  #fill() {
    const texts = this.#programs.map(({ client, pid, world }) => `${client} ${pid} · ${nameOf(world)}`);
    if (!this.#chosen) this.#pid = this.#programs[0]?.pid;
    const before = [...this.menu.options].map(({ text }) => text);
    if (before.join("\n") !== texts.join("\n")) {
      this.menu.replaceChildren(...this.#programs.map(({ pid }, index) => make("option", { value: pid }, texts[index])));
    }
    this.menu.value = this.#pid ?? "";
    this.update();
  }

  get #chosen() {
    return this.#programs.find(({ pid }) => pid === this.#pid);
  }

  #choose() {
    this.#pid = Number(this.menu.value);
    this.update();
  }

  get #worlds() {
    return this.#sides.map(({ daemon }) => daemon.world);
  }

  /** The world to which the program goes: B if it is in A, and else A. */
  get #target() {
    const [one, other] = this.#worlds;
    return this.#chosen?.world === one ? other : one;
  }

  async move() {
    const program = this.#chosen;
    if (!program || this.button.disabled) return;
    const target = this.#target;
    await this.#attempt(async () => {
      await this.#page.daemon.call("worlds.move", { pid: program.pid, world: target });
      program.world = target;
      this.#fill();
      return `${program.client} ${program.pid} now uses ${nameOf(target)}.`;
    });
  }

  update() {
    const program = this.#chosen;
    const [one, other] = this.#worlds;
    this.button.disabled = !program || one === other || !this.#page.daemon.isOnline;
    const text = !program ? "No other program is connected" : one === other ? "A and B are the same" : `${nameOf(program.world)} → ${nameOf(this.#target)}`;
    this.button.replaceChildren(text, " ", make("kbd", "x"));
    setAttribute(this.button, "aria-label", program && `Move ${program.client} ${program.pid}: ${text}`);
    setAttribute(this.button, "aria-keyshortcuts", "x");
  }
}
