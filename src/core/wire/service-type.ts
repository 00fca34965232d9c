// This folder: what is on the wire, for client and service: types, MessagePack, Arrow, headers, local tables.

import { scalarType, type ColumnKind, type TypeForm } from "../../dialect/types/scalar-types.ts";

/** A parsed type of the service. */
export type ServiceType = TypeForm;

/** How a column of this type is stored; `value` (plain JavaScript values) for unknown types. */
export function columnKind({ name }: ServiceType): ColumnKind {
  return scalarType(name)?.kind ?? (/^(time|interval)/.test(name) ? "text" : "value");
}

/** Whether the values are dates or timestamps, with or without a zone. */
export const isMoment = ({ name }: ServiceType): boolean => scalarType(name)?.ts === "Date";

/** Digits behind the point of a decimal. */
export const scaleOf = ({ parameters }: ServiceType): number => parameters?.[1] ?? 0;

const NESTED = new Set(["array", "map", "row", "struct", "uniontype"]);

/** Parses a type in either dialect's spelling; accepts any text. */
export function parseServiceType(text: string): ServiceType {
  const { name, inside, parts, fields } = dividedType(text);
  if (inside === null) return { name, inner: [], fieldNames: [] };
  if (!NESTED.has(name))
    return { name, inner: [], fieldNames: [], parameters: inside.split(",").map(Number) };
  return { name, inner: parts.map(parseServiceType), fieldNames: fields };
}

/**
 * The type of what a value of a nested type contains: an array's entries, a map's values, a row's field. Undefined for other types.
 *
 * @param member - The name of the field, or its place in a row whose fields have no names.
 */
export function memberType(text = "", member?: unknown): string | undefined {
  const { name, parts, fields } = dividedType(text);
  if (name === "array") return member === "length" ? undefined : parts[0];
  if (name === "map") return member === undefined ? undefined : parts[1];
  const at = fields.includes("") ? Number(member) : fields.indexOf(String(member));
  return parts[at];
}

/** A type's name, the text in its brackets, the types there and the names of fields, `""` for unnamed ones. */
function dividedType(text: string): {
  readonly name: string;
  readonly inside: string | null;
  readonly parts: readonly string[];
  readonly fields: readonly string[];
} {
  const lower = text.trim();
  const open = /[(<]/.exec(lower)?.index ?? -1;
  if (open < 0) return { name: lower.toLowerCase(), inside: null, parts: [], fields: [] };
  const close = matchingClose(lower, open);
  const name = (lower.slice(0, open) + lower.slice(close + 1)).trim().toLowerCase().replace(/\s+/g, " ");
  const inside = lower.slice(open + 1, close);
  if (!NESTED.has(name)) return { name, inside, parts: [], fields: [] };
  const parts = splitTopLevel(inside).map((part) => part.trim());
  if (name !== "row" && name !== "struct") return { name, inside, parts, fields: [] };
  const fields = parts.map(splitField);
  return { name, inside, parts: fields.map(({ type }) => type), fields: fields.map((field) => field.name) };
}

/** Brackets and commas outside quotes from `start` on, with their offsets and the depth after them. */
function* marks(text: string, start = 0): Generator<{ char: string; at: number; depth: number }> {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"') quoted = !quoted;
    if (quoted || !"(<,>)".includes(char)) continue;
    if (char !== ",") depth += char === "(" || char === "<" ? 1 : -1;
    yield { char, at, depth };
  }
}

function matchingClose(text: string, open: number): number {
  for (const { char, at, depth } of marks(text, open)) if (char !== "," && depth === 0) return at;
  return text.length;
}

function splitTopLevel(text: string): string[] {
  const commas = [...marks(text)].filter(({ char, depth }) => char === "," && depth === 0);
  const ends = [...commas.map(({ at }) => at), text.length];
  const parts = ends.map((end, i) => text.slice(i === 0 ? 0 : (ends[i - 1] as number) + 1, end));
  return parts.length === 1 && text.trim() === "" ? [] : parts;
}

/** Parses a field: `a bigint`, `"b c" varchar` (presto), `a:bigint` (hive), or a type without a name. */
function splitField(field: string): { name: string; type: string } {
  const [, quotedName, quotedType] = /^"((?:[^"]|"")*)"\s*(.*)$/s.exec(field) ?? [];
  if (quotedName !== undefined) return { name: quotedName.replaceAll('""', '"'), type: quotedType ?? "" };
  const [, plainName, plainType] = /^([\p{L}\p{N}_$]+)\s*(?::|\s)\s*(.+)$/su.exec(field) ?? [];
  // Without a field name, `timestamp with time zone` and `double precision` look like a named field.
  const isType = /^(with(out)? time zone|precision)$/i.test(plainType ?? "");
  if (plainName === undefined || plainType === undefined || isType) return { name: "", type: field };
  return { name: plainName, type: plainType };
}
