import type { Json, Methods, Notifications } from "./methods.js";

export type { Json, Methods, Notifications };

/** Any value that `JSON.stringify` writes as an array or an object, such as one with a type of the program. */
export type Structured = readonly unknown[] | object;

/** What people and programs see of a tunable. Other keywords of declarations, such as `pattern`, are possible, too. */
export interface Options {
  /** What the value is for. */
  description?: string;
  title?: string;
  /** The unit of the value, such as "px". */
  unit?: string;
  tags?: readonly string[];
  /** A heading for lists. */
  group?: string;
  deprecated?: boolean;
  /** No client can set the key. */
  readOnly?: boolean;
  /** The program uses a new value only after its restart. */
  restart?: boolean;
  /** Hides the value in lists, in the history, in errors and in the log. */
  secret?: boolean;
  [keyword: string]: unknown;
}

export interface NumberOptions extends Options {
  min?: number;
  max?: number;
  step?: number;
  "x-scale"?: "linear" | "log";
}

/** How long a call waits. */
export interface CallOptions {
  /** The milliseconds after which the call fails; by default those of the tuner. */
  timeout?: number;
}

/** How a value is written. */
export interface WriteOptions extends CallOptions {
  /** The seconds after which the daemon restores the value before. */
  for?: number;
  /** Use the nearest valid number instead of an invalid one. */
  clamp?: boolean;
  dryRun?: boolean;
  ifRevision?: number;
}

/** A live value. Its shape is that of a signal and of a store in Svelte. */
export interface Live<T> extends AsyncIterable<T> {
  readonly key: string;
  readonly default: T;
  /** The present value. A read never waits. */
  readonly value: T;
  /** Returns the present value. `get`, `onChange` and `subscribe` need no `this`. */
  readonly get: () => T;
  /** Calls a function with the newest value after each change. Returns the function that ends this. */
  readonly onChange: (observer: (value: T) => void) => () => void;
  /** Calls a function with the present value, then as `onChange`. */
  readonly subscribe: (observer: (value: T) => void) => () => void;
  /** The present value, then the newest one after each change. The loop keeps the process alive. */
  [Symbol.asyncIterator](): AsyncGenerator<T, void, void>;
}

/** A live constant. */
export interface Tunable<T> extends Live<T> {
  /** Sets the value for every process. */
  set(value: T, options?: WriteOptions): Promise<Methods["tunables.set"]["result"]>;
  /** Removes the value that was set. */
  reset(options?: CallOptions): Promise<Methods["tunables.reset"]["result"]>;
  /** Flips a boolean, or sets the next value of an enumeration. */
  toggle(options?: Pick<WriteOptions, "for" | "dryRun" | "timeout">): Promise<Methods["tunables.toggle"]["result"]>;
  /** Returns the origin, the revision and the spec of the value. */
  details(): Promise<Methods["tunables.describe"]["result"]>;
  /**
   * Reports why the program does not use the present value. `tunerctl applied` prints the reason. The refusal ends when the
   * value changes.
   */
  refuse(reason: string): void;
}

/** A feature flag in one context. */
export interface Flag<T> extends Live<T> {
  /** Overrides the flag, for every process and context. */
  set(value: T, options?: Pick<WriteOptions, "for" | "timeout">): Promise<Methods["flags.set"]["result"]>;
  /** Removes the override. */
  reset(options?: CallOptions): Promise<Methods["flags.reset"]["result"]>;
  toggle(options?: Pick<WriteOptions, "for" | "timeout">): Promise<Methods["flags.set"]["result"]>;
  /** Returns the value with its variant and the reason. */
  details(): Promise<Methods["flags.evaluate"]["result"]>;
}

/** Changed values that the daemon reverts after a time, unless the program keeps them. */
export interface Attempt {
  /** The number of the try, for `tunerctl confirm` and `tunerctl cancel`. */
  readonly number: number;
  /** Keeps the changes. Fails if the try has ended. */
  keep(): Promise<void>;
  /** Reverts the changes now. The history shows the reason. */
  cancel(reason?: string): Promise<void>;
}

/** The attributes for the rules of flags, such as `targetingKey`. */
export type Context = { readonly [attribute: string]: unknown };

/** An error of the daemon or of the connection. */
export class TunerError extends Error {
  constructor(error: { message: string; data?: Record<string, unknown>; code?: number });
  /** The name of the reason, such as "outOfRange"; "notConnected": nothing was sent; "outcomeUnknown": no response arrived. */
  readonly kind: string | undefined;
  /** The facts, such as the key. */
  readonly data: Record<string, unknown>;
  readonly code: number | undefined;
}

export interface TunerOptions {
  /** The path of the daemon's socket. */
  socket?: string;
  /** The URL of tunerweb; in a browser, by default the origin of the page. */
  url?: string;
  /** The name of the program in lists and in the history; by default that of its script. */
  name?: string;
  version?: string;
  /** The world of the program; by default that of the variable TUNER_WORLD. */
  world?: string;
  /** The milliseconds after which a call or a write fails; by default 10,000. `Infinity` is no time-out. */
  timeout?: number;
  /** The path of a file that stores the last known values, for a start without a daemon; in Node only. */
  valuesFile?: string;
  /** Parses a message; by default JSON.parse. */
  parse?: (text: string) => unknown;
}

type ParametersOf<Method extends keyof Methods> = {} extends Methods[Method]["params"]
  ? [params?: Methods[Method]["params"], options?: CallOptions]
  : [params: Methods[Method]["params"], options?: CallOptions];

/** How long a try lasts, and what else it changes. */
export type AttemptOptions = Omit<Methods["tunables.try"]["params"], "values"> & CallOptions;

type Family = keyof Methods extends infer Name ? (Name extends `${infer Start}.subscribe` ? Start : never) : never;
type Subscribe<Name extends Family> = Methods[`${Name}.subscribe`];

/** The values of one program. The first use of a value connects in the background. */
export class Tuner {
  constructor(options?: TunerOptions);

  number(key: string, value: number, options?: NumberOptions): Tunable<number>;
  /** Declares a whole number. */
  integer(key: string, value: number, options?: NumberOptions): Tunable<number>;
  boolean(key: string, value: boolean, options?: Options): Tunable<boolean>;
  string(key: string, value: string, options?: Options & { pattern?: string; format?: "color" | "duration" }): Tunable<string>;
  /** Declares one of several values. */
  enumeration<Case extends string>(key: string, value: NoInfer_<Case>, cases: readonly Case[], options?: Options): Tunable<Case>;
  enumeration<T extends number>(key: string, value: NoInfer_<T>, cases: readonly T[], options?: Options): Tunable<T>;
  /** Declares a value whose type is that of its default: also an array or an object. */
  value(key: string, value: number, options?: NumberOptions): Tunable<number>;
  value(key: string, value: boolean, options?: Options): Tunable<boolean>;
  value(key: string, value: string, options?: Options): Tunable<string>;
  value<T extends Structured>(key: string, value: T, options?: Options): Tunable<T>;
  json<T extends Structured>(key: string, value: T, options?: Options): Tunable<T>;

  /** Declares a flag. It is evaluated in the context of the tuner, merged with its own. */
  flag(key: string, value: boolean, context?: Context, options?: { description?: string }): Flag<boolean>;
  flag(key: string, value: string, context?: Context, options?: { description?: string }): Flag<string>;
  flag(key: string, value: number, context?: Context, options?: { description?: string }): Flag<number>;
  flag<T extends object>(key: string, value: T, context?: Context, options?: { description?: string }): Flag<T>;
  /** The context of all flags. A flag keeps its value until the daemon has evaluated the new context. */
  context: Context;

  /** Waits until the daemon has accepted all declarations and sent their values. Fails if the daemon refused one. */
  ready(options?: { timeout?: number }): Promise<void>;
  /** Returns the result of a function whose values are of one revision. The function must not wait. */
  snapshot<T>(read: () => T extends PromiseLike<unknown> ? never : T): T;
  /** Writes several values in one commit: all or none. */
  update(values: { readonly [key: string]: unknown }, options?: WriteOptions): Promise<Methods["tunables.update"]["result"]>;
  /** Changes several values for a time: all or none. The daemon reverts them after `for` seconds. */
  attempt(values: { readonly [key: string]: unknown }, options: AttemptOptions): Promise<Attempt>;
  /**
   * Joins the world of a name; null leaves the world. `{ create: … }` creates a world, which ends with the connection of this
   * tuner. The result is the name.
   */
  world(target: string | null | { create: string | true }): Promise<string | null>;
  /** Calls a method of the daemon. A call waits while the client connects. */
  call<Method extends keyof Methods>(method: Method, ...parameters: ParametersOf<Method>): Promise<Methods[Method]["result"]>;
  /**
   * Subscribes to a family of methods, such as "server", on each connection. The function is called with each result and the
   * parameters of each notification. Returns the function that ends this.
   */
  subscribe<Name extends Family>(
    family: Name,
    params: Subscribe<Name>["params"],
    receive: (message: Partial<Subscribe<Name>["result"]> & Partial<`${Name}.changed` extends keyof Notifications ? Notifications[`${Name}.changed`] : {}>) => void,
  ): () => void;

  /** Whether the daemon has responded to all declarations. */
  readonly isConnected: boolean;
  /** Calls a function with true after each connection, and with false after each loss. Returns the function that ends this. */
  onConnection(observer: (isConnected: boolean) => void): () => void;
  /** Called for each problem that the program can run with; by default prints it on standard error. */
  onFault: (fault: TunerError) => void;
  /** Ends the connection. The values stay. The next use of the tuner connects again. */
  close(): void;
}

// TypeScript infers the type from the cases, not from the default.
type NoInfer_<T> = [T][T extends unknown ? 0 : never];

/** The tuner of this program. */
export const tuner: Tuner;
export default tuner;

/** The result of an evaluation, as in OpenFeature. */
export interface ResolutionDetails<T> {
  value: T;
  variant?: string;
  reason?: string;
  errorCode?: any;
  errorMessage?: string;
  flagMetadata?: any;
}

/** A provider for the server SDK of OpenFeature. */
export class TunerProvider {
  constructor(from?: Tuner);
  readonly metadata: { readonly name: "tuner" };
  readonly runsOn: "server";
  readonly events: any;
  /** Fails without a daemon. The provider is ready when a daemon has started. */
  initialize(): Promise<void>;
  onClose(): Promise<void>;
  resolveBooleanEvaluation(key: string, value: boolean, context?: Context, logger?: unknown): Promise<ResolutionDetails<boolean>>;
  resolveStringEvaluation(key: string, value: string, context?: Context, logger?: unknown): Promise<ResolutionDetails<string>>;
  resolveNumberEvaluation(key: string, value: number, context?: Context, logger?: unknown): Promise<ResolutionDetails<number>>;
  resolveObjectEvaluation<T>(key: string, value: T, context?: Context, logger?: unknown): Promise<ResolutionDetails<T>>;
}
