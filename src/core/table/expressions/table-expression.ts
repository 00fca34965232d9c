import type { ColumnTable } from "arquero";
import { parse } from "acorn";
import type { Column } from "../columns/column.ts";
import { timeZoneOf } from "../columns/column-display.ts";
import { callPart, functionCallOf } from "./call-part.ts";
import { columnFacts, kindOf } from "./column-kind.ts";
import { binaryPart, logicalPart, oneKind, unaryPart } from "./operators.ts";
import { memberPart } from "./members.ts";
import { ExpressionError, mayBeNull, part, Places, strict, truthOf, valueOf, type Part } from "./part.ts";
import { nullsName, valuesName } from "./number-arrays.ts";
import { NullableColumn } from "../columns/nullable-column.ts";
import { blockText } from "./block-text.ts";
import {
  MATH_CONSTANTS,
  refuseText,
  Unreadable,
  type ExpressionNode,
  type ExpressionReader,
} from "./expression-reader.ts";

export type TypedTable = ColumnTable & { readonly types?: Readonly<Record<string, string>> };

/** What stands where an expression does. */
export interface ExpressionPlace {
  /** Whether values of single rows may only be arguments of aggregates. */
  readonly groups?: boolean;
  /** Takes the names of nullable columns that are read as arrays, see {@link withNumberArrays}; undefined if none may be. */
  readonly arrays?: Set<string> | undefined;
}

/** Names in the compiled text, which no expression uses. */
const ROWS = ["svc$d", "svc$a", "svc$b"] as const;
const PARAMS = "svc$p";

/** An expression over the rows of a table, or of two that are joined, as it is compiled: read once, for Arquero to run. */
export class TableExpression implements ExpressionReader {
  readonly places = new Places();
  readonly source: string;
  /** Names of the function's variables and destructured fields, and what they stand for. */
  readonly variables = new Map<string, () => Part>();
  readonly params: Readonly<Record<string, unknown>>;
  readonly #tables: readonly TypedTable[];
  readonly #rows = new Map<string, number>();
  #paramsName: string | null = null;
  readonly #isFunction: boolean;
  readonly #body: ExpressionNode;
  /** Whether what is read is an argument of an aggregate or a window function. */
  #aggregated = false;
  readonly #place: ExpressionPlace;

  /** @throws Unreadable for text that is no expression. */
  constructor(source: string, tables: readonly TypedTable[], place: ExpressionPlace = {}) {
    this.source = source;
    this.#place = place;
    this.#tables = tables;
    this.params = Object.assign({}, ...[...tables].reverse().map((table) => table.params())) as Record<
      string,
      unknown
    >;
    const root = readTree(source);
    this.#isFunction = /^(?:Arrow)?FunctionExpression$/.test(root.type);
    if (!this.#isFunction) {
      (tables.length > 1 ? ["d1", "d2"] : ["d"]).forEach((name, i) =>
        this.#rows.set(name, tables.length > 1 ? i + 1 : 0),
      );
      this.#paramsName = "$";
      this.#body = root;
      return;
    }
    if (root["async"] === true || root["generator"] === true) throw new Unreadable();
    (root["params"] as ExpressionNode[]).forEach((name, i) => this.#declare(name, i));
    this.#body = root["body"] as ExpressionNode;
  }

  /** The function's parameters: a row, or two, and the table's parameters. */
  #declare(node: ExpressionNode, place: number): void {
    const rows = this.#tables.length;
    const row = place < rows ? (rows > 1 ? place + 1 : 0) : null;
    if (place > rows)
      throw new ExpressionError(
        `an expression is a function of ${rows > 1 ? "two rows" : "a row"} and the parameters: ${this.source.split("=>")[0] ?? ""}`,
      );
    if (node.type === "Identifier") {
      if (row === null) this.#paramsName = node["name"] as string;
      else this.#rows.set(node["name"] as string, row);
      return;
    }
    if (node.type !== "ObjectPattern") throw new Unreadable();
    for (const field of node["properties"] as ExpressionNode[]) {
      const { key, value } = field as unknown as { key?: ExpressionNode; value?: ExpressionNode };
      if (key === undefined || value?.type !== "Identifier") throw new Unreadable();
      const name = String(key.type === "Identifier" ? key["name"] : key["value"]);
      const alias = value["name"] as string;
      this.variables.set(alias, () =>
        row === null ? this.param(name, alias) : this.column(name, row, alias),
      );
    }
  }

  /** The text that Arquero compiles, and the column that the values are of, if they are. */
  compile(): { readonly text: string; readonly result: Part } {
    const rows = this.#tables.length > 1 ? ROWS.slice(1) : ROWS.slice(0, 1);
    const head = `(${rows.join(",")},${PARAMS})=>`;
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
    const { text } = this.#body.type === "BlockStatement" ? this.compile() : { text: "" };
    if (text !== "") return text;
    const rows = this.#tables.length > 1 ? ROWS.slice(1) : ROWS.slice(0, 1);
    return `(${rows.join(",")},${PARAMS})=>${this.condition(this.#body)}`;
  }

  /** Reads the arguments of an aggregate or a window function, which contain no other. */
  within<T>(read: () => T): T {
    if (this.#aggregated) throw new Unreadable();
    this.#aggregated = true;
    try {
      return read();
    } finally {
      this.#aggregated = false;
    }
  }

  textOf(node: ExpressionNode): string {
    return this.source.slice(node.start - PREFIX.length, node.end - PREFIX.length);
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
        return this.#identifier(node["name"] as string, source);
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

  #identifier(name: string, source: string): Part {
    const variable = this.variables.get(name);
    if (variable !== undefined) return variable();
    if (name === "undefined")
      return part("undefined", "unknown", source, { constant: { value: undefined }, loose: true });
    if (name === "NaN" || name === "Infinity")
      return part(name, "number", source, { constant: { value: Number(name) } });
    if (Object.hasOwn(this.params, name)) return this.param(name, source);
    if (name in MATH_CONSTANTS) return part(name, "number", source);
    // Only a text names columns without a row.
    const [table] = this.#tables;
    if (!this.#isFunction && this.#tables.length === 1 && table?.column(name))
      return this.column(name, 0, source);
    if (this.#rows.has(name))
      throw new ExpressionError(
        `${name} is the row, which has fields: ${name}.x; op.row_object() is all of it`,
      );
    if (name === this.#paramsName) throw new ExpressionError(`${name} has the table's parameters: ${name}.x`);
    throw this.unseen(name);
  }

  /** Whether a variable is not of the expression, but of the program around it. */
  isUnseen(node: ExpressionNode): boolean {
    if (node.type !== "Identifier") return false;
    const name = node["name"] as string;
    return (
      !this.variables.has(name) &&
      !this.#rows.has(name) &&
      name !== this.#paramsName &&
      !Object.hasOwn(this.params, name)
    );
  }

  unseen(name: string): ExpressionError {
    const columns = this.#tables.flatMap((table) => table.columnNames());
    if (columns.includes(name))
      return new ExpressionError(`write a column as a field of the row: (d) => d.${name}`);
    if (name === "$") return new ExpressionError("name the parameters beside the row: (d, $) => ...");
    return new ExpressionError(
      `expressions can't see the variable ${name}; pass it with params({ ${name} }) and read it as (d, $) => $.${name}, or use escape(d => ...)`,
    );
  }

  /** Which row a variable is: 0, or 1 and 2 in a join; null if it is none. */
  rowOf(node: ExpressionNode): number | null {
    return node.type === "Identifier" && !this.variables.has(node["name"] as string)
      ? (this.#rows.get(node["name"] as string) ?? null)
      : null;
  }

  isParams(node: ExpressionNode): boolean {
    return node.type === "Identifier" && node["name"] === this.#paramsName;
  }

  param(name: string, source: string): Part {
    if (!Object.hasOwn(this.params, name)) throw new Unreadable();
    const value = this.params[name];
    const missing = value === null || value === undefined;
    const code = `${PARAMS}[${JSON.stringify(name)}]`;
    return part(
      code,
      missing ? "unknown" : kindOf(value),
      source,
      missing ? { loose: true } : { constant: { value } },
    );
  }

  /** @throws Unreadable for a column that the table lacks, which Arquero refuses. */
  column(name: string, row: number, source: string): Part {
    const table = this.#tables[Math.max(0, row - 1)];
    const column = table?.column(name) as Column | undefined;
    if (column === undefined || table === undefined) throw new Unreadable();
    if (this.#place.groups && !this.#aggregated)
      throw new ExpressionError(
        `${source} is the value of one row; a group needs a function of many, such as op.mean(${source})`,
      );
    const type = table.types?.[name];
    const { kind, nullable } = columnFacts(column, type);
    const at = (field: string): string => `${ROWS[row] as string}[${JSON.stringify(field)}]`;
    const whole = at(name);
    const facts = { column: { name, table: row }, type, zone: timeZoneOf(column) };
    if (this.#place.arrays !== undefined && column instanceof NullableColumn) {
      this.#place.arrays.add(name);
      return part(at(valuesName(name)), kind, source, { ...facts, whole, checked: [at(nullsName(name))] });
    }
    return part(whole, kind, source, { ...facts, checked: nullable ? [whole] : [] });
  }

  #template(node: ExpressionNode, source: string): Part {
    const quasis = node["quasis"] as { readonly value: { readonly raw: string } }[];
    const parts = (node["expressions"] as ExpressionNode[]).map((one) => this.part(one));
    for (const one of parts) refuseText(one);
    const write = (...codes: string[]): string =>
      `\`${quasis.map(({ value }, i) => value.raw + (i < codes.length ? `\${${codes[i] as string}}` : "")).join("")}\``;
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
