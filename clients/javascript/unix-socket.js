// The socket of the daemon, in Node.

import { check } from "./encoding.js";
import { load, program } from "./node.js";

const longestMessage = 2 ** 28;

/** Opens the socket of the daemon. With `mustCheck`, only one that no other user can have put there. */
export const unixSocket = (path, mustCheck) => ({ opened, received, closed }) => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let socket, isHeld, isClosed, reason, parts = [], length = 0;
  const hold = (value) => {
    isHeld = value;
    socket?.[value ? "ref" : "unref"]();
  };
  const read = (bytes) => {
    const [first, ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
    parts.push(first);
    for (const line of lines) {
      received(parts.join(""));
      [parts, length] = [[line], 0];
    }
    check((length += parts.at(-1).length) <= longestMessage, "a message is too long");
  };
  const open = async () => {
    if (mustCheck) await checkOwner(path);
    const { connect } = await load("net");
    if (isClosed) return;
    socket = connect(path, opened).on("error", ({ message }) => (reason = message)).on("close", () => closed(reason));
    socket.on("data", (bytes) => {
      try {
        read(bytes);
      } catch ({ message }) {
        closed(message, true);
      }
    });
    hold(isHeld);
  };
  open().catch(({ message }) => closed(message));
  return { send: (text) => socket.write(`${text}\n`), close: () => ((isClosed = true), socket?.destroy()), hold };
};

// Node cannot ask the kernel for the user of the daemon. So this checks who owns the socket, too.
async function checkOwner(path) {
  const { lstat } = await load("fs/promises");
  const directory = path.slice(0, path.lastIndexOf("/"));
  const [{ uid, mode }, socket] = await Promise.all([lstat(directory), lstat(path)]);
  const isOwn = (owner) => owner === 0 || owner === program.getuid();
  check(isOwn(uid) && isOwn(socket.uid), `${path} belongs to another user`);
  check((mode & 0o170022) === 0o040000, `${directory} is no directory that only its owner can write to`);
}
