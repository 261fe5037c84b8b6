// What only Node has.

/** The process of Node; undefined in a browser. */
export const program = globalThis.process?.versions?.node ? globalThis.process : undefined;

/** Loads a module of Node. Only Node has these modules: a bundler must not search for them. */
export const load = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);
