import {
  type JsonNode,
  readNode,
  settled,
  sortMembers,
  write,
  writtenScalar,
} from "../../../dialect/json/json-node.ts";
import { pathItems } from "../../../dialect/json/path-items.ts";
import { parseSqlJsonPath } from "../../../dialect/json/sql-json-path.ts";
import { cached, script, type ScriptFunction } from "./script-function.ts";

const path = cached(100, parseSqlJsonPath);
const steps = cached(100, (text) => JSON.parse(text) as (string | number)[]);
const variables = cached(100, (text) => {
  const { members } = readNode(text) as Extract<JsonNode, { kind: "object" }>;
  return Object.fromEntries([...members].map(([name, value]) => [JSON.parse(name) as string, value]));
});

export const JSON_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_sort_members: script("(text) -> text", sortMembers),
  svc_settled_json: script("(text) -> text", (text) => write(settled(readNode(text)), false)),
  /** JSON text, path and variables (a JSON object). Null if the path does not apply. */
  svc_json_path: script("(text, text, text) -> texts", (text, of, jsonPath) =>
    pathItems(text, path(of), variables(jsonPath)),
  ),
  svc_json_written: script("(text, text) -> text", (text, of) => writtenScalar(text, steps(of))),
};
