import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Bounds the connections of a server. At the limit, a new connection replaces the one that has been idle longest: clients pool idle
 * connections and reopen them when needed.
 *
 * @param onFull - Called when a connection is refused, because all others have a request.
 */
export function limitConnections(server: Server, most: number, onFull: () => void): void {
  const idle = new Set<Socket>();
  let open = 0;
  server.maxConnections = most;
  server.on("connection", (socket) => {
    open++;
    socket.once("close", () => {
      open--;
      idle.delete(socket);
    });
    if (open >= most) idle.values().next().value?.destroy();
    idle.add(socket);
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on("drop", onFull);
}
