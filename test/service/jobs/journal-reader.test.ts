import { describe, expect, test } from "@jest/globals";
import { JournalReader } from "../../../src/service/jobs/journal-reader.ts";

function read(...lines: string[]): JournalReader["content"] {
  const reader = new JournalReader("jobs.jsonl");
  for (const line of lines) reader.add(line);
  return reader.content;
}

describe("JournalReader", () => {
  test("puts changes together and drops what is gone", () => {
    expect(
      read(
        '{"lastId":7}',
        '{"id":"3","status":"queued","query":"a"}',
        '{"id":"5","query":"b"}',
        '{"id":"3","status":"running"}',
        '{"id":"5","gone":true}',
      ),
    ).toEqual({ jobs: [{ id: "3", status: "running", query: "a" }], lastId: 7 });
  });

  test("makes no job of a change that came after the job was forgotten", () => {
    expect(read('{"id":"5","query":"b"}', '{"id":"5","gone":true}', '{"id":"5","resultSize":3}')).toEqual({
      jobs: [],
      lastId: 5,
    });
  });

  test("names a damaged line", () => {
    expect(() => read('{"lastId":1}', '{"id', '{"lastId":2}')).toThrow(
      "Line 2 of the job journal jobs.jsonl is damaged; move the file away to start without it.",
    );
  });
});
