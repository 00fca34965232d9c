import { queryCommand } from "./query-command.ts";

export const SVC_PRESTO = queryCommand("presto", "Presto");
