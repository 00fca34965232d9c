import { once } from "node:events";
import { connect, createServer } from "node:net";

/** Maximum bytes sent per turn. */
const STEP_BYTES = 16 * 1024;
/** Maximum bytes in flight, so that the sender gets the backpressure of a real link. */
const IN_FLIGHT_BYTES = 256 * 1024;

/**
 * A slow link to `target`: every connection gets `bytesPerSecond` towards the client, and each direction takes half of
 * `roundTripMs`. Connections do not share the rate, as on a wide link with a limit per connection.
 */
export async function slowLink(target, { bytesPerSecond, roundTripMs }) {
  const { hostname, port } = new URL(target);
  const sockets = new Set();
  const server = createServer((client) => {
    const service = connect(Number(port), hostname);
    for (const socket of [client, service]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => socket.destroy());
    }
    carry(client, service, { bytesPerSecond: Infinity, delayMs: roundTripMs / 2 });
    carry(service, client, { bytesPerSecond, delayMs: roundTripMs / 2 });
    client.on("close", () => service.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Forwards bytes in order, each after its delay. */
function carry(from, to, { bytesPerSecond, delayMs }) {
  const queue = [];
  let freeAtMs = 0;
  let inFlight = 0;
  let timer = null;
  const pump = () => {
    timer = null;
    const now = performance.now();
    while (queue.length > 0 && queue[0].dueMs <= now) {
      const { bytes } = queue.shift();
      if (bytes === null) return void to.end();
      inFlight -= bytes.length;
      to.write(bytes);
    }
    if (inFlight < IN_FLIGHT_BYTES) from.resume();
    if (queue.length > 0) timer = setTimeout(pump, Math.ceil(queue[0].dueMs - now));
  };
  const add = (bytes) => {
    freeAtMs = Math.max(freeAtMs, performance.now()) + ((bytes?.length ?? 0) / bytesPerSecond) * 1000;
    inFlight += bytes?.length ?? 0;
    queue.push({ bytes, dueMs: freeAtMs + delayMs });
    timer ??= setTimeout(pump, delayMs);
  };
  from.on("data", (bytes) => {
    for (let at = 0; at < bytes.length; at += STEP_BYTES) add(bytes.subarray(at, at + STEP_BYTES));
    if (inFlight >= IN_FLIGHT_BYTES) from.pause();
  });
  from.on("end", () => add(null));
}
