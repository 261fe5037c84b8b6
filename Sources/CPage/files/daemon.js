// The connection to the daemon: one WebSocket, which carries the messages of protocol.md.

import { parse } from "./json.js";

/** An error of the daemon: `message` is its sentence, `data` its facts. */
class DaemonError extends Error {
  constructor(error) {
    super(error.message);
    this.data = error.data ?? {};
  }
}

/** The pause between two pings, and the time after which a response is late: together less than a second. */
const pingPause = 300, lateAfter = 650;
/** The time after which a late daemon counts as lost, in milliseconds. */
const lostAfter = 4_000;

/**
 * Connects, connects again when the connection is lost, and correlates responses with calls.
 *
 * Events: "online" after each connection, "offline" when the daemon is lost, and "state" with each change of both and of
 * `isLate`, "world" when the connection has joined or left a world, and "ended" with its world in `detail` when that ended.
 */
export class Daemon extends EventTarget {
  isOnline = false;
  /** Whether the daemon takes long to respond; it may respond again. */
  isLate = false;
  reason = "connecting";
  since = Date.now();
  /** The world that the connection is in; undefined for the shared state. */
  world;
  ownRevisions = new Set();

  #socket;
  #lastID = 0;
  #calls = new Map();
  #receivers = new Map();
  #pause = 0;
  #pingTimer;
  #retry;

  /** The sentence that says why nothing can be changed now; undefined while there is a connection. */
  get obstacle() {
    return this.isOnline ? undefined : `There is no connection: ${this.reason}`;
  }

  /** The sentence that says why the shared state cannot be changed here: in a world, a person changes only the world. */
  get sharedObstacle() {
    return this.obstacle ?? (this.world && "This acts on the shared state, and the page shows a world. First choose Shared in the head of the page.");
  }

  connect() {
    this.#pause = 0;
    clearTimeout(this.#retry);
    this.#socket?.close();
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/rpc`);
    this.#open(socket);
  }

  /** Ends the connection, and stays without one until `connect` is called. */
  disconnect() {
    const socket = this.#socket;
    clearTimeout(this.#retry);
    if (!socket) return;
    this.#end(socket, "this part of the page is not shown");
    clearTimeout(this.#retry);
    this.#socket = undefined;
    socket.close();
  }

  #open(socket) {
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = (event) => this.#receive(socket, event.data);
    socket.onclose = (event) => this.#end(socket, event.reason);
  }

  async #greet(socket) {
    try {
      await this.#hello();
    } catch (error) {
      // A world ends with the daemon. If the connection has ended, its end has set the reason.
      if (error.data.kind !== "unknownWorld" || socket !== this.#socket) return;
      return this.#endWorld(socket);
    }
    if (socket !== this.#socket) return;
    this.#pause = 0;
    this.#setOnline(true, "");
    this.#ping(socket);
  }

  async #hello() {
    const { world } = await this.call("session.hello", { client: "browser", world: this.world });
    this.dispatchEvent(new CustomEvent("world", { detail: world }));
  }

  // The next connection reads everything from the shared state.
  #endWorld(socket) {
    const ended = this.world;
    this.world = undefined;
    socket.close();
    this.#end(socket, "the world has ended");
    this.dispatchEvent(new CustomEvent("ended", { detail: ended }));
  }

  /** Joins a world, or with undefined leaves the one that the connection is in. All subscriptions follow. */
  async join(world) {
    const before = this.world;
    this.world = world;
    try {
      await this.#hello();
    } catch (error) {
      this.world = before;
      throw error;
    }
  }

  /** Creates a world and joins it. The world ends with this connection. */
  async create(world) {
    await this.call("worlds.create", { world });
    this.world = world;
    this.dispatchEvent(new CustomEvent("world", { detail: world }));
  }

  /** Calls a method; the promise fails with a DaemonError, also if the connection ends first. */
  call(method, params) {
    return this.#send(method, JSON.stringify(params), (result) => {
      if ((result?.changed || result?.undone) && !params?.dryRun) this.ownRevisions.add(result.revision);
      return result;
    });
  }

  /** Calls a method with parameters as JSON text, which is sent as it is: positions in an error are those in the text. */
  callText(method, text) {
    return this.#send(method, text, (result) => result);
  }

  /**
   * Subscribes to a family of methods, such as "tunables". `receive` is called with the parameters of each
   * notification. The promise has the result with a function `end`, which ends the subscription.
   */
  subscribe(family, params, receive) {
    return this.#send(`${family}.subscribe`, JSON.stringify(params), (result) => {
      const { subscription } = result;
      this.#receivers.set(subscription, receive);
      const end = () => {
        // A lost connection has ended its subscriptions, and the next one may have others of the same names.
        if (this.#receivers.get(subscription) !== receive) return;
        this.#receivers.delete(subscription);
        this.call(`${family}.unsubscribe`, { subscription }).catch(() => {});
      };
      return { ...result, end };
    });
  }

  // `params` is JSON text. `finish` is called before the next message is received.
  #send(method, params, finish) {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        return reject(new DaemonError({ message: `Not connected: ${this.reason}` }));
      }
      const id = ++this.#lastID;
      this.#calls.set(id, { resolve: (result) => resolve(finish(result)), reject });
      const message = JSON.stringify({ jsonrpc: "2.0", id, method });
      this.#socket.send(params === undefined ? message : `${message.slice(0, -1)},"params":${params}}`);
    });
  }

  #receive(socket, text) {
    if (socket !== this.#socket) return;
    const message = parse(text);
    if (message.method !== undefined) {
      if (message.params.ended) return this.#endWorld(socket);
      return this.#receivers.get(message.params.subscription)?.(message.params);
    }
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (message.error) call?.reject(new DaemonError(message.error));
    else call?.resolve(message.result);
  }

  #end(socket, reason) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#pingTimer);
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#receivers.clear();
    // Without a connection, the reason is known already.
    this.#setOnline(false, reason || (this.isOnline ? "the connection was lost" : this.reason));
    for (const call of calls) {
      call.reject(new DaemonError({ message: "The connection was lost before the response. Check whether the value has changed." }));
    }
    this.#pause = Math.min(1_000, this.#pause * 2 || 100);
    this.#retry = setTimeout(() => this.#reconnect(), this.#pause);
  }

  // A browser does not say why it could not open a WebSocket. So a request asks first.
  async #reconnect() {
    const socket = this.#socket;
    const reason = await this.#obstacle();
    if (socket !== this.#socket) return;
    this.#setOnline(false, reason ?? "the connection was lost");
    const pause = this.#pause;
    this.connect();
    this.#pause = pause;
  }

  async #obstacle() {
    try {
      const response = await fetch("/api/ping");
      if (response.status === 401) return "This browser is not logged in. Type: tunerctl web";
      return response.ok ? undefined : (await response.text()).trim();
    } catch {
      return "tunerweb does not run. Start it with: tunerctl web";
    }
  }

  /** Pings the daemon again and again; it is offline while a response is late. A hidden page sends nothing. */
  #ping(socket) {
    if (socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return;
    const next = () => (this.#pingTimer = setTimeout(() => this.#ping(socket), pingPause));
    if (document.hidden) return next();
    const reason = "the daemon does not respond";
    const timers = [
      setTimeout(() => this.#change({ isOnline: this.isOnline, isLate: true, reason }), lateAfter),
      setTimeout(() => this.#setOnline(false, reason), lostAfter),
    ];
    this.call("ping").then(
      () => {
        timers.forEach(clearTimeout);
        if (socket !== this.#socket) return;
        this.#setOnline(true, "");
        next();
      },
      () => timers.forEach(clearTimeout),
    );
  }

  #setOnline(isOnline, reason) {
    this.#change({ isOnline, isLate: false, reason });
  }

  #change({ isOnline, isLate, reason }) {
    const before = { isOnline: this.isOnline, isLate: this.isLate, reason: this.reason };
    if (before.isOnline === isOnline && before.isLate === isLate && before.reason === reason) return;
    if (before.isOnline !== isOnline || before.isLate !== isLate) this.since = Date.now();
    Object.assign(this, { isOnline, isLate, reason });
    if (before.isOnline !== isOnline) this.dispatchEvent(new Event(isOnline ? "online" : "offline"));
    this.dispatchEvent(new Event("state"));
  }
}
