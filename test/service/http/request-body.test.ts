import { expect, test } from "@jest/globals";
import { once } from "node:events";
import { connect } from "node:net";
import type { LogEntry } from "../../../src/engine/errors/log.ts";
import { startTestService } from "../helpers/start-test-service.ts";

test("a client that disconnects in the middle of a request is not logged as a fault of the service", async () => {
  const logged: LogEntry[] = [];
  const service = await startTestService({ log: (entry) => logged.push(entry) });
  await service.post("/v3/database/create/test_db");
  await service.post("/v3/table/create/test_db/rows/log");
  await service.post("/v3/bulk_import/create/session/test_db/rows");
  for (const [method, path] of [
    ["POST", "/v3/job/issue/presto/test_db"],
    ["POST", "/v1/statement"],
    ["PUT", "/v3/table/import/test_db/rows/msgpack.gz"],
    ["PUT", "/v3/bulk_import/upload_part/session/part"],
  ] as const) {
    const begun = [Buffer.from("query=")];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const bytes = begun.shift();
        if (bytes) controller.enqueue(bytes);
        else controller.error(new Error("aborted"));
      },
    });
    const response = await service.request(path, { method, body, duplex: "half" });
    expect([path, response.status, ((await response.json()) as { text: string }).text]).toEqual([
      path,
      400,
      "The request's body broke off before its end.",
    ]);
  }
  expect(logged).toEqual([]);
  await service.remove();
});

test("a small body is read whole, in however many pieces it comes, or breaks off", async () => {
  const logged: LogEntry[] = [];
  const service = await startTestService({ log: (entry) => logged.push(entry) });
  await service.post("/v3/database/create/test_db");
  const begin = (text: string) => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1").on("error", () => undefined);
    const head = `POST /v1/statement HTTP/1.1\r\nHost: x\r\nX-Trino-User: ${service.apikey}\r\nX-Trino-Schema: test_db`;
    socket.write(`${head}\r\nContent-Length: 13\r\n\r\n${text}`);
    return socket;
  };
  const lost = begin("select ");
  const slow = begin("select ");
  await new Promise((resolve) => setTimeout(resolve, 50));
  lost.destroy();
  for (const letter of "7 as n") slow.write(letter);
  const [reply] = (await once(slow, "data")) as [Buffer];
  const [, nextUri = ""] = /"nextUri":"http:\/\/x([^"]*)"/.exec(String(reply)) ?? [];
  expect(await service.json(nextUri)).toMatchObject({ data: [[7]] });
  slow.destroy();
  await service.remove();
  expect(logged.filter(({ event }) => event === "request_failed")).toEqual([]);
});
