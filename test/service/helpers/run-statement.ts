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

type SentHeaders = Readonly<Record<string, string>>;

/** Sends a statement as Trino's clients do. @param headers - Override the default ones; an empty one is omitted. */
export const postStatement = async (service: Target, sql: string, headers?: SentHeaders): Promise<Answer> =>
  (await (await sendStatement(service, sql, headers)).json()) as Answer;

async function sendStatement(service: Target, sql: string, headers: SentHeaders = {}): Promise<Response> {
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
  return response;
}

/** Runs a statement to its end. `headers` are those of all replies. */
export async function runStatement(service: Target, sql: string, headers: Record<string, string> = {}) {
  const answers: Answer[] = [];
  const all = new Headers();
  for (let response = await sendStatement(service, sql, headers); ;) {
    for (const [name, value] of response.headers) all.set(name, value);
    const answer = (await response.json()) as Answer;
    answers.push(answer);
    if (answer.nextUri === undefined) break;
    response = await fetch(answer.nextUri);
  }
  const rows = answers.flatMap(({ data = [] }) => data);
  return { answers, rows, headers: all, end: answers.at(-1) as Answer };
}
