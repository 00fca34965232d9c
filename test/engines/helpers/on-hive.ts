import { expect } from "@jest/globals";
import type { RunOptions } from "../../../src/engine/contract/engine.ts";
import { HiveServerRunner } from "../../../src/clusters/hive-server/hive-server-runner.ts";
import { hiveOptions } from "./hive-options.ts";
import { query } from "./rows-of.ts";

/** Runs a statement to its end on the HiveServer2 under test. */
export function onHive(sql: string, options: Partial<RunOptions> = {}): ReturnType<typeof query> {
  return query(new HiveServerRunner(hiveOptions()), sql, { dialect: "hive", ...options });
}

/** Expects an error with the server's message but without its stack or prefix. @param at - Line and column; null: not checked. */
export async function expectRefused(
  sql: string,
  { kind, message, at }: { kind: string; message: string; at: readonly [number, number] | null },
): Promise<void> {
  const error: unknown = await onHive(sql).catch((error: unknown) => error);
  expect(error).toMatchObject({ name: "SqlError", kind, message: expect.stringContaining(message) });
  expect((error as Error).message).not.toMatch(/\n|Exception|== SQL/);
  if (at) expect(error).toMatchObject({ line: at[0], column: at[1] });
}
