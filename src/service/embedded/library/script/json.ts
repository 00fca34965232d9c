import type { DuckDBValue } from "@duckdb/node-api";
import { itemsAt, sortMembers, type WrittenStep } from "../../../../dialect/json/json-text.ts";
import type { ScriptFunction } from "./script-function.ts";

let lastPath = "";
let lastSteps: readonly WrittenStep[] = [];

export const JSON_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_sort_members: { parameters: ["text"], result: "text", run: sortMembers },
  svc_json_items: {
    parameters: ["text", "text"],
    result: "texts",
    run: (text: string, path: string) => {
      if (path !== lastPath) [lastPath, lastSteps] = [path, JSON.parse(path) as WrittenStep[]];
      return itemsAt(text, lastSteps) as unknown as DuckDBValue;
    },
  },
};
