import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { Agent, request as httpRequest } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { corruptBody } from "./corrupt-body.ts";
import { describeFault, type Fault, type FaultPlan } from "./fault-plan.ts";
import { headBytes, rawReply, type RawReply } from "./raw-reply.ts";
import { readRequests, type RawRequest } from "./read-requests.ts";
import { repack } from "./repack.ts";

export interface FaultProxy {
  readonly url: string;
  /**
   * Draws faults from `plan` from now on, and forgets earlier replies: the next run begins.
   *
   * @param unnamed - Replies do not echo request ids, like those of the hosted service.
   */
  use(plan: FaultPlan, unnamed?: boolean): void;
  /** One line per request since `use`. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** Longest stall of a reply; clients give up long before. */
const STALL_MS = 5000;
const KEPT_REPLIES = 8;

/** A proxy between client and service that injects faults. Replies are buffered and written byte by byte. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  let earlier = new Map<string, RawReply[]>();
  let plan: FaultPlan = () => ({ kind: "none" });
  let log: string[] = [];
  let isUnnamed = false;

  const handle = async (request: RawRequest, socket: Socket): Promise<void> => {
    const fault = plan();
    const lines = log;
    const line = lines.push(`${request.method} ${request.path} : ${describeFault(fault)}`) - 1;
    const forward = async (): Promise<RawReply> => {
      const whole = await forwardRequest(target, agent, request);
      const reply = isUnnamed ? withoutName(whole) : whole;
      lines[line] += ` -> ${reply.status}`;
      const route = routeOf(request);
      const kept = earlier.get(route) ?? [];
      earlier.set(route, [reply, ...kept].slice(0, KEPT_REPLIES));
      return reply;
    };
    const stale = (back: number): RawReply | undefined => earlier.get(routeOf(request))?.[back - 1];
    await answer(socket, fault, forward, stale);
  };

  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    void (async () => {
      try {
        for await (const request of readRequests(socket)) await handle(request, socket);
      } catch {
        // The client or the service has closed: either way this connection ends.
        socket.destroy();
      }
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    use: (next, unnamed = false) => {
      plan = next;
      isUnnamed = unnamed;
      log = [];
      earlier = new Map();
    },
    get log() {
      return log;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function withoutName(reply: RawReply): RawReply {
  return { ...reply, headers: reply.headers.filter(([name]) => name !== "x-svc-request") };
}

/** Requests of one route share their replies in a `stale` fault: ids and names in the path are ignored. */
function routeOf({ method, path }: RawRequest): string {
  return `${method} ${path.replace(/\?.*/, "").split("/").slice(0, 4).join("/")}`;
}

function forwardRequest(target: string, agent: Agent, request: RawRequest): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { method, path, body } = request;
    const { connection: _, ...headers } = request.headers;
    const sent = httpRequest(target + path, { method, headers, agent }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => resolve(rawReply(reply.statusCode ?? 0, reply.headers, Buffer.concat(chunks))));
      reply.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function answer(
  socket: Socket,
  fault: Fault,
  forward: () => Promise<RawReply>,
  earlier: (back: number) => RawReply | undefined,
): Promise<void> {
  switch (fault.kind) {
    case "reset-before":
      return void socket.resetAndDestroy();
    case "expired-key":
      return send(
        socket,
        rawReply(401, {}, '{"error":"Authentication failed","message":"The key has expired."}'),
      );
    case "status": {
      if (fault.forwarded) await forward();
      const headers = fault.retryAfter === null ? {} : { "retry-after": fault.retryAfter };
      return send(socket, rawReply(fault.status, headers, `{"message":"injected ${fault.status}"}`));
    }
    case "stale": {
      const old = earlier(fault.back);
      const own = fault.forwarded || old === undefined ? await forward() : null;
      return send(socket, old ?? (own as RawReply));
    }
    default:
      return deliver(socket, fault, await forward());
  }
}

async function deliver(socket: Socket, fault: Fault, reply: RawReply): Promise<void> {
  const head = headBytes(reply);
  switch (fault.kind) {
    case "slow": {
      const bytes = Buffer.concat([head, reply.body]);
      const step = Math.ceil(bytes.length / fault.pieces);
      for (let at = 0; at < bytes.length; at += step) {
        await write(socket, bytes.subarray(at, at + step));
        await pause(1);
      }
      return;
    }
    case "corrupt": {
      const body = corruptBody(reply.body, fault.how, fault.share, isGzip(reply));
      return send(socket, { ...reply, body });
    }
    case "repack":
      return send(
        socket,
        isGzip(reply) ? { ...reply, body: repack(reply.body, fault.how, fault.share) } : reply,
      );
    case "encode":
      return send(socket, {
        ...reply,
        headers: [...reply.headers, ["content-encoding", "gzip"]],
        body: gzipSync(reply.body),
      });
    case "wrong-length":
      await write(socket, headBytes(reply, Math.max(0, reply.body.length + fault.by)));
      await write(socket, reply.body);
      socket.end();
      return;
    case "twice":
      await send(socket, reply);
      if (fault.afterMs > 0) await pause(fault.afterMs);
      return send(socket, reply);
    case "end-at":
      await write(socket, Buffer.concat([head, cut(reply.body, fault.share)]));
      socket.end();
      return;
    case "reset-at":
    case "stall-at": {
      const bytes =
        fault.part === "head" ? cut(head, fault.share) : Buffer.concat([head, cut(reply.body, fault.share)]);
      await write(socket, bytes);
      if (fault.kind === "reset-at") {
        await pause(1);
        socket.resetAndDestroy();
        return;
      }
      await Promise.race([pause(STALL_MS), once(socket, "close")]);
      socket.destroy();
      return;
    }
    default:
      return send(socket, reply);
  }
}

function isGzip({ headers }: RawReply): boolean {
  return headers.some(([name, value]) => name === "content-type" && value === "application/gzip");
}

function cut(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

async function send(socket: Socket, reply: RawReply): Promise<void> {
  await write(socket, Buffer.concat([headBytes(reply), reply.body]));
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || bytes.length === 0) return Promise.resolve();
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
