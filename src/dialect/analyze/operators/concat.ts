import { commonOf, LONGEST_CHAR } from "../../types/coercion.ts";
import { arrayOf, isText, VARCHAR, type Type, isCollection } from "../../types/type.ts";
import { bindOnce } from "../bind-once.ts";
import { coerce } from "../coerce.ts";
import type { Translation } from "../translation.ts";
import { sqlOf, withType, type Typed } from "../typed.ts";
import { anyNull, chained, commas, engine } from "../../sql/tree.ts";

/** `||` and `concat`: text, binary, arrays, and an array with an element on either side. Null if any part is null. */
export function analyzeConcat(t: Translation, parts: readonly Typed[], pos: number): Typed {
  const array = parts.find((part) => part.type.kind === "array");
  if (array !== undefined && !t.hive) return concatArrays(t, parts, pos);
  const joined = (values: readonly Typed[], type: Type): Typed =>
    withType(chained(sqlOf(values), "||"), type);
  const texts = (): Typed[] => parts.map((part) => coerce(t, padded(part), VARCHAR, pos));
  const char = t.hive ? null : charOf(parts);
  // A text of limited length beside a CHAR is padded too.
  const padded = (part: Typed): Typed =>
    char !== null && part.type.kind === "varchar"
      ? coerce(t, part, { kind: "char", length: part.type.length! }, pos)
      : part;
  const isBinary = ({ type }: Typed): boolean => type.kind === "varbinary";
  if (t.hive) {
    const nested = parts.find((part) => isCollection(part.type));
    if (nested !== undefined) return t.mismatch(`concat takes no ${t.typeName(nested.type)}`, pos);
    return parts.every(isBinary) ? joined(parts, parts[0]!.type) : joined(texts(), VARCHAR);
  }
  const typedParts = parts.filter(({ type }) => type.kind !== "unknown");
  if (typedParts.length > 0 && typedParts.every(isBinary)) return joined(parts, typedParts[0]!.type);
  if (!typedParts.every(({ type }) => isText(type)))
    return t.mismatch(`cannot concatenate ${parts.map((part) => t.typeName(part.type)).join(" and ")}`, pos);
  return joined(texts(), char ?? VARCHAR);
}

/** A char concatenated with a char or varchar of known length is a char. */
function charOf(parts: readonly Typed[]): Type | null {
  const lengths = parts.map(({ type }) =>
    type.kind === "char" || type.kind === "varchar" ? type.length : null,
  );
  const length = parts.length === 2 && !lengths.includes(null) ? lengths[0]! + lengths[1]! : Infinity;
  return length <= LONGEST_CHAR && parts.some(({ type }) => type.kind === "char")
    ? { kind: "char", length }
    : null;
}

function concatArrays(t: Translation, parts: readonly Typed[], pos: number): Typed {
  if (parts.length === 2 && parts.some((part) => part.type.kind === "unknown"))
    return t.mismatch("a null beside an array can be an array or an element; cast it to one", pos);
  // An array less deeply nested than another is an element of it.
  const deepest = Math.max(...parts.map((part) => depth(part.type)));
  const isList = ({ type }: Typed): boolean => depth(type) === deepest;
  const elements = parts.map((part) =>
    part.type.kind === "array" && isList(part) ? part.type.element : part.type,
  );
  const element = commonOf(elements, t.dialect);
  if (element === null)
    return t.mismatch(`cannot concatenate ${parts.map((part) => t.typeName(part.type)).join(" and ")}`, pos);
  const converted = parts.map((part) => coerce(t, part, isList(part) ? arrayOf(element) : element, pos));
  // The engine's list || list treats a null list as empty, and would append a null element.
  const sql = bindOnce(converted, (...names) => {
    const all = names.map((name, i) => (isList(parts[i]!) ? name : engine`[${name}]`));
    return engine`(CASE WHEN ${anyNull(names)} THEN NULL ELSE list_concat(${commas(all)}) END)`;
  });
  return withType(sql, arrayOf(element));
}

const depth = (type: Type): number => (type.kind === "array" ? 1 + depth(type.element) : 0);
