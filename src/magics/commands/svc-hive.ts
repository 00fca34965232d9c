import { queryCommand } from "./program/query-command.ts";

export const SVC_HIVE = queryCommand("hive", "Hive");
