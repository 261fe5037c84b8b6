// Sends the changes that a hand makes: the newest value of each key, at most one a frame, and never a queue of old ones.

/**
 * `seconds` returns the seconds for which a key is set, or undefined.
 *
 * Events: "sent" with the key, result, gesture and seconds in `detail`; "refused" with the key and the error; "idle" with the key
 * when nothing of it waits.
 */
export class Sender extends EventTarget {
  #daemon;
  #waiting = new Map();
  #calling = new Set();
  #gestures = new Map();
  /** The keys of which a value was sent since the last frame. */
  #sent = new Set();
  #seconds;

  constructor(daemon, seconds = () => undefined) {
    super();
    this.#daemon = daemon;
    this.#seconds = seconds;
  }

  /** Whether the daemon has not responded to the last value yet. */
  isBusy(key) {
    return this.#waiting.has(key) || this.#calling.has(key);
  }

  /**
   * Sends a value at once; or, if one was sent since the last frame, when the next frame begins and the daemon has responded to
   * that value. With `clamp`, the daemon takes the nearest valid number.
   */
  send(key, value, clamp = false) {
    if (!this.#gestures.has(key)) this.#gestures.set(key, { key, revisions: new Set() });
    this.#waiting.set(key, { value, clamp });
    this.#advance(key);
  }

  /** Ends a gesture: the values after it are undone separately. */
  endGesture(key) {
    const gesture = this.#gestures.get(key);
    if (!gesture) return;
    gesture.hasEnded = true;
    if (!this.isBusy(key)) this.#gestures.delete(key);
  }

  // Sends the waiting value unless one was sent since the last frame. A page with much to draw has few frames: so no value waits for
  // the next one without need.
  #advance(key) {
    if (!this.#waiting.has(key) || this.#calling.has(key) || this.#sent.has(key)) return;
    const wish = this.#waiting.get(key);
    this.#waiting.delete(key);
    this.#sent.add(key);
    requestAnimationFrame(() => {
      this.#sent.delete(key);
      this.#advance(key);
    });
    this.#call(key, wish);
  }

  async #call(key, { value, clamp }) {
    const gesture = this.#gestures.get(key);
    this.#calling.add(key);
    const seconds = this.#seconds(key);
    const params = { key, value, for: seconds };
    if (clamp) params.clamp = true;
    try {
      const result = await this.#daemon.call("tunables.set", params);
      this.dispatchEvent(new CustomEvent("sent", { detail: { key, result, gesture, seconds } }));
    } catch (error) {
      this.#waiting.delete(key);
      this.dispatchEvent(new CustomEvent("refused", { detail: { key, error } }));
    }
    this.#calling.delete(key);
    if (this.#waiting.has(key)) return this.#advance(key);
    if (gesture?.hasEnded) this.#gestures.delete(key);
    this.dispatchEvent(new CustomEvent("idle", { detail: { key } }));
  }
}
