import { afterEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { HiveConnection } from "../../../../src/clusters/hive-server/thrift/hive-connection.ts";
import { readHiveOptions } from "../../../../src/clusters/hive-server/thrift/hive-options.ts";

let server: Server;
afterEach(() => {
  server.close();
});

test("an aborted connection is closed, even if the server replies late", async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const options = { url: `hive2://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const stop = new AbortController();
  const opening = HiveConnection.open(readHiveOptions(options), options, "default", stop.signal);
  const [socket] = await accepted;
  socket.resume();
  stop.abort(new Error("stopped"));
  await expect(opening).rejects.toThrow("stopped");
  const closed = once(socket, "close");
  // SASL status: the password is accepted.
  socket.write(Buffer.from([5, 0, 0, 0, 0]));
  await closed;
});
