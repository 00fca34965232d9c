import type { ServiceProcess } from "./service-process.ts";

interface Answer {
  readonly nextUri?: string;
  readonly data?: unknown[][];
  readonly error?: { readonly message: string };
}

/** Runs a statement to its end. @returns its rows. */
export async function runStatement(service: ServiceProcess, sql: string): Promise<unknown[][]> {
  const headers = { "x-trino-user": service.apikey, "x-trino-schema": "crash" };
  const rows: unknown[][] = [];
  let response = await fetch(`${service.url}/v1/statement`, { method: "POST", headers, body: sql });
  for (;;) {
    if (!response.ok) throw new Error(`statement: ${response.status} ${await response.text()}`);
    const answer = (await response.json()) as Answer;
    if (answer.error) throw new Error(`${answer.error.message}: ${sql}`);
    rows.push(...(answer.data ?? []));
    if (answer.nextUri === undefined) return rows;
    response = await fetch(answer.nextUri, { headers });
  }
}
