// This folder: the listener: connections, requests in turn, the end when idle.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { readFileSync } from "node:fs";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ByteAccount } from "../limits/byte-account.ts";
import type { App } from "../http/create-app.ts";
import { fileBodyOf, writeFileBody } from "../http/file-body.ts";
import { whenBroken } from "../http/stream-response.ts";
import { errorBody, SettingError } from "../../engine/errors/fault.ts";
import { faultFields, type Log } from "../../engine/errors/log.ts";
import { addressOf, inTurn } from "./requests-in-turn.ts";

export interface Listening {
  /** `http://host:port`, without a trailing slash. */
  readonly url: string;
  readonly server: Server;
  /** Stops accepting connections, lets running replies finish for a moment, then closes them. */
  close(): Promise<void>;
}

/** Time limit of running replies on close. */
const DRAIN_MS = 2000;
/** Time limits of a request's head, of a whole request, and of inactivity. */
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 3_600_000;
const SILENCE_TIMEOUT_MS = 600_000;
const MAX_CONNECTIONS = 2000;
/** Reserve of file descriptors for results, uploads and the engine, where the limit is low. */
const OTHER_FILES = 96;
const MIN_CONNECTIONS = 8;
const LOG_FULL_EVERY_MS = 60_000;

export interface ListenOptions {
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  /** For faults outside of requests. */
  readonly log?: Log;
  /** Maximum concurrent connections. */
  readonly most?: number;
  /** Memory of requests that wait for their turn. */
  readonly account?: ByteAccount;
}

/** Serves the app on a socket. */
export async function listen(app: App, options: ListenOptions): Promise<Listening> {
  const {
    host,
    port,
    log = () => undefined,
    most = mostConnections(),
    account = new ByteAccount(),
  } = options;
  const server = createServer();
  const enter = limitConnections(server, most, fullLog(log, most));
  const answer = async (
    request: Request,
    { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  ): Promise<Response> => {
    const address = addressOf(incoming.socket);
    const response = await app(request, { address, whenSent: (sent) => void outgoing.once("close", sent) });
    const onBroken = (error: unknown): void => {
      log({ event: "answer_broken", ...faultFields(error) });
      // After the head, a truncated body is the only way to signal an error. In HTTP/1.0, where a body of unknown length ends with its
      // connection, a reset is.
      if (incoming.httpVersionMinor === 0) incoming.socket.resetAndDestroy();
      else outgoing.destroy();
    };
    const file = fileBodyOf(response);
    if (file === null) {
      whenBroken(response, onBroken);
      return response;
    }
    await writeFileBody(outgoing, response, file).catch(onBroken);
    return RESPONSE_ALREADY_SENT;
  };
  const handle = getRequestListener(answer as Parameters<typeof getRequestListener>[0], { hostname: host });
  const begin = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (enter(incoming, outgoing)) void handle(incoming, outgoing);
    else refuse(outgoing, most);
  };
  server.on("request", inTurn(begin, account));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(listenFault(cause, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      server.on("error", (error) => log({ event: "unexpected_fault", ...faultFields(error) }));
      resolve();
    });
  });
  // Clients keep their connection between polls of a job.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.setTimeout(SILENCE_TIMEOUT_MS);
  const address = server.address() as AddressInfo;
  return {
    server,
    url: `http://${reachableName(address)}:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
        server.close((error) => {
          clearTimeout(cut);
          if (error) reject(error);
          else resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Logs that connections are refused, at most once a minute. */
function fullLog(log: Log, most: number): () => void {
  let loggedMs = -Infinity;
  return () => {
    if (performance.now() - loggedMs < LOG_FULL_EVERY_MS) return;
    loggedMs = performance.now();
    log({ event: "connections_full", most });
  };
}

/** Answers a connection beyond the limit, which is closed behind it. */
function refuse(outgoing: ServerResponse, most: number): void {
  const text = `The service answers on all of its ${most} connections; ask again in a second. Its limit of open files sets how many it has (ulimit -n).`;
  const headers = { connection: "close", "retry-after": "1", "content-type": "application/json" };
  outgoing.writeHead(503, headers).end(JSON.stringify(errorBody(text)));
}

function mostConnections(): number {
  return Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, openFileLimit() - OTHER_FILES));
}

/** 0.0.0.0 and :: are not addresses a client can connect to. */
function reachableName({ address, family }: AddressInfo): string {
  if (address === "0.0.0.0") return "127.0.0.1";
  if (address === "::") return "[::1]";
  return family === "IPv6" ? `[${address}]` : address;
}

function listenFault(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code !== "EADDRINUSE")
    return new SettingError(`Can't listen on ${host}:${port}: ${cause.message}`, { cause });
  return new SettingError(
    `Port ${port} of ${host} is in use by another program; choose another one, or 0 for a free one.`,
    {
      cause,
    },
  );
}

/** Maximum open files and sockets of this process; infinite if unknown. */
function openFileLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files {1,40}(\d{1,15})/m.exec(limits)?.[1];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

/** Connections accepted beyond the limit, so that their requests get an answer: 503 with the reason. */
const BEYOND = 32;

/** @returns false when the request must be refused. */
type Enter = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Limits the connections of a server that have a request. Idle ones are closed to make room, the longest idle first: clients pool idle
 * connections and reopen them when needed.
 *
 * @param onFull - Called when a request is refused because the limit is reached.
 * @returns to be called when a request's turn has come.
 */
function limitConnections(server: Server, most: number, onFull: () => void): Enter {
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
