import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ByteAccount, Claim } from "../limits/byte-account.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** What a request that waits takes: its head, and the objects of Node.js. */
const WAITING_BYTES = 32 * 1024;

/** Requests of a connection that wait for the reply before them. */
interface Line {
  readonly waiting: (() => void)[];
  /** Released when none waits. */
  claim: Claim | null;
}

/**
 * Answers the requests of a connection one by one: the next one when the client has read the reply before it. Node.js would start all
 * requests that a client has sent ahead, and hold all their replies. Where too many wait, the connection is closed.
 */
export function inTurn(listener: Listener, account: ByteAccount): Listener {
  const lines = new WeakMap<Socket, Line>();
  const next = (socket: Socket, line: Line): void => {
    // Its close comes here too, by that of the reply in progress.
    if (socket.destroyed) line.waiting.length = 0;
    const begin = line.waiting.shift();
    if (line.waiting.length === 0) {
      line.claim?.release();
      line.claim = null;
    }
    if (begin === undefined) lines.delete(socket);
    else begin();
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { waiting: [], claim: null };
    const begin = (): void => {
      response.once("close", () => next(socket, line));
      listener(request, response);
    };
    if (!lines.has(socket)) {
      lines.set(socket, line);
      return begin();
    }
    line.claim ??= account.claim("address", addressOf(socket));
    try {
      line.claim.add(WAITING_BYTES);
      line.waiting.push(begin);
    } catch {
      line.waiting.length = 0;
      socket.destroy();
    }
  };
}

/** The address of a connection's other end, without the prefix of IPv4 in IPv6. */
export const addressOf = ({ remoteAddress }: Socket): string => (remoteAddress ?? "").replace(/^::ffff:/, "");
