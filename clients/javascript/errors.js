// The errors of the client.

export class TunerError extends Error {
  name = "TunerError";

  constructor({ message, data = {}, code }) {
    super(message);
    Object.assign(this, { kind: data.kind, data, code });
  }
}

export const failure = (kind, message, key) => new TunerError({ message, data: { kind, key } });
