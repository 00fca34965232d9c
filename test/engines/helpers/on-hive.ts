import { expect } from "@jest/globals";
import type { RunOptions } from "../../../src/service/engine/engine.ts";
import { HiveServerRunner } from "../../../src/service/hive-server/hive-server-runner.ts";
import { hiveOptions } from "./hive-options.ts";
import { query } from "./rows-of.ts";

/** Runs a statement to its end on the HiveServer2 that is tested. */
export function onHive(sql: string, options: Partial<RunOptions> = {}): ReturnType<typeof query> {
  return query(new HiveServerRunner(hiveOptions()), sql, { dialect: "hive", ...options });
}

/** Expects that a statement is refused in the words of its server, without the noise around them. @param at - Line and column; null: not looked at. */
export async function expectRefused(
  sql: string,
  { kind, message, at }: { kind: string; message: string; at: readonly [number, number] | null },
): Promise<void> {
  const error: unknown = await onHive(sql).catch((error: unknown) => error);
  expect(error).toMatchObject({ name: "SqlError", kind, message: expect.stringContaining(message) });
  expect((error as Error).message).not.toMatch(/\n|Exception|== SQL/);
  if (at) expect(error).toMatchObject({ line: at[0], column: at[1] });
}
