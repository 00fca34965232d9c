import type { Effect } from "../../system/attempts.ts";
import type { CallName } from "./engine-stub.ts";

/**
 * What a second run of a call would do, if the first was lost with its process: reads, idempotent calls, and statements that have not begun
 * to write, are `repeatable`; a stream that yields the same items is a `read`, and goes on after those already delivered.
 */
const EFFECTS: Readonly<Record<CallName, Effect>> = {
  "statements.toFile": "repeatable",
  "statements.toPages": "repeatable",
  "results.rewrite": "repeatable",
  "results.encode": "read",
  "storage.listDatabases": "repeatable",
  "storage.hasDatabase": "repeatable",
  "storage.createDatabase": "once",
  "storage.deleteDatabase": "once",
  "storage.listTables": "repeatable",
  "storage.showTable": "repeatable",
  "storage.findTable": "repeatable",
  "storage.createTable": "once",
  "storage.deleteTable": "once",
  "storage.swapTables": "once",
  "storage.renameTable": "once",
  "storage.moveTable": "once",
  "storage.updateSchema": "once",
  "storage.setExpireDays": "once",
  "storage.commitStage": "repeatable",
  "storage.expireRows": "repeatable",
  "storage.forgetIds": "repeatable",
  "storage.hasWritten": "repeatable",
  "stages.readAhead": "repeatable",
  "stages.load": "repeatable",
  "stages.has": "repeatable",
  "stages.drop": "repeatable",
  "stages.keep": "repeatable",
  "imports.stageColumns": "repeatable",
  "imports.stageRows": "read",
  "imports.isLoaded": "repeatable",
  "imports.recordLoaded": "once",
  "sessions.read": "repeatable",
};

/** @param name - Closing the process is no call of the engine. */
export function effectOf(name: string): Effect {
  return Object.hasOwn(EFFECTS, name) ? EFFECTS[name as CallName] : "once";
}
