// The arithmetic of sliders: where a number is on its track, and which numbers a hand can reach.

/** Returns the largest of 1, 2 and 5 times a power of ten that is at most `size`. */
export function nice(size) {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = size / power;
  return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1);
}

/** Returns a number without the digits that binary fractions add, as in 0.30000000000000004. */
export const withoutNoise = (value) => Number(value.toPrecision(12));

/** Equal parts of the track are equal differences. */
class EvenTrack {
  constructor(low, high) {
    this.low = low;
    // Half of the largest numbers, whose difference would be infinite.
    this.half = high / 2 - low / 2;
  }

  position = (value) => (this.half > 0 ? (value / 2 - this.low / 2) / this.half : 0);
  value = (position) => this.low + position * this.half + position * this.half;
  /** The size of the differences that matter near a value. */
  scale = () => Math.min(2 * this.half, Number.MAX_VALUE);
}

/** Equal parts of the track are equal factors, away from the low end or, if the range has both signs, from 0. */
class FactorTrack {
  constructor(low, high, typical) {
    this.origin = low < 0 && high > 0 ? 0 : low;
    this.left = this.origin - low;
    this.right = high - this.origin;
    // A typical value is one decade away from the origin; 10 ** 309 is infinite.
    this.decades = Math.min(300, Math.log10(Math.max(this.left, this.right)) - Math.log10(typical) + 1);
    this.middle = this.left > 0 ? 0.5 : 0;
  }

  position = (value) => {
    const isLeft = value < this.origin;
    const reach = isLeft ? this.left : this.right;
    const part = Math.log10((Math.abs(value - this.origin) / reach) * 10 ** this.decades + 1) / this.decades;
    return isLeft ? this.middle * (1 - Math.min(1, part)) : this.middle + (1 - this.middle) * Math.min(1, part);
  };

  value = (position) => {
    const isLeft = position < this.middle;
    const part = isLeft ? 1 - position / this.middle : (position - this.middle) / (1 - this.middle);
    const distance = (isLeft ? this.left : this.right) * ((10 ** (this.decades * part) - 1) / 10 ** this.decades);
    return isLeft ? this.origin - distance : this.origin + distance;
  };

  scale = (value) => {
    const smallest = Math.max(this.left, this.right) / 10 ** this.decades;
    return Math.min(5 * Math.max(Math.abs(value - this.origin), smallest), Number.MAX_VALUE);
  };
}

export class Range {
  /**
   * Makes the range around a value and the default. If the spec leaves an end open, the track has room for both; make
   * it again when a value has left it.
   */
  constructor(spec, value) {
    const given = [value, spec.default].filter(Number.isFinite);
    const low = spec.minimum ?? spec.exclusiveMinimum, high = spec.maximum ?? spec.exclusiveMaximum;
    const distance = (from) => Math.max(...given.map((one) => Math.abs(one - from)), 0);
    const room = 2 * nice(2.5 * Math.max(0.5, distance(low ?? high ?? 0)));
    const isNegative = given.some((one) => one < 0);
    this.isInteger = spec.type === "integer";
    this.step = spec.step;
    this.start = this.step === undefined ? 0 : (spec.minimum ?? 0);
    /** Whether a person can go beyond an end of the track. */
    this.isOpen = low === undefined || high === undefined;
    this.low = low ?? (high !== undefined ? high - room : isNegative ? -room : 0);
    this.high = high ?? (low !== undefined ? low + room : room);
    this.skipsLow = low !== undefined && spec.minimum === undefined;
    this.skipsHigh = high !== undefined && spec.maximum === undefined;
    const typical = distance(this.low < 0 && this.high > 0 ? 0 : this.low);
    const isFar = !this.isOpen && typical > 0 && this.high / 1_000 - this.low / 1_000 > typical;
    this.isFactorial = isFar && !(this.isInteger && this.high - this.low <= 1_000);
    this.track = this.isFactorial ? new FactorTrack(this.low, this.high, typical) : new EvenTrack(this.low, this.high);
  }

  has(value) {
    return value >= this.low && value <= this.high;
  }

  /** Returns the position of a number on the track, from 0 to 1. */
  position(value) {
    return this.track.position(Math.min(this.high, Math.max(this.low, value)));
  }

  /** Returns the number at a position of the track, with few digits. */
  value(position) {
    const value = this.track.value(Math.min(1, Math.max(0, position)));
    return this.#valid(value, this.#unit(value, 500));
  }

  /** Returns the number that is `count` presses of an arrow key away; a press is a step or a hundredth of the track. */
  moved(value, count) {
    const unit = this.#unit(value, 100);
    const isWhole = this.step !== undefined || this.isInteger;
    const move = isWhole ? Math.sign(count) * Math.max(1, Math.round(Math.abs(count))) : count;
    if (this.isOpen) return withoutNoise(value + move * unit);
    return this.#valid(value + move * unit, isWhole ? unit : unit * Math.min(1, Math.abs(count)));
  }

  #unit(value, parts) {
    if (this.step !== undefined) return this.step;
    const unit = nice(this.track.scale(value) / parts);
    return this.isInteger ? Math.max(1, Math.round(unit)) : unit;
  }

  #valid(value, unit) {
    const rounded = this.start + Math.round((value - this.start) / unit) * unit;
    const low = this.skipsLow ? this.low + unit : this.low, high = this.skipsHigh ? this.high - unit : this.high;
    return withoutNoise(Math.min(high, Math.max(low, rounded)));
  }
}
