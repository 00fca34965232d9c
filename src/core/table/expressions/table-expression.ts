// This folder: expressions of a table's verbs: read once, null as SQL has it, methods by value.

import { parse } from "acorn";
import { blockText } from "./block-text.ts";
import { callPart } from "./calls/call-part.ts";
import { kindOf } from "./column-kind.ts";
import { ExpressionNames, type ExpressionPlace, type TypedTable } from "./expression-names.ts";
import type { ExpressionReader } from "./expression-reader.ts";
import { memberPart } from "./members.ts";
import { functionCallOf } from "./calls/op-call.ts";
import { binaryPart, logicalPart, oneKind, unaryPart } from "./operators.ts";
import { mayBeNull, part, Places, strict, truthOf, valueOf, type ExpressionNode, type Part } from "./part.ts";
import { refuseText, Unreadable } from "./expression-refusals.ts";

/** An expression over the rows of a table, or of two that are joined, as it is compiled: read once, for Arquero to run. */
export class TableExpression implements ExpressionReader {
  readonly places = new Places();
  readonly names: ExpressionNames;
  readonly #source: string;
  readonly #body: ExpressionNode;

  /** @throws Unreadable for text that is no expression. */
  constructor(source: string, tables: readonly TypedTable[], place: ExpressionPlace = {}) {
    this.#source = source;
    const root = readTree(source);
    if (root["async"] === true || root["generator"] === true) throw new Unreadable();
    this.names = new ExpressionNames(tables, place, root, source);
    this.#body = /^(?:Arrow)?FunctionExpression$/.test(root.type) ? (root["body"] as ExpressionNode) : root;
  }

  /** The text that Arquero compiles, and the column that the values are of, if they are. */
  compile(): { readonly text: string; readonly result: Part } {
    const { head } = this.names;
    if (this.#body.type === "BlockStatement") {
      const body = blockText(this, this.#body);
      return { text: head + body.code, result: body };
    }
    const result = this.part(this.#body);
    const code = valueOf(result);
    return { text: `${head}${code.startsWith("{") ? `(${code})` : code}`, result };
  }

  /** As {@link compile}, for a criterion, where null is as good as false. */
  compileCriterion(): string {
    return this.#body.type === "BlockStatement"
      ? this.compile().text
      : this.names.head + this.condition(this.#body);
  }

  textOf(node: ExpressionNode): string {
    return this.#source.slice(node.start - PREFIX.length, node.end - PREFIX.length);
  }

  value(node: ExpressionNode): string {
    return valueOf(this.part(node));
  }

  /** Code whose value is true where the node's is; null and false may be taken for each other. */
  condition(node: ExpressionNode): string {
    if (node.type === "LogicalExpression" && node["operator"] !== "??")
      return `(${this.condition(node["left"] as ExpressionNode)}${node["operator"] as string}${this.condition(node["right"] as ExpressionNode)})`;
    if (node.type === "ParenthesizedExpression") return this.condition(node["expression"] as ExpressionNode);
    return truthOf(this.part(node));
  }

  part(node: ExpressionNode): Part {
    const source = this.textOf(node);
    const at = (key: string): ExpressionNode => node[key] as ExpressionNode;
    switch (node.type) {
      case "Literal":
        return this.#literal(node, source);
      case "Identifier":
        return this.names.part(node["name"] as string, source);
      case "TemplateLiteral":
        return this.#template(node, source);
      case "MemberExpression":
        return memberPart(this, node);
      case "ChainExpression":
        return this.part(at("expression"));
      case "CallExpression":
        return callPart(this, node);
      case "NewExpression": {
        const [time, ...more] = node["arguments"] as ExpressionNode[];
        if (at("callee")["name"] !== "Date" || time === undefined || more.length > 0) throw new Unreadable();
        return functionCallOf(this, "parse_date", null, [time], source);
      }
      case "UnaryExpression":
        return unaryPart(this, node["operator"] as string, this.part(at("argument")), source);
      case "BinaryExpression":
        return binaryPart(
          this,
          node["operator"] as string,
          this.part(at("left")),
          this.part(at("right")),
          source,
        );
      case "LogicalExpression":
        return logicalPart(this, node["operator"] as string, at("left"), at("right"), source);
      case "ConditionalExpression": {
        const parts = [this.part(at("consequent")), this.part(at("alternate"))] as const;
        const code = `(${this.condition(at("test"))}?${valueOf(parts[0])}:${valueOf(parts[1])})`;
        return part(code, oneKind(parts), source, {
          loose: parts.some(mayBeNull),
          type: parts[0].type ?? parts[1].type,
        });
      }
      case "ArrayExpression": {
        const items = node["elements"] as (ExpressionNode | null)[];
        return part(
          `[${items.map((item) => (item === null ? "" : this.#item(item))).join(",")}]`,
          "list",
          source,
        );
      }
      case "ObjectExpression":
        return part(this.#object(node), "object", source);
      default:
        throw new Unreadable();
    }
  }

  #item(node: ExpressionNode): string {
    return node.type === "SpreadElement"
      ? `...(${this.value(node["argument"] as ExpressionNode)}??[])`
      : this.value(node);
  }

  #object(node: ExpressionNode): string {
    const fields = (node["properties"] as ExpressionNode[]).map((field) => {
      if (field.type === "SpreadElement") return this.#item(field);
      if (field["kind"] !== "init" || field["method"] === true) throw new Unreadable();
      const key = field["key"] as ExpressionNode;
      const name =
        field["computed"] === true
          ? `[${this.value(key)}]`
          : JSON.stringify(String(key["name"] ?? key["value"]));
      return `${name}:${this.value(field["value"] as ExpressionNode)}`;
    });
    return `({${fields.join(",")}})`;
  }

  #literal(node: ExpressionNode, source: string): Part {
    const { value, raw, regex } = node as unknown as { value: unknown; raw: string; regex?: unknown };
    if (regex !== undefined) return part(raw, "unknown", source);
    return part(raw, value === null ? "unknown" : kindOf(value), source, {
      constant: { value },
      loose: value === null,
    });
  }

  #template(node: ExpressionNode, source: string): Part {
    const quasis = node["quasis"] as { readonly value: { readonly raw: string } }[];
    const parts = (node["expressions"] as ExpressionNode[]).map((one) => this.part(one));
    for (const one of parts) refuseText(one);
    const text = (code: string, i: number): string =>
      parts[i]?.kind === "unknown" ? `op.svc_text(${code})` : code;
    const write = (...codes: string[]): string =>
      `\`${quasis.map(({ value }, i) => value.raw + (i < codes.length ? `\${${text(codes[i] as string, i)}}` : "")).join("")}\``;
    return strict(parts, this.places, write, { kind: "text", source });
  }
}

const PREFIX = "(";

function readTree(source: string): ExpressionNode {
  try {
    const [statement] = parse(`${PREFIX}${source}\n)`, { ecmaVersion: "latest" }).body;
    return (statement as unknown as { expression: ExpressionNode }).expression;
  } catch {
    throw new Unreadable();
  }
}
