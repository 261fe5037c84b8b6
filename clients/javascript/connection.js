// A connection over any transport: requests, responses, notifications, and another connection after a loss.

import { bytesOf, check, encode, isText, types } from "./encoding.js";
import { TunerError, failure } from "./errors.js";

const firstPause = 50, longestPause = 1_000;

/**
 * Connects, connects again after a loss, and correlates responses with calls.
 *
 * Events: `opened`, `closed(reason, isFault)`, and `ended` if the world has ended. `retry` is awaited before each
 * further connection. `parse` parses a message.
 */
export class Connection {
  isOpen = false;
  reason = "connecting";
  /** The most bytes of a message that the daemon accepts. It ends the connection after a longer one. */
  accepted = 2 ** 24;
  #open;
  #events;
  #link;
  #lastID = 0;
  #calls = new Map();
  #receivers = new Map();
  #pause = 0;
  #timer;
  #holds = 0;

  /** `open` opens a WebSocket or another transport. */
  constructor(open, events) {
    this.#open = open;
    this.#events = { parse: JSON.parse, ...events };
  }

  connect() {
    if (this.#link) this.close();
    this.#timer = clearTimeout(this.#timer);
    const isCurrent = () => link === this.#link;
    const closed = (reason, isFault) => isCurrent() && this.drop(reason, isFault);
    const opened = () => isCurrent() && ((this.isOpen = true), this.#events.opened());
    let link = { close() {}, hold() {} };
    try {
      link = this.#open({ opened, received: (text) => isCurrent() && this.#receive(text), closed });
    } catch ({ message }) {
      setTimeout(closed, 0, message, true);
    }
    this.#link = link;
    this.#keepAlive();
  }

  /** Ends the connection, and stays without one until `connect` is called. */
  close(reason) {
    this.#timer = clearTimeout(this.#timer);
    const link = this.#link;
    this.#link = undefined;
    link?.close();
    this.reason = reason || (this.isOpen ? "the connection was lost" : this.reason);
    this.isOpen = false;
    this.#receivers.clear();
    const calls = this.#calls;
    this.#calls = new Map();
    const sentence = "The connection was lost before the response. Check whether the value has changed.";
    for (const { reject } of calls.values()) reject(failure("outcomeUnknown", sentence));
  }

  /** Ends the connection. Another one follows. */
  drop(reason, isFault = false) {
    this.close(reason);
    this.#pause = Math.min(longestPause, this.#pause * 2 || firstPause);
    const timer = (this.#timer = setTimeout(async () => {
      await this.#events.retry?.();
      if (timer === this.#timer) this.connect();
    }, this.#pause * (0.5 + Math.random() / 2)));
    this.#keepAlive();
    this.#events.closed(this.reason, isFault);
  }

  /** Makes the next pause a short one again: the daemon works. */
  confirm() {
    this.#pause = 0;
  }

  /** Keeps the process alive until the returned function is called. */
  hold() {
    this.#keepAlive(1);
    return () => this.#keepAlive(-1);
  }

  #keepAlive(change = 0) {
    this.#holds += change;
    this.#link?.hold(this.#holds > 0);
    this.#timer?.[this.#holds > 0 ? "ref" : "unref"]?.();
  }

  /**
   * Sends a request with its parameters as JSON text. `finish` receives the result, or `refuse` the error, before the
   * client handles the next message. The promise has the result of `finish`, or fails with a TunerError.
   */
  send(method, params, finish = (result) => result, refuse = undefined) {
    return new Promise((resolve, reject) => {
      if (!this.isOpen) return reject(failure("notConnected", `Not connected: ${this.reason}`));
      const id = this.#lastID + 1;
      const start = encode({ jsonrpc: "2.0", id, method });
      const message = params === undefined ? start : `${start.slice(0, -1)},"params":${params}}`;
      const size = message.length * 3 < this.accepted ? 0 : bytesOf(message);
      if (size > this.accepted) {
        const refusal = failure("tooLarge", `${method} has ${size} bytes, and the daemon accepts ${this.accepted}`);
        refuse?.(refusal);
        return reject(refusal);
      }
      this.#lastID = id;
      this.#calls.set(id, { finish: (result) => resolve(finish(result)), refuse, reject });
      this.#link.send(message);
    });
  }

  /**
   * Subscribes to a family of methods, such as "tunables". `receive` is called with the parameters of each
   * notification. The result also has a function `end`, which ends the subscription.
   */
  subscribe(family, params, receive, finish = (result) => result, refuse = undefined) {
    return this.send(`${family}.subscribe`, encode(params), (result) => {
      const { subscription } = types.object(result) ? result : {};
      check(isText(subscription), "a subscription has no name");
      this.#receivers.set(subscription, { receive, method: `${family}.changed` });
      const end = () => {
        // A lost connection has ended its subscriptions, and the next one may have others of the same names.
        if (this.#receivers.get(subscription)?.receive !== receive) return;
        this.#receivers.delete(subscription);
        this.send(`${family}.unsubscribe`, encode({ subscription })).catch(() => {});
      };
      return finish({ ...result, end });
    }, refuse);
  }

  // Nothing that a daemon sends may end the program.
  #receive(text) {
    if (text.trim() === "") return;
    try {
      const message = this.#events.parse(text);
      check(types.object(message), "a message is no object");
      const { method, params, id, result, error } = message;
      if (method !== undefined) return this.#notify(method, params);
      const call = this.#calls.get(id);
      if (!call && !error && id !== undefined) return;
      const [next] = this.#calls.keys();
      check(call && id === next, error?.message ?? "a response belongs to no request, or to a later one");
      check(types.object(error) || result !== undefined, "a response has no result");
      if (error) {
        const refusal = new TunerError(error);
        call.refuse?.(refusal);
        call.reject(refusal);
      } else {
        call.finish(result);
      }
      this.#calls.delete(id);
    } catch ({ message }) {
      this.drop(`the daemon does not speak this protocol: ${message}`, true);
    }
  }

  #notify(method, params) {
    const receiver = this.#receivers.get(params?.subscription);
    if (method !== receiver?.method) return;
    if (params.ended) return this.#events.ended();
    try {
      receiver.receive(params);
    } catch {
      // A notification of another shape changes nothing.
    }
  }
}
