// The provider, by the contract of @openfeature/server-sdk. The package cannot be installed here, so `Api` calls a provider as
// the SDK does. Sources in github.com/open-feature/js-sdk:
//   packages/server/src/provider/provider.ts: "resolveBooleanEvaluation(flagKey: string, defaultValue: boolean,
//     context: EvaluationContext, logger: Logger): Promise<ResolutionDetails<boolean>>", and so for String, Number and Object
//   packages/shared/src/provider/provider.ts: "readonly metadata: ProviderMetadata", "readonly runsOn?: Paradigm",
//     "events?: OpenFeatureEventEmitter", "onClose?(): Promise<void>", "initialize?(context?: EvaluationContext): Promise<void>"
//   packages/shared/src/open-feature.ts: "newProvider.events?.addHandler(...eventHandler)" with a type and a function, and
//     "oldProvider.events?.removeHandler(...eventHandler)"; the SDK itself sends Ready and Error for `initialize`

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TunerProvider } from "../tuner.js";
import { Daemon, startDaemon } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

/** The part of the SDK that uses a provider. */
class Api {
  events = [];
  #waits = [];
  #provider;
  #handlers = ["PROVIDER_READY", "PROVIDER_ERROR", "PROVIDER_CONFIGURATION_CHANGED", "PROVIDER_STALE"].map((type) => [type, async (details) => this.#note(type, details)]);

  async setProviderAndWait(provider, context) {
    if (provider.runsOn !== undefined && provider.runsOn !== "server") throw new Error("another paradigm");
    this.#provider = provider;
    for (const handler of this.#handlers) provider.events?.addHandler(...handler);
    try {
      await provider.initialize?.(context);
      this.#note("PROVIDER_READY");
    } catch (error) {
      this.#note("PROVIDER_ERROR", { message: error.message });
      throw error;
    }
  }

  #note(type, details) {
    this.events.push([type, details]);
    this.#waits.splice(0).forEach((resolve) => resolve());
  }

  async event(wanted) {
    while (!this.events.some(([type]) => type === wanted)) await new Promise((resolve) => this.#waits.push(resolve));
    this.events = this.events.filter(([type]) => type !== wanted);
  }

  // As `OpenFeatureClient.evaluate`: the resolver is taken from the provider, and called with it as `this`.
  details(type, key, value, context = {}) {
    const resolver = this.#provider[`resolve${type}Evaluation`];
    return resolver.call(this.#provider, key, value, context, console);
  }

  async close() {
    for (const handler of this.#handlers) this.#provider.events?.removeHandler(...handler);
    await this.#provider.onClose?.();
  }
}

test("each type has its value, variant and reason, in the context of the call", async () => {
  const tuner = daemon.tuner();
  const api = new Api();
  await api.setProviderAndWait(new TunerProvider(tuner), {});
  assert.deepEqual(api.events.map(([type]) => type), ["PROVIDER_READY"]);
  const flag = (variants, targeting) => ({ state: "ENABLED", variants, defaultVariant: "a", targeting, metadata: { team: "x" } });
  const targeting = { if: [{ "==": [{ var: "plan" }, "pro"] }, "b", "a"] };
  await tuner.call("flags.define", { flags: {
    "of.boolean": flag({ a: false, b: true }, targeting), "of.string": flag({ a: "red" }), "of.number": flag({ a: 3 }), "of.object": flag({ a: { x: 1 } }),
  } });
  const { value, variant, reason, flagMetadata } = await api.details("Boolean", "of.boolean", false, { targetingKey: "ada", plan: "pro" });
  assert.deepEqual([value, variant, reason, flagMetadata.team], [true, "b", "TARGETING_MATCH", "x"]);
  assert.equal((await api.details("Boolean", "of.boolean", true, { plan: "free" })).value, false);
  assert.equal((await api.details("String", "of.string", "")).value, "red");
  assert.equal((await api.details("Number", "of.number", 0)).value, 3);
  assert.deepEqual((await api.details("Object", "of.object", {})).value, { x: 1 });
  await api.event("PROVIDER_CONFIGURATION_CHANGED");
  await api.close();
});

test("a missing flag, another type and a lost daemon give the default of the caller, with a code", async () => {
  const own = await new Daemon().start();
  after(() => own.stop());
  const tuner = own.tuner();
  const api = new Api();
  await api.setProviderAndWait(new TunerProvider(tuner));
  await tuner.call("flags.define", { flags: { "of.string": { state: "ENABLED", variants: { a: "red" }, defaultVariant: "a" } } });
  const missing = await api.details("Boolean", "of.none", true);
  assert.deepEqual([missing.value, missing.reason, missing.errorCode], [true, "ERROR", "FLAG_NOT_FOUND"]);
  const other = await api.details("Boolean", "of.string", true);
  assert.deepEqual([other.value, other.errorCode], [true, "TYPE_MISMATCH"]);
  assert.equal((await api.details("String", "of.string", "x", { age: NaN })).errorCode, "GENERAL");
  await own.stop();
  await api.event("PROVIDER_ERROR");
  const lost = await api.details("String", "of.string", "green");
  assert.deepEqual([lost.value, lost.errorCode], ["green", "PROVIDER_NOT_READY"]);
  api.events = [];
  await own.start();
  await api.event("PROVIDER_READY");
  assert.equal((await api.details("String", "of.string", "green")).value, "red");
});

test("without a daemon, initialize fails, and the provider is ready when one starts", async () => {
  const own = new Daemon();
  const api = new Api();
  await assert.rejects(api.setProviderAndWait(new TunerProvider(own.tuner())), { kind: "notConnected" });
  api.events = [];
  await own.start();
  after(() => own.stop());
  await api.event("PROVIDER_READY");
});
