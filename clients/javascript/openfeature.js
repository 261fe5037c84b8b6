// The provider for the server SDK of OpenFeature.

import { tuner } from "./client.js";

export class TunerProvider {
  metadata = { name: "tuner" };
  runsOn = "server";
  #tuner;
  #handlers = [];
  #ends = [];
  events = {
    addHandler: (type, handler) => this.#handlers.push({ type, handler }),
    removeHandler: (type, handler) => {
      this.#handlers = this.#handlers.filter((one) => one.type !== type || one.handler !== handler);
    },
  };

  constructor(from = tuner) {
    this.#tuner = from;
  }

  #emit(wanted, details) {
    for (const { type, handler } of this.#handlers) {
      if (type === `PROVIDER_${wanted}`) handler({ providerName: "tuner", ...details });
    }
  }

  async initialize() {
    await this.onClose();
    let version, isLost;
    const noteVersion = ({ flagsVersion = version }) => {
      if (version !== undefined && flagsVersion !== version) this.#emit("CONFIGURATION_CHANGED");
      version = flagsVersion;
    };
    const noteConnection = (isConnected) => {
      if (!isConnected) this.#emit("ERROR", { message: "the connection to the daemon was lost" });
      else if (isLost) this.#emit("READY");
      isLost = !isConnected;
    };
    this.#ends = [this.#tuner.onConnection(noteConnection), this.#tuner.subscribe("server", {}, noteVersion)];
    await this.#tuner.call("ping").catch((error) => {
      isLost = true;
      throw error;
    });
  }

  async onClose() {
    for (const end of this.#ends.splice(0)) end();
  }

  resolveBooleanEvaluation = (...call) => this.#resolve("boolean", ...call);
  resolveStringEvaluation = (...call) => this.#resolve("string", ...call);
  resolveNumberEvaluation = (...call) => this.#resolve("number", ...call);
  resolveObjectEvaluation = (...call) => this.#resolve("object", ...call);

  async #resolve(type, key, fallback, context) {
    try {
      const result = await this.#tuner.call("flags.evaluate", { key, type, default: fallback, context });
      return { value: fallback, ...result, flagMetadata: result.metadata };
    } catch ({ kind, message: errorMessage }) {
      const errorCode = kind === "notConnected" ? "PROVIDER_NOT_READY" : "GENERAL";
      return { value: fallback, reason: "ERROR", errorCode, errorMessage };
    }
  }
}
