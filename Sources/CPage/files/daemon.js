// The connection of the page to the daemon: that of the client library, with the login, the worlds and the lateness of a page.

import { Connection } from "./connection.js";
import { parse } from "./json.js";
import { webSocket } from "./websocket.js";

/** The pause between two pings, and the time after which a response is late: together less than a second. */
const pingPause = 300, lateAfter = 650;
/** The time after which a late daemon counts as lost, in milliseconds. */
const lostAfter = 4_000;

/**
 * The state of the connection, as the page shows it.
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

  #connection = new Connection(webSocket(`${location.protocol.replace("http", "ws")}//${location.host}/rpc`), {
    parse,
    opened: () => this.#greet(),
    closed: (reason) => this.#end(reason),
    ended: () => this.#endWorld(),
    retry: () => this.#explain(),
  });
  #pingTimer;

  /** The sentence that says why nothing can be changed now; undefined while there is a connection. */
  get obstacle() {
    return this.isOnline ? undefined : `There is no connection: ${this.reason}`;
  }

  /** The sentence that says why the shared state cannot be changed here: in a world, a person changes only the world. */
  get sharedObstacle() {
    return this.obstacle ?? (this.world && "This acts on the shared state, and the page shows a world. First choose Shared in the head of the page.");
  }

  connect() {
    this.#connection.confirm();
    this.#connection.connect();
  }

  /** Ends the connection, and stays without one until `connect` is called. */
  disconnect() {
    this.#connection.close("this part of the page is not shown");
    this.#end(this.#connection.reason);
  }

  #greet() {
    const finish = () => {
      this.#connection.confirm();
      this.#setOnline(true, "");
      this.#ping();
    };
    // A world ends with the daemon.
    this.#hello(finish, ({ kind }) => kind === "unknownWorld" && this.#endWorld()).catch(() => {});
  }

  #hello(finish, refuse) {
    return this.#connection.send("session.hello", JSON.stringify({ client: "browser", world: this.world }), ({ world }) => {
      this.dispatchEvent(new CustomEvent("world", { detail: world }));
      finish?.();
    }, refuse);
  }

  // The next connection reads everything from the shared state.
  #endWorld() {
    const ended = this.world;
    this.world = undefined;
    this.#connection.drop("the world has ended");
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

  /** Calls a method; the promise fails with a TunerError, also if the connection ends first. */
  call(method, params) {
    return this.#connection.send(method, JSON.stringify(params), (result) => {
      if ((result?.changed || result?.undone) && !params?.dryRun) this.ownRevisions.add(result.revision);
      return result;
    });
  }

  /** Calls a method with parameters as JSON text, which is sent as it is: positions in an error are those in the text. */
  callText(method, text) {
    return this.#connection.send(method, text);
  }

  /**
   * Subscribes to a family of methods, such as "tunables". `receive` is called with the parameters of each
   * notification. The promise has the result with a function `end`, which ends the subscription.
   */
  subscribe(family, params, receive) {
    return this.#connection.subscribe(family, params, (changed) => {
      try {
        receive(changed);
      } catch (error) {
        // A fault of the page is no fault of the daemon: the connection stays.
        reportError(error);
      }
    });
  }

  #end(reason) {
    clearTimeout(this.#pingTimer);
    this.#setOnline(false, reason);
  }

  // A browser does not say why it could not open a WebSocket. So a request asks first.
  async #explain() {
    const reason = (await this.#fetchReason()) ?? "the connection was lost";
    // The page may have connected again in the meantime.
    if (this.#connection.isOpen) return;
    this.#connection.reason = reason;
    this.#setOnline(false, reason);
  }

  async #fetchReason() {
    try {
      const response = await fetch("/api/ping");
      if (response.status === 401) return "This browser is not logged in. Type: tunerctl web";
      return response.ok ? undefined : (await response.text()).trim();
    } catch {
      return "tunerweb does not run. Start it with: tunerctl web";
    }
  }

  /** Pings the daemon again and again; it is offline while a response is late. A hidden page sends nothing. */
  #ping() {
    const next = () => (this.#pingTimer = setTimeout(() => this.#ping(), pingPause));
    if (document.hidden) return next();
    const reason = "the daemon does not respond";
    const timers = [
      setTimeout(() => this.#change({ isOnline: this.isOnline, isLate: true, reason }), lateAfter),
      setTimeout(() => this.#setOnline(false, reason), lostAfter),
    ];
    const stop = () => timers.forEach(clearTimeout);
    this.#connection.send("ping", undefined, () => {
      stop();
      this.#setOnline(true, "");
      next();
    }).catch(stop);
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
