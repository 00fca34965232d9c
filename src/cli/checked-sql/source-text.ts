import type ts from "typescript";
import { quoteIdentifier } from "../../core/sql/sql-literal.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { ProjectSymbols } from "./project-symbols.ts";

/** A place in a source file. */
export interface SourcePosition {
  readonly file: ts.SourceFile;
  readonly offset: number;
}

/** A piece of a statement's text, and where it is in the source: by unit, or as a whole. */
interface TextPiece {
  readonly text: string;
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly offsets: readonly number[] | null;
  readonly value: ts.Expression | null;
}

/** A statement's text, as far as it is known before the program runs. */
export class SourceText {
  readonly text: string;
  /** The values in it: each is `?` in its text. */
  readonly values: readonly ts.Expression[];
  readonly #pieces: readonly TextPiece[];

  constructor(pieces: readonly TextPiece[]) {
    this.#pieces = pieces;
    this.text = pieces.map(({ text }) => text).join("");
    this.values = pieces.flatMap(({ value }) => value ?? []);
  }

  /** Where a unit of the text is in the source. */
  sourceOf(offset: number): SourcePosition {
    let at = offset;
    for (const [i, { text, file, start, offsets }] of this.#pieces.entries()) {
      if (at < text.length || i === this.#pieces.length - 1)
        return { file, offset: start + (offsets?.[Math.min(at, text.length)] ?? 0) };
      at -= text.length;
    }
    throw new Error("a statement has a piece of text");
  }
}

/** The text is made at run time. */
export class RunTimeText extends Error {}

/** Reads the texts of statements: literals, templates, `+`, constants, and the `sql` tag. */
export class TextReader {
  /** Templates of the tag that are part of a text that was read. */
  readonly read = new Set<ts.Node>();
  readonly #symbols: ProjectSymbols;

  constructor(symbols: ProjectSymbols) {
    this.#symbols = symbols;
  }

  /** @throws RunTimeText that says why the text is not known. */
  statement(expression: ts.Expression, dialect: Dialect): SourceText {
    return new SourceText(this.#pieces(expression, dialect, false));
  }

  /** A constant text; null for any other expression. */
  constant(expression: ts.Expression | undefined): string | null {
    if (expression === undefined) return null;
    try {
      return new SourceText(this.#pieces(expression, "presto", false)).text;
    } catch {
      return null;
    }
  }

  #pieces(expression: ts.Expression, dialect: Dialect, inTag: boolean): TextPiece[] {
    const { ts } = this.#symbols;
    const value = this.#symbols.valueOf(expression);
    if (ts.isStringLiteralLike(value)) return [literal(value, value.getStart() + 1, value.end - 1)];
    if (ts.isNumericLiteral(value)) return [whole(value, value.text)];
    if (ts.isTemplateExpression(value)) return this.#template(value, dialect, false);
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return [...this.#pieces(value.left, dialect, inTag), ...this.#pieces(value.right, dialect, inTag)];
    if (ts.isTaggedTemplateExpression(value) && this.#symbols.svclibName(value.tag) === "sql")
      return this.#tagged(value, dialect);
    if (ts.isTaggedTemplateExpression(value) && value.tag.getText() === "String.raw")
      return this.#template(value.template, dialect, true);
    if (ts.isCallExpression(value) && inTag) {
      const inserted = this.#inserted(value, dialect);
      if (inserted !== null) return inserted;
    }
    throw new RunTimeText(this.#reason(expression));
  }

  /** A template whose parts are texts too. */
  #template(template: ts.TemplateLiteral, dialect: Dialect, isRaw: boolean): TextPiece[] {
    return templatePieces(template, isRaw).flatMap((part) =>
      "text" in part ? [part] : this.#pieces(part.expression, dialect, false),
    );
  }

  /** A template of the `sql` tag, in which values are parameters. */
  #tagged(tagged: ts.TaggedTemplateExpression, dialect: Dialect): TextPiece[] {
    this.read.add(tagged);
    let text = "";
    return templatePieces(tagged.template, false).flatMap((part) => {
      const pieces = "text" in part ? [part] : this.#value(part.expression, dialect, text);
      for (const piece of pieces) text += piece.text;
      return pieces;
    });
  }

  #value(expression: ts.Expression, dialect: Dialect, before: string): TextPiece[] {
    const value = this.#symbols.valueOf(expression);
    const { ts } = this.#symbols;
    if (ts.isTaggedTemplateExpression(value) || ts.isCallExpression(value)) {
      const isPart = ts.isTaggedTemplateExpression(value) && this.#symbols.svclibName(value.tag) === "sql";
      if (isPart) return this.#tagged(value, dialect);
      const inserted = ts.isCallExpression(value) ? this.#inserted(value, dialect) : null;
      if (inserted !== null) return inserted;
    }
    if (this.#symbols.isInstance(expression, "SqlText"))
      throw new RunTimeText("a part of the template is made at run time");
    // A list has its parentheses.
    const text = /\bin\s*$/i.test(before) ? "(?)" : "?";
    return [{ ...whole(expression, text), value: expression }];
  }

  /** `sql.raw("...")` and `sql.id("...")` of constants; null for other calls. @throws RunTimeText for others of the two. */
  #inserted(call: ts.CallExpression, dialect: Dialect): TextPiece[] | null {
    const { ts } = this.#symbols;
    const { expression: called, arguments: values } = call;
    if (!ts.isPropertyAccessExpression(called) || this.#symbols.svclibName(called.expression) !== "sql")
      return null;
    const [argument] = values;
    if (argument === undefined) return null;
    if (called.name.text === "raw") return this.#pieces(argument, dialect, false);
    if (called.name.text !== "id") return null;
    const list = this.#symbols.valueOf(argument);
    const names = (ts.isArrayLiteralExpression(list) ? [...list.elements] : [list]).map((name) =>
      this.constant(name),
    );
    if (names.includes(null)) throw new RunTimeText("a name in the template is chosen at run time");
    const quoted = (name: string | null): string =>
      (name ?? "")
        .split(".")
        .map((part) => quoteIdentifier(part, dialect))
        .join(".");
    return [whole(argument, names.map(quoted).join(", "))];
  }

  #reason(expression: ts.Expression): string {
    const { ts } = this.#symbols;
    const value = this.#symbols.valueOf(expression);
    const name = ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) ? value.getText() : null;
    return name === null ? "its text is made at run time" : `${name} is not a constant text`;
  }
}

const whole = (node: ts.Node, text: string): TextPiece => ({
  text,
  file: node.getSourceFile(),
  start: node.getStart(),
  offsets: null,
  value: null,
});

/** The texts and expressions of a template in order. */
function templatePieces(template: ts.TemplateLiteral, isRaw: boolean): (TextPiece | ts.TemplateSpan)[] {
  const file = template.getSourceFile();
  const part = (node: ts.TemplateLiteralLikeNode): TextPiece => {
    // Up to `${`, or the final quote.
    const end = node.end - (file.text.endsWith("${", node.end) ? 2 : 1);
    return literal(node, node.getStart() + 1, end, isRaw);
  };
  if (!("head" in template)) return [part(template)];
  return [part(template.head), ...template.templateSpans.flatMap((span) => [span, part(span.literal)])];
}

function literal(node: ts.LiteralLikeNode, start: number, end: number, isRaw = false): TextPiece {
  const file = node.getSourceFile();
  const source = file.text.slice(start, end);
  const text = isRaw ? source.replaceAll("\r\n", "\n") : node.text;
  return { text, file, start, offsets: literalOffsets(source, isRaw), value: null };
}

/** Escapes of one character. */
const SINGLE = /^[bfnrtv0'"`\\$]$/;

/**
 * For each UTF-16 unit of a literal's value, and for its end, the offset in the literal's source that it comes from.
 *
 * @param source - The inside of a string literal or a part of a template, as written.
 * @param isRaw - Whether it has no escapes.
 */
export function literalOffsets(source: string, isRaw = false): number[] {
  const offsets: number[] = [];
  let at = 0;
  const take = (length: number, units: number): void => {
    for (let unit = 0; unit < units; unit++) offsets.push(at);
    at += length;
  };
  while (at < source.length) {
    const rest = source.slice(at, at + 12);
    // In the value of a template all line ends are \n.
    if (rest.startsWith("\r\n")) take(2, 1);
    else if (isRaw || !rest.startsWith("\\")) take(1, 1);
    else if (SINGLE.test(rest[1] ?? "") && !/^\\0\d/.test(rest)) take(2, 1);
    else take(...escapeOf(rest));
  }
  return [...offsets, at];
}

/** Length of an escape, and of its value. */
function escapeOf(text: string): [length: number, units: number] {
  const lineEnd = /^\\(?:\r\n|[\n\r\u2028\u2029])/.exec(text);
  if (lineEnd) return [lineEnd[0].length, 0];
  const [point, digits] = /^\\u\{([\da-fA-F]+)\}/.exec(text) ?? [];
  if (point !== undefined) return [point.length, Number.parseInt(digits ?? "", 16) > 0xffff ? 2 : 1];
  const [code] = /^\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[0-3]?[0-7]{1,2})/.exec(text) ?? [];
  return code !== undefined ? [code.length, 1] : [2, 1];
}
