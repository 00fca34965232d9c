import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Bounds the connections of a server. When all are taken, a new one gets the place of the one that has been without a request for longest:
 * clients keep connections that they don't use, and open them again when they need to.
 *
 * @param onFull - Every one has a request; the new one is refused.
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
