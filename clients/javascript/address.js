// Where the daemon is.

import { program } from "./node.js";
import { unixSocket } from "./unix-socket.js";
import { webSocket } from "./websocket.js";

/** Returns the function that opens a connection to the daemon. */
export function transportOf({ socket = program?.env.TUNER_SOCKET, url }) {
  if (url || !program) {
    const { protocol, host, pathname } = new URL(url ?? "/", globalThis.origin);
    return webSocket(`${protocol.replace("http", "ws")}//${host}${pathname === "/" ? "/rpc" : pathname}`);
  }
  if (socket) return unixSocket(socket, false);
  const runtime = program.env.XDG_RUNTIME_DIR ?? "";
  const directory = runtime.startsWith("/") ? `${runtime}/tuner` : `/tmp/tuner-${program.getuid()}`;
  return unixSocket(`${directory}/tunerd.sock`, true);
}
