import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, type Service } from "../../../src/service/start-service.ts";
import { runStatement } from "../helpers/run-statement.ts";

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-zone-"));
  service = await startService({ dataDir: folder });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Values of a list of expressions, for a client in Tokyo. */
async function inTokyo(expressions: readonly string[]): Promise<unknown[] | undefined> {
  const { rows, end } = await runStatement(service, `select ${expressions.join(", ")}`, {
    "x-trino-time-zone": "Asia/Tokyo",
  });
  expect(end.error).toBeUndefined();
  return rows[0];
}

// What Trino 476 answers.
test.each([
  ["current_timezone()", "Asia/Tokyo"],
  ["cast(timestamp '2020-01-01 00:00:00' as timestamp with time zone)", "2020-01-01 00:00:00.000 Asia/Tokyo"],
  ["cast(date '2020-01-01' as timestamp with time zone)", "2020-01-01 00:00:00.000 Asia/Tokyo"],
  ["cast('2020-01-01 00:00:00' as timestamp with time zone)", "2020-01-01 00:00:00.000 Asia/Tokyo"],
  [
    "cast(concat('2020-01-01', ' 00:00:00') as timestamp with time zone)",
    "2020-01-01 00:00:00.000 Asia/Tokyo",
  ],
  ["cast(timestamp '2020-01-01 00:00:00 UTC' as timestamp)", "2020-01-01 00:00:00.000"],
  ["from_unixtime(0)", "1970-01-01 09:00:00.000 Asia/Tokyo"],
  ["from_unixtime(0, 'America/New_York')", "1969-12-31 19:00:00.000 America/New_York"],
  ["timestamp '2020-01-01 00:00:00' = timestamp '2019-12-31 15:00:00 UTC'", true],
  ["date '2020-01-01' = timestamp '2019-12-31 15:00:00 UTC'", true],
  ["from_iso8601_timestamp('2020-01-01T00:00:00')", "2020-01-01 00:00:00.000 Asia/Tokyo"],
  ["from_iso8601_timestamp('2020-01-01T00:00:00Z')", "2020-01-01 00:00:00.000 UTC"],
  ["from_iso8601_timestamp('2020-01-01T00:00:00+02:00')", "2020-01-01 00:00:00.000 +02:00"],
  ["from_iso8601_timestamp(concat('2020-01-01', 'T00:00:00'))", "2020-01-01 00:00:00.000 Asia/Tokyo"],
  ["from_iso8601_timestamp(concat('2020-01-01', 'T00:00:00Z'))", "2020-01-01 00:00:00.000 UTC"],
  ["parse_datetime('2020-01-01', 'yyyy-MM-dd')", "2020-01-01 00:00:00.000 Asia/Tokyo"],
  ["date_parse('2020', '%Y')", "2020-01-01 00:00:00.000"],
  ["to_unixtime(timestamp '2020-01-01 00:00:00')", 1577804400],
  ["at_timezone(timestamp '2020-01-01 00:00:00', 'UTC')", "2019-12-31 15:00:00 UTC"],
  ["timestamp '2020-01-01 00:00:00' at time zone 'UTC'", "2019-12-31 15:00:00 UTC"],
  ["with_timezone(timestamp '2020-01-01 00:00:00', 'UTC')", "2020-01-01 00:00:00 UTC"],
  ["date_diff('hour', timestamp '2020-01-01 00:00:00', timestamp '2020-01-01 00:00:00 UTC')", 9],
  ["date_trunc('day', timestamp '2020-01-01 00:00:00 UTC')", "2020-01-01 00:00:00 UTC"],
  ["greatest(date '2020-01-01', timestamp '2020-01-01 00:00:00 UTC')", "2020-01-01 00:00:00 UTC"],
  [
    "coalesce(timestamp '2020-01-01 00:00:00', timestamp '2020-01-01 00:00:00 America/New_York')",
    "2020-01-01 00:00:00 Asia/Tokyo",
  ],
  [
    "cast(cast(timestamp '2020-01-01 00:00:00' as timestamp with time zone) as varchar)",
    "2020-01-01 00:00:00.000 Asia/Tokyo",
  ],
])("%s", async (expression, wanted) => {
  expect(await inTokyo([expression])).toEqual([wanted]);
});

test("current times use the session's zone", async () => {
  const expressions = ["current_timestamp", "now()", "localtimestamp", "current_date", "localtime"];
  const [at, now, local, date, time] = (await inTokyo(expressions)) as string[];
  expect(at).toBe(`${local} Asia/Tokyo`);
  expect(now).toBe(at);
  expect(local).toBe(`${date} ${time}`);
  const tokyoMs = Date.parse(`${date}T${time}+09:00`);
  expect(Math.abs(tokyoMs - Date.now())).toBeLessThan(3_600_000);
});

test("the zone comes from the client or SET TIME ZONE; the default is UTC, unknown ones are refused", async () => {
  const zone = async (headers: Record<string, string>) => {
    const { rows, end } = await runStatement(service, "select current_timezone()", headers);
    return rows[0]?.[0] ?? end.error?.errorName;
  };
  expect(await zone({})).toBe("UTC");
  expect(await zone({ "x-trino-time-zone": "Etc/UTC" })).toBe("UTC");
  expect(await zone({ "x-trino-time-zone": "GMT+9" })).toBe("+09:00");
  expect(await zone({ "x-trino-time-zone": "Nowhere/At_All" })).toBe("NOT_SUPPORTED");
  const set = async (sql: string) => (await runStatement(service, sql)).headers;
  const header = (await set("set time zone 'America/New_York'")).get("x-trino-set-session") ?? "";
  expect(header).toBe("time_zone_id=America%2FNew_York");
  expect(await zone({ "x-trino-time-zone": "Asia/Tokyo", "x-trino-session": header })).toBe(
    "America/New_York",
  );
  expect((await set("set time zone interval '-2' hour")).get("x-trino-set-session")).toBe(
    "time_zone_id=-02%3A00",
  );
  expect((await set("set time zone local")).get("x-trino-clear-session")).toBe("time_zone_id");
  expect((await runStatement(service, "set time zone 'x'")).end.error?.errorName).toBe("NOT_SUPPORTED");
});
