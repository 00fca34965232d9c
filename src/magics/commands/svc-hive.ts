import { queryCommand } from "./query-command.ts";

export const SVC_HIVE = queryCommand("hive", "Hive");
