// Prints the time of a read, and its ratio to the read of a property of an object: node tests/benchmark.js

import { Tuner } from "../tuner.js";

const tuner = new Tuner({ socket: "/nonexistent/socket" });
const radius = tuner.number("ui.radius", 12);
class Plain {
  #value = 12;
  get value() {
    return this.#value;
  }
}
const plain = new Plain();
const reads = 200_000_000;

function measure(read) {
  const start = process.hrtime.bigint();
  read();
  return Number(process.hrtime.bigint() - start) / reads;
}

function live() {
  let sum = 0;
  for (let index = 0; index < reads; index += 1) sum += radius.value;
  return sum;
}

function property() {
  let sum = 0;
  for (let index = 0; index < reads; index += 1) sum += plain.value;
  return sum;
}

const times = Array.from({ length: 5 }, () => [measure(live), measure(property)]);
const best = (index) => Math.min(...times.map((pair) => pair[index]));
console.log(`a read: ${best(0).toFixed(2)} ns; a property with a getter: ${best(1).toFixed(2)} ns; ratio ${(best(0) / best(1)).toFixed(2)}`);
