import type { CallName } from "./engine-stub.ts";

type Retry = "never" | "again" | "resumed";

/**
 * What to do with a call whose process exited: reads, idempotent calls, and statements that have not begun to write, run `again`; a stream
 * that yields the same items is `resumed` after those already delivered.
 */
const RETRIES: Readonly<Record<CallName, Retry>> = {
  "statements.toFile": "again",
  "statements.toPages": "again",
  "results.rewrite": "again",
  "results.encode": "resumed",
  "storage.listDatabases": "again",
  "storage.hasDatabase": "again",
  "storage.createDatabase": "never",
  "storage.deleteDatabase": "never",
  "storage.listTables": "again",
  "storage.showTable": "again",
  "storage.findTable": "again",
  "storage.createTable": "never",
  "storage.deleteTable": "never",
  "storage.swapTables": "never",
  "storage.renameTable": "never",
  "storage.moveTable": "never",
  "storage.updateSchema": "never",
  "storage.setExpireDays": "never",
  "storage.commitStage": "again",
  "storage.expireRows": "again",
  "storage.forgetIds": "again",
  "storage.hasWritten": "again",
  "stages.readAhead": "again",
  "stages.load": "again",
  "stages.has": "again",
  "stages.drop": "again",
  "stages.keep": "again",
  "imports.stageColumns": "again",
  "imports.stageRows": "resumed",
  "imports.isLoaded": "again",
  "imports.recordLoaded": "never",
  "sessions.read": "again",
};

/** @param name - Closing the process is no call of the engine. */
export function retryOf(name: string): Retry {
  return Object.hasOwn(RETRIES, name) ? RETRIES[name as CallName] : "never";
}
