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
  // A field of null is null.
  const loose = { loose: true };
  if (computed && mayBeNull(expression.part(property)))
    return part(`op.${get}(${valueOf(value)},${name}??"")`, "unknown", source, loose);
  return part(`op.${get}(${valueOf(value)},${name})`, "unknown", source, loose);
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
