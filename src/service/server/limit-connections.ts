import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Connections beyond the limit that are told so; more are closed without an answer. */
const REFUSED_TOGETHER = 32;
/** A connection younger than this may have a request on its way. */
const FRESH_MS = 1000;

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
  /** Those that have had a reply, and when those without a request were opened; the longest waiting first. */
  const idle = new Set<Socket>();
  const fresh = new Map<Socket, number>();
  const refused = new WeakSet<Socket>();
  let open = 0;
  const forget = (socket: Socket): void => {
    idle.delete(socket);
    fresh.delete(socket);
  };
  const replaceable = (): Socket | undefined => {
    for (const socket of idle) return socket;
    for (const [socket, openedMs] of fresh)
      return openedMs < performance.now() - FRESH_MS ? socket : undefined;
    return undefined;
  };
  server.maxConnections = most + REFUSED_TOGETHER;
  server.on("connection", (socket) => {
    open++;
    socket.once("close", () => {
      open--;
      forget(socket);
    });
    if (open > most) {
      const oldest = replaceable();
      if (oldest === undefined) {
        refused.add(socket);
        onFull();
        return;
      }
      // Its `close` comes later: until then it must not be chosen again.
      forget(oldest.destroy());
    }
    fresh.set(socket, performance.now());
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    forget(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on("drop", onFull);
  return (socket) => refused.has(socket);
}
