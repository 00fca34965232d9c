import { queryCommand } from "./program/query-command.ts";

export const SVC_PRESTO = queryCommand("presto", "Presto");
