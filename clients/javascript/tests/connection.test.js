// The connection: without a daemon, after a loss, with a daemon that is wrong.

import assert from "node:assert/strict";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Tuner } from "../tuner.js";
import { Daemon, connection, directory, startDaemon, value } from "./daemon.js";

let daemon;
before(async () => (daemon = await startDaemon()));

test("without a daemon the program has its defaults, and connects when one starts", async () => {
  const late = new Daemon();
  const tuner = late.tuner();
  const radius = tuner.number("late.radius", 12);
  await assert.rejects(radius.set(18), (error) => error.kind === "notConnected" && /No value was changed/.test(error.message));
  await assert.rejects(tuner.ready({ timeout: 50 }), { kind: "notReady" });
  assert.equal(radius.value, 12);
  await late.start();
  after(() => late.stop());
  await tuner.ready();
  await radius.set(18);
  assert.deepEqual([radius.value, tuner.faults], [18, []]);
});

test("after a restart, the program has the values that were set in between", async () => {
  const other = await new Daemon().start();
  after(() => other.stop());
  const tuner = other.tuner();
  const radius = tuner.number("restart.radius", 1);
  await tuner.ready();
  const lost = connection(tuner, false);
  await other.stop();
  await lost;
  assert.equal(radius.value, 1);
  await other.start();
  await other.tuner().call("tunables.set", { key: "restart.radius", value: 2 });
  await value(radius, 2);
});

test("a write whose response is lost has an unknown outcome", async () => {
  const tuner = daemon.tuner();
  const radius = tuner.number("unknown.radius", 1);
  await tuner.ready();
  const written = radius.set(2);
  await new Promise((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
  tuner.close();
  await assert.rejects(written, { kind: "outcomeUnknown" });
});

test("a call for a key that was declared in the same turn follows the declaration", async () => {
  const tuner = daemon.tuner();
  await tuner.ready();
  const radius = tuner.number("turn.radius", 1, { max: 4 });
  await assert.rejects(radius.set(9), { kind: "outOfRange" });
});

test("a callback can close the connection, and another one can follow", async () => {
  await daemon.tuner().call("tunables.set", { key: "close.radius", value: 2 });
  const tuner = daemon.tuner();
  const radius = tuner.number("close.radius", 1);
  const closed = new Promise((resolve) => radius.onChange(() => {
    tuner.close();
    resolve();
  }));
  await closed;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([radius.value, tuner.isConnected, tuner.faults], [2, false, []]);
  await tuner.ready();
  assert.deepEqual([tuner.isConnected, tuner.faults], [true, []]);
});

test("close in the turn of a declaration, a context or an observer has effect, and a later use connects", async () => {
  const names = [];
  let wake;
  const path = await startServer((socket) => socket.on("data", (bytes) => {
    names.push(/"client":"(.*?)"/.exec(bytes)[1]);
    if (names.at(-1) === "last") wake();
  }));
  const uses = [
    (tuner) => tuner.number("a.b", 1),
    (tuner) => (tuner.context = { plan: "pro" }),
    (tuner) => tuner.onConnection(() => {}),
    (tuner) => tuner.subscribe("server", {}, () => {}),
  ];
  for (const use of uses) {
    const tuner = new Tuner({ socket: path, name: "closed" });
    use(tuner);
    tuner.close();
  }
  // The server accepts connections in the order in which they began.
  const last = new Tuner({ socket: path, name: "last" });
  after(() => last.close());
  await new Promise((resolve) => {
    wake = resolve;
    last.number("a.b", 1);
  });
  assert.deepEqual(names, ["last"]);
  const tuner = daemon.tuner();
  await tuner.ready();
  const radius = tuner.number("turn.closed", 1);
  tuner.close();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(tuner.isConnected, false);
  await radius.set(2);
  const scale = tuner.number("turn.later", 1);
  await scale.set(3);
  assert.deepEqual([radius.value, scale.value], [2, 3]);
});

test("close ends a call and ready that wait for a connection", async () => {
  const tuner = new Tuner({ socket: await startServer(() => {}) });
  const waiting = [tuner.number("a.b", 1).set(2), tuner.ready()];
  tuner.close();
  for (const one of waiting) await assert.rejects(one, { kind: "notConnected" });
});

test("an address that is no socket is a fault, once", async () => {
  const faults = [];
  const tuner = new Tuner({ url: "http://[", name: "x" });
  tuner.onFault = ({ message }) => faults.push(message);
  after(() => tuner.close());
  assert.equal(tuner.number("a.b", 1).value, 1);
  await assert.rejects(tuner.call("ping"), { kind: "notConnected" });
  await assert.rejects(tuner.call("ping"), { kind: "notConnected" });
  assert.equal(faults.length, 1);
});

/** Starts a server that sends a text to each connection. */
async function startServer(send) {
  const path = join(directory(), "wrong.sock");
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("data", () => {});
    send(socket);
  });
  await new Promise((resolve) => server.listen(path, resolve));
  after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return path;
}

const greeting = '{"id":1,"result":{"protocol":1}}\n{"id":2,"result":{}}\n';
const subscribed = (result) => `${greeting}{"id":3,"result":${result}}\n`;
const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const wrong = {
  "text that is not JSON": ["hello\n", /JSON/],
  "null": ["null\n", /a message is no object$/],
  "a number": ["7\n", /a message is no object$/],
  "another version of the protocol": ['{"jsonrpc":"2.0","id":1,"result":{"protocol":2}}\n', /its version is 2/],
  "a response without a result": ['{"jsonrpc":"2.0","id":1}\n', /a response has no result$/],
  "a response whose error is text": ['{"jsonrpc":"2.0","id":1,"error":"no"}\n', /a response has no result$/],
  "a greeting of null": ['{"id":1,"result":null}\n', /the result of session.hello is no object$/],
  "a declaration of null": ['{"id":1,"result":{"protocol":1}}\n{"id":2,"result":null}\n', /the result of tunables.declare is no object$/],
  "a subscription of null": [subscribed("null"), /a subscription has no name$/],
  "a subscription of another type": [subscribed("7"), /a subscription has no name$/],
  "a subscription whose name is a number": [subscribed('{"subscription":7,"epoch":"e","revision":1,"values":{"a.b":2}}'), /a subscription has no name$/],
  "a subscription whose name is half of a surrogate pair": [subscribed('{"subscription":"\\ud83d","epoch":"e","revision":1,"values":{"a.b":2}}'), /a subscription has no name$/],
  "values of another type": [subscribed('{"subscription":"t1","epoch":"e","revision":1,"values":7}'), /a subscription has no values$/],
  "an epoch that is half of a surrogate pair": [subscribed('{"subscription":"t1","epoch":"\\ud83d","revision":1,"values":{"a.b":2}}'), /a subscription has no values$/],
  "missed changes that are no list": [subscribed('{"subscription":"t1","epoch":"e","revision":1,"resumed":true,"changes":null}'), /a subscription has no list of values$/],
  "100,000 nested arrays": [subscribed(`{"subscription":"t1","epoch":"e","revision":1,"values":{"a.b":${nested}}}`), /a.b is nested too deep/],
  "bytes that are not UTF-8": [Buffer.from([0x22, 0xff, 0x22, 0x0a]), /encoded data was not valid/],
  "an error that belongs to no request": ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}\n', /no JSON$/],
};

for (const [name, [text, sentence]] of Object.entries(wrong)) {
  test(`${name} changes no value, and is a fault in a sentence`, async () => {
    const tuner = new Tuner({ socket: await startServer((socket) => socket.write(text)) });
    after(() => tuner.close());
    const number = tuner.number("a.b", 1);
    const message = await new Promise((resolve) => (tuner.onFault = (fault) => resolve(fault.message)));
    assert.match(message, sentence);
    assert.equal(number.value, 1);
  });
}

test("after an invalid subscription, the client tries again", async () => {
  let count = 0;
  const path = await startServer((socket) => {
    const name = (count += 1) === 1 ? "[]" : '"t1"';
    const text = subscribed(`{"subscription":${name},"epoch":"e","revision":1,"values":{"a.b":2}}`);
    socket.write(text.replace(/(?<="id":)\d/g, (id) => Number(id) + 3 * (count - 1)));
  });
  const tuner = new Tuner({ socket: path });
  after(() => tuner.close());
  const faults = [];
  tuner.onFault = ({ message }) => faults.push(message);
  const number = tuner.number("a.b", 1);
  await tuner.ready();
  assert.deepEqual([number.value, count, faults.length], [2, 2, 1]);
});

test("a notification of an unknown subscription, or of another type, changes nothing", async () => {
  const begin = '{"id":1,"result":{"protocol":1}}\n{"id":2,"result":{}}\n{"id":3,"result":{"subscription":"t1","epoch":"e","revision":1,"values":{"a.b":2}}}\n';
  const changed = (subscription, one) => `{"method":"tunables.changed","params":{"subscription":"${subscription}","to":2,"changes":[{"key":"a.b","value":${one}}]}}\n`;
  const path = await startServer((socket) => socket.write(begin + changed("t9", 3) + changed("t1", '"text"')));
  const tuner = new Tuner({ socket: path });
  after(() => tuner.close());
  const number = tuner.number("a.b", 1);
  const message = await new Promise((resolve) => (tuner.onFault = (fault) => resolve(fault.message)));
  assert.equal(message, 'a.b is "text", which does not fit its declaration');
  assert.equal(number.value, 2);
});

test("a value that is nested too deep to be compared is ignored, and the other values are used", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const begin = '{"id":1,"result":{"protocol":1}}\n{"id":2,"result":{}}\n{"id":3,"result":{}}\n';
  const path = await startServer((socket) => socket.write(begin + [
    `{"id":4,"result":{"subscription":"t1","epoch":"e","revision":1,"values":{"a.list":${deep},"a.text":${deep},"a.last":2}}}`,
    `{"id":5,"result":{"subscription":"f1","epoch":"e","revision":1,"flags":[{"key":"a.flag","value":${deep}}]}}`,
    `{"method":"tunables.changed","params":{"subscription":"t1","to":2,"changes":[{"key":"a.list","value":${deep}},{"key":"a.last","value":3}]}}\n`,
  ].join("\n")));
  const tuner = new Tuner({ socket: path });
  after(() => tuner.close());
  const faults = [];
  tuner.onFault = ({ message }) => faults.push(message);
  const [list, text, last] = [tuner.json("a.list", [1]), tuner.string("a.text", "x"), tuner.number("a.last", 1)];
  const flag = tuner.flag("a.flag", [2]);
  const seen = [];
  last.onChange((value) => seen.push(value));
  await value(last, 3);
  await tuner.ready();
  assert.deepEqual([list.value, text.value, flag.value, seen, tuner.isConnected], [[1], "x", [2], [2, 3], true]);
  assert.deepEqual(faults, ["list", "text", "flag"].map((name) => `a.${name} is nested too deep, which does not fit its declaration`));
});

test("a value of a daemon that allows 4,000 levels does not end the connection", async () => {
  const other = await startDaemon("--max-nesting", "4064");
  const socket = createConnection(other.socket);
  socket.on("error", () => {});
  const deep = `${"[".repeat(4_000)}${"]".repeat(4_000)}`;
  const written = new Promise((resolve) => socket.on("data", resolve));
  socket.write(`{"jsonrpc":"2.0","id":1,"method":"tunables.set","params":{"key":"deep.list","value":${deep}}}\n`);
  assert.match(String(await written), /"changed":true/);
  socket.destroy();
  const tuner = other.tuner();
  const list = tuner.json("deep.list", []);
  const radius = tuner.number("deep.radius", 1);
  await radius.set(2);
  assert.deepEqual([radius.value, list.value.length + tuner.faults.length], [2, 1]);
});

test("a message can arrive in any pieces, and be as long as 32 MiB", async () => {
  const long = "é".repeat(2 ** 24);
  const text = Buffer.from(`{"id":1,"result":{"protocol":1}}\r\n\r\n{"id":2,"result":{}}\n{"id":3,"result":{"subscription":"t1","epoch":"e","revision":1,"values":{"a.b":"${long}"}}}\n`);
  const path = await startServer((socket) => {
    for (let start = 0; start < 200; start += 1) socket.write(text.subarray(start, start + 1));
    socket.write(text.subarray(200));
  });
  const tuner = new Tuner({ socket: path });
  after(() => tuner.close());
  const live = tuner.string("a.b", "");
  await tuner.ready();
  assert.ok(live.value === long);
});
