import type ts from "typescript";
import type { Dialect } from "../../dialect/dialect.ts";
import { EngineFinder, UNKNOWN_ENGINE, type ReadEngine } from "./find-engine.ts";
import { ProjectSymbols } from "./project-symbols.ts";
import type { Project, ProjectProgram } from "./project.ts";
import { TextReader, type SourcePosition, type SourceText } from "./source-text.ts";

/** A statement that a project gives to svclib. */
export interface ProjectStatement {
  readonly engine: ReadEngine;
  readonly symbols: ProjectSymbols;
  readonly source: SourcePosition;
  /** Its text for a dialect. @throws RunTimeText that says why it is not known. */
  text(dialect: Dialect): SourceText;
  /** Its text as TypeScript knows it by type; null where that is only `string`. */
  readonly key: string | null;
}

/** An import whose module TypeScript does not resolve: of what it stands for nothing is known. */
export interface MissingImport {
  readonly source: SourcePosition;
  readonly module: string;
}

/** Statements, the engines that the project makes, and the imports that are missing. */
export interface ProjectStatements {
  readonly statements: readonly ProjectStatement[];
  readonly engines: readonly ReadEngine[];
  readonly missing: readonly MissingImport[];
}

const READS = new Set(["read_svc_query", "read_svc"]);
const METHODS = new Set(["query", "stream"]);
/** A template that is a whole statement, not a part of one. */
const WHOLE = /^\s*(?:--[^\n]*\n\s*)*(?:select|with|insert|create|delete|update|explain)\b/i;

/** Finds the statements in a project's files, or in the given ones, in the order of the files; and the engines of all files. */
export function findStatements(project: Project, files: ReadonlySet<string> | null): ProjectStatements {
  const parts = project.programs.map((program) => inProgram(project, program, files));
  return {
    statements: parts.flatMap(({ statements }) => statements),
    engines: parts.flatMap(({ engines }) => engines),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

function inProgram(
  { ts }: Project,
  { program, files: ownFiles }: ProjectProgram,
  files: ReadonlySet<string> | null,
): ProjectStatements {
  const symbols = new ProjectSymbols(ts, program);
  const texts = new TextReader(symbols);
  const finder = new EngineFinder(symbols, texts);
  const statements: ProjectStatement[] = [];
  const templates: ts.TaggedTemplateExpression[] = [];
  const engines: ReadEngine[] = [];
  const missing: MissingImport[] = [];

  const add = (node: ts.Expression, engine: ReadEngine): void => {
    const value = symbols.valueOf(node);
    if (ts.isConditionalExpression(value)) {
      add(value.whenTrue, engine);
      add(value.whenFalse, engine);
      return;
    }
    const source = { file: node.getSourceFile(), offset: node.getStart() };
    const type = symbols.checker.getTypeAtLocation(node);
    const key = type.isStringLiteral() ? type.value : null;
    statements.push({
      engine,
      symbols,
      source,
      key,
      text: (dialect) => texts.statement(node, dialect),
    });
  };
  const call = ({ expression: called, arguments: values }: ts.CallExpression): void => {
    const [text] = values;
    if (text === undefined) return;
    if (ts.isPropertyAccessExpression(called) && METHODS.has(called.name.text)) {
      if (finder.isClient(called.expression)) add(text, finder.ofQuery(called.expression, values));
      return;
    }
    const name = symbols.svclibName(called);
    if (name !== null && READS.has(name)) add(text, finder.ofRead(values));
    if (name === "create_engine") engines.push(finder.engine(called.parent as ts.CallExpression));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) call(node);
    else if (ts.isTaggedTemplateExpression(node) && symbols.svclibName(node.tag) === "sql")
      templates.push(node);
    else if (ts.isStringLiteralLike(node)) {
      const module = symbols.missingModule(node);
      if (module !== null)
        missing.push({ module, source: { file: node.getSourceFile(), offset: node.getStart() } });
    }
    ts.forEachChild(node, visit);
  };
  for (const file of ownFiles) visit(file);

  for (const statement of statements) readQuietly(() => statement.text("presto"));
  // What no read was seen to take, as where a function returns it.
  for (const template of templates) {
    const start = ts.isTemplateExpression(template.template)
      ? template.template.head.text
      : template.template.text;
    if (!texts.read.has(template) && WHOLE.test(start)) add(template, UNKNOWN_ENGINE);
  }
  const isWanted = ({ source }: MissingImport | ProjectStatement): boolean =>
    files?.has(source.file.fileName) ?? true;
  return { statements: statements.filter(isWanted), engines, missing: missing.filter(isWanted) };
}

/** Notes the templates that a text has. */
function readQuietly(read: () => unknown): void {
  try {
    read();
  } catch {
    // It is made at run time.
  }
}
