import { packedErrors } from "../engine/errors/serialized-error.ts";
import { serveTasks } from "../system/threads/serve-tasks.ts";
import { prepareHiveStatement } from "./hive-server/hive-statement.ts";
import type { PreparedStatements, PrepareTask } from "./prepare-statement.ts";
import { prepareTrinoStatement } from "./trino/trino-statement.ts";

export function prepare({ kind, text, options }: PrepareTask): PreparedStatements[PrepareTask["kind"]] {
  return kind === "trino" ? prepareTrinoStatement(text, options) : prepareHiveStatement(text, options);
}

serveTasks(packedErrors, (task: PrepareTask) => Promise.resolve().then(() => prepare(task)));
