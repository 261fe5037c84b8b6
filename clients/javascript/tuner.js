// The client of Tuner for Node and browsers: live constants and feature flags. README.md explains how to use it, and
// tuner.d.ts documents the members that a program uses.

export { Tuner, tuner, tuner as default } from "./client.js";
export { TunerError } from "./errors.js";
export { TunerProvider } from "./openfeature.js";
