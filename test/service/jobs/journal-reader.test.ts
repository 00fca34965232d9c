import { describe, expect, test } from "@jest/globals";
import { JournalReader } from "../../../src/service/jobs/journal-reader.ts";

function read(...lines: string[]): JournalReader["content"] {
  const reader = new JournalReader("jobs.jsonl");
  for (const line of lines) reader.add(line);
  return reader.content;
}

const job = (id: string, query: string): Record<string, unknown> => ({
  id,
  type: "presto",
  database: "db1",
  query,
  priority: 0,
  retryLimit: 0,
  domainKey: null,
  userName: "ada",
  mayWrite: true,
  createdAtMs: 1,
  status: "queued",
  startedAtMs: null,
  endedAtMs: null,
  columns: null,
  rowCount: null,
  resultSize: null,
  output: "",
  fault: null,
});
const line = (value: object): string => JSON.stringify(value);

describe("JournalReader", () => {
  test("merges changes and drops removed jobs", () => {
    expect(
      read(
        '{"lastId":7}',
        line(job("3", "a")),
        line(job("5", "b")),
        '{"id":"3","status":"running"}',
        '{"id":"5","gone":true}',
      ),
    ).toEqual({ jobs: [{ ...job("3", "a"), status: "running" }], lastId: 7 });
  });

  test("ignores a change after its job was removed", () => {
    expect(read(line(job("5", "b")), '{"id":"5","gone":true}', '{"id":"5","resultSize":3}')).toEqual({
      jobs: [],
      lastId: 5,
    });
  });

  test("keeps unknown fields", () => {
    const newer = { ...job("1", "a"), lease: { seconds: 60 } };
    expect(read(line(newer)).jobs).toEqual([newer]);
  });

  const { query: _query, ...withoutQuery } = job("2", "b");
  const AFTER = "; start the version of svclib that wrote it, or move the file away to start without it.";
  test.each([
    ['{"id', "is damaged"],
    ["null", "is damaged"],
    ["17", "is damaged"],
    ['{"version":2}', "is of another form"],
    [line(withoutQuery), "has a job without the field query"],
    ['{"id":"2","status":"success"}', "has a job without the field type"],
    [line({ ...job("2", "b"), createdAtMs: "2024-05-06" }), "has a field createdAtMs in another form"],
    [line({ ...job("2", "b"), id: 2 }), "has a field id in another form"],
    ['{"id":"1","columns":["n"]}', "has a field columns in another form"],
    ['{"id":"1","status":"paused"}', "has a field status in another form"],
  ])("refuses %s, and names the line", (strange, what) => {
    expect(() => read(line(job("1", "a")), strange, '{"lastId":2}')).toThrow(
      `Line 2 of the job journal jobs.jsonl ${what}${AFTER}`,
    );
  });
});
