// A pending try.

/** Changed values that the daemon reverts after a time, unless `keep` is called. */
export class Attempt {
  #call;

  constructor(number, call) {
    this.number = number;
    this.#call = call;
  }

  async keep() {
    await this.#call("tunables.confirm", { try: this.number });
  }

  async cancel(reason) {
    await this.#call("tunables.cancel", { try: this.number, reason });
  }
}
