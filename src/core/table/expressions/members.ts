import { memberType } from "../../wire/service-type.ts";
import { isKeyed, textKind } from "./column-kind.ts";
import { MATH_CONSTANTS } from "./expression-names.ts";
import type { ExpressionReader } from "./expression-reader.ts";
import { mayBeNull, part, strict, valueOf, type ExpressionNode, type Part } from "./part.ts";
import { refuseField, Unreadable } from "./expression-refusals.ts";

/** A field of a row, of the parameters or of a value: `d.price`, `$.rate`, `d.place.city`, `d.name.length`. */
export function memberPart(expression: ExpressionReader, node: ExpressionNode): Part {
  const object = node["object"] as ExpressionNode;
  const property = node["property"] as ExpressionNode;
  const source = expression.textOf(node);
  const computed = node["computed"] === true;
  const row = expression.names.rowOf(object);
  if (row !== null) return expression.names.column(fixedName(expression, property, computed), row, source);
  if (expression.names.isParams(object))
    return expression.names.param(fixedName(expression, property, computed), source);
  if (isGlobal(expression, object, "Math") && Object.hasOwn(MATH_CONSTANTS, property["name"] as string))
    return part(`Math.${property["name"] as string}`, "number", source);
  if (
    isGlobal(expression, object, "Number") &&
    typeof Reflect.get(Number, property["name"] as string) === "number"
  )
    return part(numberCode(Reflect.get(Number, property["name"] as string) as number), "number", source);
  // Variables of a notebook are fields of `exports` in tslab.
  if (!computed && object["name"] === "exports" && expression.names.isUnseen(object))
    throw expression.names.unseen(property["name"] as string);
  const value = expression.part(object);
  const name = computed ? valueOf(expression.part(property)) : JSON.stringify(property["name"]);
  if (name === '"length"' && /^(?:text|list|bytes|json|decimal|interval|moment)$/.test(value.kind))
    return strict([value], expression.places, (code) => `${code ?? ""}.length`, { kind: "number", source });
  if (!computed) refuseField(value, property["name"] as string, source);
  const get = value.kind === "json" ? "svc_json" : "svc_field";
  const key = computed ? expression.part(property) : undefined;
  const code = `op.${get}(${valueOf(value)},${name}${key !== undefined && mayBeNull(key) ? '??""' : ""})`;
  // A field of null is null.
  return {
    ...part(code, "unknown", source, { loose: true }),
    ...memberFacts(value, key === undefined ? property["name"] : key.constant?.value),
  };
}

/**
 * What is known of a member by the service's type of the value that it is of. Decimals are all texts or all numbers in a column.
 *
 * @param name - Undefined if it differs by row.
 */
export function memberFacts(
  of: Part,
  name: unknown,
): Pick<Part, "type" | "values"> & Partial<Pick<Part, "kind">> {
  const type = memberType(of.type, name ?? "");
  const { values } = of;
  if (type === undefined || values === undefined) return {};
  const members = (): Iterable<unknown> => membersOf(values(), name);
  const kind = textKind(type);
  return { type, values: members, ...(isKeyed(kind) && areTexts(members()) ? { kind } : {}) };
}

function* membersOf(values: Iterable<unknown>, name: unknown): Iterable<unknown> {
  for (const value of values)
    if (typeof value === "object" && value !== null)
      if (name === undefined) yield* Object.values(value) as unknown[];
      else yield (value as Readonly<Record<PropertyKey, unknown>>)[name as PropertyKey];
}

/** Whether the first value that is not null is a text. */
function areTexts(values: Iterable<unknown>): boolean {
  for (const value of values) if (value !== null && value !== undefined) return typeof value === "string";
  return false;
}

const isGlobal = (expression: ExpressionReader, node: ExpressionNode, name: string): boolean =>
  node.type === "Identifier" && node["name"] === name && !expression.names.isVariable(name);

/** A number as an expression may have it: Arquero names infinities. */
const numberCode = (value: number): string => (value < 0 ? `(-${numberCode(-value)})` : String(value));

/** The name of a column or parameter, which is the same for all rows. */
function fixedName(expression: ExpressionReader, property: ExpressionNode, computed: boolean): string {
  if (!computed) return property["name"] as string;
  const value = fixedValue(expression, property);
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new Unreadable();
}

function fixedValue(expression: ExpressionReader, node: ExpressionNode): unknown {
  if (node.type === "BinaryExpression" && node["operator"] === "+")
    return (
      (fixedValue(expression, node["left"] as ExpressionNode) as string) +
      (fixedValue(expression, node["right"] as ExpressionNode) as string)
    );
  if (node.type === "TemplateLiteral") {
    const texts = (node["expressions"] as ExpressionNode[]).map((one) => String(fixedValue(expression, one)));
    const quasis = node["quasis"] as { readonly value: { readonly cooked: string } }[];
    return quasis.map(({ value }, i) => value.cooked + (texts[i] ?? "")).join("");
  }
  const { constant } = expression.part(node);
  if (constant === undefined) throw new Unreadable();
  return constant.value;
}
