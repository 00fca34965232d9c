import type { ExpressionReader } from "./expression-reader.ts";
import { comparison } from "./comparison.ts";
import { memberFacts } from "./members.ts";
import { mayBeNull, part, valueOf, type ExpressionNode, type Part } from "./part.ts";
import { laterValue, Unreadable } from "./expression-refusals.ts";

/** The body of an expression that is a function with statements; what it gives is of unknown kind. */
export function blockText(expression: ExpressionReader, node: ExpressionNode): Part {
  return part(statement(expression, node), "unknown", expression.textOf(node), { loose: true });
}

function statement(expression: ExpressionReader, node: ExpressionNode): string {
  const at = (key: string): ExpressionNode => node[key] as ExpressionNode;
  const all = (nodes: unknown): string =>
    (nodes as ExpressionNode[])
      .filter(({ type }) => type !== "EmptyStatement")
      .map((one) => {
        const code = statement(expression, one);
        return code === "" || /^(?:Block|If|Switch)/.test(one.type) ? code : `${code};`;
      })
      .join("");
  switch (node.type) {
    case "BlockStatement":
      return `{${all(node["body"])}}`;
    case "ReturnStatement":
      return `return ${node["argument"] === null ? "undefined" : expression.value(at("argument"))}`;
    case "IfStatement":
      return `if(${expression.condition(at("test"))})${braced(expression, at("consequent"))}${node["alternate"] === null ? "" : ` else ${braced(expression, at("alternate"))}`}`;
    case "SwitchStatement": {
      // Each case asks, as `===` between two values does.
      const value = expression.part(at("discriminant"));
      const name = `svc$switch${expression.places.next()}`;
      const variable = renamed(value, name);
      const cases = (node["cases"] as ExpressionNode[]).map((one) => {
        const test = one["test"] as ExpressionNode | null;
        const asks =
          test &&
          comparison("===", variable, expression.part(test), expression.places, expression.textOf(one));
        return `${asks === null ? "default" : `case ${valueOf(asks)}`}:${all(one["consequent"])}`;
      });
      return `const ${name}=${valueOf(value)};switch(true){${cases.join("")}}`;
    }
    case "ExpressionStatement":
      return expression.value(at("expression"));
    case "BreakStatement":
      if (node["label"] !== null) throw new Unreadable();
      return "break";
    case "VariableDeclaration": {
      const declarations = (node["declarations"] as ExpressionNode[]).map((one) =>
        declaration(expression, one),
      );
      const codes = declarations.filter((one) => one !== "");
      return codes.length === 0 ? "" : `${node["kind"] as string} ${codes.join(",")}`;
    }
    default:
      throw new Unreadable();
  }
}

/** The variable that keeps a value. */
function renamed(of: Part, code: string): Part {
  const { constant: _, whole: __, picked: ___, ...facts } = of;
  return { ...facts, code, loose: false, checked: mayBeNull(of) ? [code] : [] };
}

const braced = (expression: ExpressionReader, node: ExpressionNode): string =>
  node.type === "BlockStatement" ? statement(expression, node) : `{${statement(expression, node)}}`;

function declaration(expression: ExpressionReader, node: ExpressionNode): string {
  const id = node["id"] as ExpressionNode;
  const from = node["init"] as ExpressionNode | null;
  if (from === null) throw laterValue(expression.textOf(node));
  const fields = id.type === "ObjectPattern" ? (id["properties"] as ExpressionNode[]) : [];
  if (fields.some((field) => field.type !== "Property" || field["computed"] === true)) throw new Unreadable();
  const named = fields.map((field) => {
    const key = field["key"] as ExpressionNode;
    return [String(key["name"] ?? key["value"]), field["value"] as ExpressionNode] as const;
  });
  const row = expression.names.rowOf(from);
  if (row !== null && fields.length > 0) {
    for (const [name, alias] of named) {
      if (alias.type !== "Identifier") throw new Unreadable();
      const own = alias["name"] as string;
      expression.names.setVariable(own, () => expression.names.column(name, row, own));
    }
    return "";
  }
  const init = expression.part(from);
  const variable = (name: ExpressionNode, of: Part | null, key?: unknown): string => {
    if (name.type !== "Identifier") throw new Unreadable();
    // With a mark of its own, as rows and parameters are `svc$d` and `svc$p`.
    const code = `svc$_${name["name"] as string}`;
    const named =
      of === null
        ? { ...part(code, "unknown", name["name"] as string, { checked: [code] }), ...memberFacts(init, key) }
        : { ...renamed(of, code), source: name["name"] as string };
    expression.names.setVariable(name["name"] as string, () => named);
    return code;
  };
  if (id.type === "Identifier") return `${variable(id, init)}=${valueOf(init)}`;
  if (id.type === "ArrayPattern")
    return `[${(id["elements"] as (ExpressionNode | null)[]).map((one, i) => (one === null ? "" : variable(one, null, i))).join(",")}]=(${valueOf(init)}??[])`;
  if (fields.length > 0)
    return `{${named.map(([name, alias]) => `${JSON.stringify(name)}:${variable(alias, null, name)}`).join(",")}}=(${valueOf(init)}??{})`;
  throw new Unreadable();
}
