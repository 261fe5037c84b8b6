// Checked by the TypeScript compiler in strict mode; never run. Each line with @ts-expect-error must be an error.

import tuner, { Tuner, TunerError, TunerProvider, type Attempt, type Flag, type Json, type Live, type Tunable } from "../tuner.js";

const radius: Tunable<number> = tuner.number("ui.radius", 12, { min: 0, max: 40, step: 1, unit: "px", description: "The radius" });
const size: number = radius.value;
const mode: Tunable<"fast" | "slow"> = tuner.enumeration("ui.mode", "fast", ["fast", "slow"]);
// @ts-expect-error: no case
tuner.enumeration("ui.mode", "medium", ["fast", "slow"]);
// @ts-expect-error: another type
tuner.number("ui.radius", "12");
// @ts-expect-error: values are set by `set`
radius.value = 3;
// @ts-expect-error: another type
radius.set("12");
// @ts-expect-error: no case
mode.set("medium");

interface Wind {
  x: number;
  gust?: { speed: number };
}
const wind = tuner.json<Wind>("golf.wind", { x: 1 });
const speed: number | undefined = wind.value.gust?.speed;
const colors: Tunable<string[]> = tuner.value("ui.colors", ["red"]);

const beta: Flag<boolean> = tuner.flag("ui.beta", false, { plan: "pro" });
tuner.context = { targetingKey: "ada" };

const end: () => void = radius.onChange((value) => value.toFixed(1));
const store: Live<boolean> = beta;

async function examples(): Promise<void> {
  await tuner.ready({ timeout: 1_000 });
  const { changed, value }: { changed: boolean; value: Json } = await radius.set(18, { for: 5, clamp: true });
  await tuner.update({ "ui.radius": 3, "ui.mode": "slow" });
  const both: [number, string] = tuner.snapshot(() => [radius.value, mode.value]);
  // @ts-expect-error: a snapshot does not wait
  const late: Promise<number> = tuner.snapshot(async () => radius.value);
  for await (const one of radius) one.toFixed();
  const { values } = await tuner.call("tunables.getAll", { match: "ui.*" });
  const pong = await tuner.call("ping", undefined, { timeout: 500 });
  const attempt: Attempt = await tuner.attempt({ "ui.radius": 30 }, { for: 600, clamp: true, timeout: 500 });
  // @ts-expect-error: the time is missing
  await tuner.attempt({ "ui.radius": 30 }, {});
  await (attempt.number > 0 ? attempt.keep() : attempt.cancel("too slow"));
  radius.refuse("the window is too small");
  // @ts-expect-error: a flag has no refusal
  beta.refuse("the window is too small");
  // @ts-expect-error: no method
  await tuner.call("tunables.nothing", {});
  // @ts-expect-error: the key is missing
  await tuner.call("tunables.get", {});
  // @ts-expect-error: the parameters are missing
  await tuner.call("tunables.get");
  const name: string | null = await tuner.world({ create: true });
  tuner.subscribe("server", {}, ({ flagsVersion, revision }) => [flagsVersion?.length, revision]);
  try {
    await radius.reset();
  } catch (error) {
    if (error instanceof TunerError && error.kind === "outOfRange") console.log(error.data.key);
  }
  void [changed, value, both, late, values, pong, name];
}

const other = new Tuner({ socket: "/run/user/1000/tuner/tunerd.sock", name: "game", timeout: 500, valuesFile: "values.json", world: "w-0123456789abcdef" });
other.onFault = (fault) => console.log(fault.message);
new TunerProvider(other).resolveBooleanEvaluation("ui.beta", false, { targetingKey: "ada" });
void [size, speed, colors, end, store, examples];
