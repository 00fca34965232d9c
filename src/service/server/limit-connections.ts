import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Connections accepted beyond the limit, so that their requests get an answer: 503 with the reason. */
const BEYOND = 32;

/**
 * Limits the connections of a server that have a request. Idle ones are closed to make room, the longest idle first: clients pool idle
 * connections and reopen them when needed.
 *
 * @param onFull - Called when a request is refused because the limit is reached.
 * @returns whether a connection's request must be refused.
 */
export function limitConnections(
  server: Server,
  most: number,
  onFull: () => void,
): (socket: Socket) => boolean {
  const idle = new Set<Socket>();
  const refused = new WeakSet<Socket>();
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
  // Before the listener that answers.
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    if (answering >= most) {
      refused.add(socket);
      onFull();
      return;
    }
    answering++;
    response.once("close", () => {
      answering--;
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on("drop", onFull);
  return (socket) => refused.has(socket);
}
