import { test } from "@jest/globals";
import { ClientSockets } from "../../../src/kernel/wire/client-sockets.ts";
import { createConnection } from "../../../src/kernel/wire/connection-file.ts";
import { ServerSockets } from "../../../src/kernel/wire/server-sockets.ts";
import { until } from "../support/start-kernel.ts";

test("counts connected clients until each has disconnected", async () => {
  const connection = await createConnection("svclib");
  const server = await ServerSockets.bind(connection, () => undefined);
  const connect = (): Promise<ClientSockets> => ClientSockets.connect(connection, () => undefined);
  const clients = [await connect(), await connect()];
  try {
    await until(() => server.clients === 2);
    clients.pop()?.close();
    await until(() => server.clients === 1);
    clients.pop()?.close();
    await until(() => server.clients === 0);
  } finally {
    for (const client of clients) client.close();
    await server.close();
  }
});

test("counts the clients that try to connect before the sockets are bound", async () => {
  const connection = await createConnection("svclib");
  const clients: ClientSockets[] = [];
  for (let i = 0; i < 8; i++) clients.push(await ClientSockets.connect(connection, () => undefined));
  const binding = ServerSockets.bind(connection, () => undefined);
  // The clients connect while this thread is busy, as that of a starting kernel is.
  await new Promise((begun) => setImmediate(begun));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  const server = await binding;
  try {
    await until(() => server.clients === 8);
    for (const client of clients.splice(0)) client.close();
    await until(() => server.clients === 0);
  } finally {
    for (const client of clients) client.close();
    await server.close();
  }
});
