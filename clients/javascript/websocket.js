// The WebSocket of tunerweb.

/** Opens a WebSocket of tunerweb. */
export const webSocket = (url) => ({ opened, received, closed }) => {
  const socket = new WebSocket(url);
  socket.onopen = opened;
  socket.onmessage = ({ data }) => received(data);
  socket.onclose = ({ reason }) => closed(reason);
  return { send: (text) => socket.send(text), close: () => socket.close(), hold() {} };
};
