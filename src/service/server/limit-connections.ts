import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Connections beyond the limit that are told so; more are closed without an answer. */
const REFUSED_TOGETHER = 8;

/**
 * Bounds the connections of a server. At the limit, a new connection replaces the one that has been idle longest: clients pool idle
 * connections and reopen them when needed.
 *
 * @param onFull - Called when a connection is refused, because all others have a request.
 * @returns whether a connection is beyond the limit: its request must be refused.
 */
export function limitConnections(
  server: Server,
  most: number,
  onFull: () => void,
): (socket: Socket) => boolean {
  const idle = new Set<Socket>();
  const refused = new WeakSet<Socket>();
  let open = 0;
  server.maxConnections = most + REFUSED_TOGETHER;
  server.on("connection", (socket) => {
    open++;
    socket.once("close", () => {
      open--;
      idle.delete(socket);
    });
    const oldest = open > most ? idle.values().next().value : undefined;
    if (open > most && oldest === undefined) {
      refused.add(socket);
      onFull();
      return;
    }
    // Its `close` comes later: until then it must not be chosen again.
    if (oldest !== undefined) idle.delete(oldest.destroy());
    idle.add(socket);
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on("drop", onFull);
  return (socket) => refused.has(socket);
}
