import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Connections accepted beyond the limit, so that their requests get an answer: 503 with the reason. */
const BEYOND = 32;

/** @returns false when the request must be refused. */
export type Enter = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Limits the connections of a server that have a request. Idle ones are closed to make room, the longest idle first: clients pool idle
 * connections and reopen them when needed.
 *
 * @param onFull - Called when a request is refused because the limit is reached.
 * @returns to be called when a request's turn has come.
 */
export function limitConnections(server: Server, most: number, onFull: () => void): Enter {
  const idle = new Set<Socket>();
  let open = 0;
  let answering = 0;
  const closeIdle = (): void => {
    const [oldest] = idle;
    // Its `close` comes later: until then it must not be chosen again.
    if (oldest !== undefined) idle.delete(oldest.destroy());
  };
  server.maxConnections = most + BEYOND;
  server.on("connection", (socket) => {
    open++;
    socket.once("close", () => {
      open--;
      idle.delete(socket);
    });
    if (open >= most + BEYOND) closeIdle();
    idle.add(socket);
  });
  server.on("drop", onFull);
  return ({ socket }, response) => {
    idle.delete(socket);
    if (answering >= most) {
      onFull();
      return false;
    }
    answering++;
    response.once("close", () => {
      answering--;
      if (!socket.destroyed) idle.add(socket);
    });
    return true;
  };
}
