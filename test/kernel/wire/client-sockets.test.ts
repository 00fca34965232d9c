import { expect, test } from "@jest/globals";
import { ClientSockets } from "../../../src/kernel/wire/client-sockets.ts";
import { channelAddress, createConnection } from "../../../src/kernel/wire/connection-file.ts";
import { loadZmq } from "../../../src/kernel/wire/sockets.ts";
import { until } from "../support/start-kernel.ts";

test("drops what is no message, and says so", async () => {
  const connection = await createConnection("svclib");
  const { Publisher } = await loadZmq();
  const kernel = new Publisher();
  await kernel.bind(channelAddress(connection, "iopub"));
  let malformed = 0;
  const received: unknown[] = [];
  const client = await ClientSockets.connect(
    connection,
    (channel) => received.push(channel),
    () => malformed++,
  );
  try {
    await until(async () => {
      await kernel.send("xxxx");
      return malformed > 0;
    });
    expect(received).toEqual([]);
  } finally {
    client.close();
    kernel.close();
  }
});
