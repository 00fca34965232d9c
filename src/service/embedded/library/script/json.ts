import {
  type JsonNode,
  readNode,
  settled,
  sortMembers,
  write,
  writtenScalar,
} from "../../../../dialect/json/json-node.ts";
import { pathItems } from "../../../../dialect/json/path-items.ts";
import { type ParsedPath, parseSqlJsonPath } from "../../../../dialect/json/sql-json-path.ts";
import { script, type ScriptFunction } from "./script-function.ts";

/** Memoizes the last call, as consecutive rows often repeat a text. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | null = null;
  return (text) => (last?.text === text ? last : (last = { text, value: make(text) })).value;
}

const path = remembering<ParsedPath>(parseSqlJsonPath);
const steps = remembering((text) => JSON.parse(text) as (string | number)[]);
const variables = remembering((text) => {
  const { members } = readNode(text) as Extract<JsonNode, { kind: "object" }>;
  return Object.fromEntries([...members].map(([name, value]) => [JSON.parse(name) as string, value]));
});

export const JSON_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_sort_members: script("(text) -> text", sortMembers),
  svc_settled_json: script("(text) -> text", (text) => write(settled(readNode(text)), false)),
  /** JSON text, path and variables (a JSON object). Null if the path does not apply. */
  svc_json_path: script("(text, text, text) -> texts", (text, of, given) =>
    pathItems(text, path(of), variables(given)),
  ),
  svc_json_written: script("(text, text) -> text", (text, of) => writtenScalar(text, steps(of))),
};
