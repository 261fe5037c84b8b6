// Small consumers in the style of other libraries: a store of Svelte, React's useSyncExternalStore, and signals.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { startDaemon } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

test("a component of Svelte reads it as a store: $radius", async () => {
  // What the compiler of Svelte generates for `$radius`: subscribe calls at once, and returns the end.
  function readable(store) {
    const shown = [];
    const result = store.subscribe((value) => shown.push(value));
    return { shown, end: () => (result.unsubscribe ? result.unsubscribe() : result()) };
  }
  const radius = daemon.tuner().number("svelte.radius", 1);
  const component = readable(radius);
  assert.deepEqual(component.shown, [1]);
  await radius.set(2);
  component.end();
  await radius.set(3);
  assert.deepEqual(component.shown, [1, 2]);
});

test("useSyncExternalStore(radius.onChange, radius.get) renders each value", async () => {
  // React calls both functions without `this`, and renders if the snapshot is another one.
  function useSyncExternalStore(subscribe, getSnapshot, render) {
    let shown = getSnapshot();
    render(shown);
    return subscribe(() => {
      if (!Object.is(shown, getSnapshot())) render((shown = getSnapshot()));
    });
  }
  const wind = daemon.tuner().json("react.wind", { x: 1 });
  const rendered = [];
  const unmount = useSyncExternalStore(wind.onChange, wind.get, (value) => rendered.push(value));
  await wind.set({ x: 2 });
  unmount();
  await wind.set({ x: 3 });
  assert.deepEqual(rendered, [{ x: 1 }, { x: 2 }]);
  // Without a change, the snapshot is the same object.
  assert.equal(wind.get(), wind.get());
});

test("a signal of the TC39 proposal wraps it", async () => {
  // The smallest State, Computed and effect: a get() in a computation subscribes it.
  let current;
  class State {
    #value;
    #sinks = new Set();
    constructor(value) { this.#value = value; }
    get() {
      if (current) this.#sinks.add(current);
      return this.#value;
    }
    set(value) {
      this.#value = value;
      for (const sink of [...this.#sinks]) sink();
    }
  }
  class Computed {
    constructor(compute) { this.compute = compute; }
    get() { return this.compute(); }
  }
  function effect(action) {
    const run = () => {
      current = run;
      try { action(); } finally { current = undefined; }
    };
    run();
  }
  const toSignal = (live) => {
    const state = new State(live.get());
    live.onChange((value) => state.set(value));
    return state;
  };
  const radius = daemon.tuner().number("signal.radius", 2);
  const area = new Computed(() => signal.get() ** 2);
  const signal = toSignal(radius);
  const seen = [];
  effect(() => seen.push(area.get()));
  await radius.set(3);
  assert.deepEqual(seen, [4, 9]);
});
