import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { ClusterError } from "../../../src/engine/errors/fault.ts";
import { faultFields, logJson, logText } from "../../../src/engine/errors/log.ts";
import { SqlError } from "../../../src/dialect/sql-error.ts";

describe("faultFields", () => {
  test("has the position in the source, and nothing of the message", () => {
    const fields = faultFields(
      new Error('Could not convert string "Oslo, 42\n    at home (cell.ts:1:2)" to INT32'),
    );
    expect(fields).toEqual({ fault: "Error", at: expect.stringContaining("log.test.ts:") });
    expect(JSON.stringify(fields)).not.toMatch(/Oslo|home|INT32/);
  });

  test("has the classes and codes of the causes", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:8080"), { code: "ECONNREFUSED" });
    const cluster = new ClusterError("The cluster at h can't be reached", {
      detail: "a cell",
      cause: refused,
    });
    expect(faultFields(cluster)).toMatchObject({
      fault: "ClusterError < Error ECONNREFUSED",
      what: "The cluster at h can't be reached",
    });
    expect(faultFields(new SqlError("DIVISION_BY_ZERO", "7 / 0"))).toMatchObject({
      fault: "SqlError DIVISION_BY_ZERO",
    });
    expect(faultFields("a text with a cell in it")).toEqual({ fault: "string" });
  });

  test("has the operating system's message", () => {
    let error: unknown;
    try {
      readFileSync("/nowhere/results/1");
    } catch (thrown) {
      error = thrown;
    }
    expect(faultFields(error)).toMatchObject({
      fault: "Error ENOENT",
      what: "ENOENT: no such file or directory, open '/nowhere/results/1'",
    });
  });
});

test("an entry is one line of text or of JSON", () => {
  const entry = {
    event: "job_failed",
    job: "7",
    fault: "Error",
    at: "run job-service.ts:12, start x.ts:3",
  } as const;
  expect(logText(entry)).toBe('job failed job=7 fault=Error at="run job-service.ts:12, start x.ts:3"');
  expect(logJson(entry, Date.UTC(2026, 10, 21, 17))).toBe(
    '{"time":"2026-11-21T17:00:00.000Z","event":"job_failed","job":"7","fault":"Error","at":"run job-service.ts:12, start x.ts:3"}',
  );
});
