import { expect } from "@jest/globals";

/** One reply of the statement protocol. */
export interface Answer {
  id: string;
  nextUri?: string;
  columns?: { name: string; type: string; typeSignature: unknown }[];
  data?: unknown[][];
  stats: { state: string };
  error?: {
    errorName: string;
    errorType: string;
    errorCode: number;
    message: string;
    errorLocation?: object;
  };
  updateType?: string;
  updateCount?: number;
  warnings: { warningCode: { name: string }; message: string }[];
}

interface Target {
  readonly url: string;
  readonly apikey: string;
}

/** Sends a statement as Trino's clients do. @param headers - Override the default ones; an empty one is omitted. */
export async function postStatement(
  service: Target,
  sql: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const all = {
    "x-trino-user": service.apikey,
    "x-trino-catalog": "td-presto",
    "x-trino-schema": "test_db",
    "x-trino-client-capabilities": "PARAMETRIC_DATETIME",
    "x-trino-transaction-id": "NONE",
    ...headers,
  };
  const sent = Object.entries(all).filter(([, value]) => value !== "");
  const response = await fetch(`${service.url}/v1/statement`, { method: "POST", body: sql, headers: sent });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** Runs a statement to its end. `headers` are those of all replies. */
export async function runStatement(service: Target, sql: string, headers: Record<string, string> = {}) {
  const answers = [await postStatement(service, sql, headers)];
  const all = new Headers();
  for (let next = answers[0]?.nextUri; next !== undefined; next = answers.at(-1)?.nextUri) {
    const response = await fetch(next);
    for (const [name, value] of response.headers) all.set(name, value);
    answers.push((await response.json()) as Answer);
  }
  const rows = answers.flatMap(({ data = [] }) => data);
  return { answers, rows, headers: all, end: answers.at(-1) as Answer };
}
