// The reports of one connection: which revision the program uses.

/** The time after which the client reports values that the program has not read, in milliseconds. */
const patience = 1_000;
/** The most keys of a list in a report. */
const mostReported = 64;

const listed = (list) => (list.length > 0 ? list.slice(0, mostReported) : undefined);

export class AppliedReports {
  #send;
  #refusing;
  #unread = new Set();
  #revision;
  #mustReport = false;
  #isReporting = false;
  #isOver = false;
  #timer;

  /** `send` sends the parameters of a report. `refusing` returns the values that the program does not use. */
  constructor(send, refusing) {
    this.#send = send;
    this.#refusing = refusing;
  }

  /** Ends the reports, with their connection. */
  end() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** Notes that values have changed, which the program has not read yet. */
  noteChanged(values) {
    for (const value of values) this.#unread.add(value);
  }

  /** Notes that the values of a revision are visible. */
  receive(revision) {
    this.#revision = revision;
    this.#mustReport = true;
    this.#report();
  }

  /** Notes that the program has read a value. */
  noteRead(value) {
    if (!this.#unread.delete(value) || this.#unread.size > 0) return;
    this.#mustReport = true;
    queueMicrotask(() => this.#report());
  }

  /** Notes that the program does not use a value. */
  noteRefusal() {
    this.#mustReport = true;
    this.#report();
  }

  // Reports the newest revision when the program has read its values, or after a time those that it has not read.
  #report(isLate = false) {
    if (this.#isOver || this.#revision === undefined) return;
    clearTimeout(this.#timer);
    if (this.#isReporting || !this.#mustReport) return;
    if (this.#unread.size > 0 && !isLate) {
      this.#timer = setTimeout(() => this.#report(true), patience);
      return this.#timer.unref?.();
    }
    const unread = listed([...this.#unread].map(({ key }) => key));
    const refused = listed(this.#refusing().map(({ key, refusal }) => ({ key, reason: refusal })));
    this.#mustReport = false;
    this.#isReporting = true;
    const end = () => {
      this.#isReporting = false;
      this.#report();
    };
    this.#send({ revision: this.#revision, unread, refused }).then(end, end);
  }
}
