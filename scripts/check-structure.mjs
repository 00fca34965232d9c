// npm run structure: no file of src imports itself through others (type imports are erased, and count in core and the dialect only), no two files,
// functions or types share a name with different meanings, no part has a crowded root, every link, path and command in the pages leads to something, and every table can be read.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { root } from "./ensure-built.mjs";
import { folderFaults } from "./folders.mjs";
import { pageFaults } from "./page-faults.mjs";

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
});
const files = listed.split("\n").filter((path) => existsSync(join(root, path)));
const faults = [];

function onlyTypes(statement) {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (clause === undefined || clause.isTypeOnly) return clause !== undefined;
  const named = clause.namedBindings;
  return (
    clause.name === undefined && ts.isNamedImports(named) && named.elements.every((one) => one.isTypeOnly)
  );
}

function statementsOf(path) {
  const text = readFileSync(join(root, path), "utf8");
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements;
}

/** Parts whose files can be read one after another: types go one way there too. */
const LAYERED = ["src/core/", "src/dialect/"];
/** A table's verbs return tables: its class and their types are one idea. */
const ONE_IDEA = /^src\/core\/table\/(?:table|verbs\/[\w-]+)\.ts$/;

/** Files of src that a file imports: at run time, in layered parts for types as well. */
function importsOf(path) {
  return statementsOf(path).flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier?.text;
    if (!from?.startsWith(".")) return [];
    const target = join(dirname(path), from);
    const isLayered = LAYERED.some((part) => path.startsWith(part));
    const counts = isLayered && !(ONE_IDEA.test(path) && ONE_IDEA.test(target));
    return counts || !onlyTypes(statement) ? [target] : [];
  });
}

/** One cycle per file that is found to be on one. */
function findCircles(graph) {
  const done = new Set();
  const way = [];
  const visit = (path) => {
    if (way.includes(path)) faults.push(`circle: ${[...way.slice(way.indexOf(path)), path].join(" -> ")}`);
    if (done.has(path) || way.includes(path)) return;
    way.push(path);
    for (const next of graph.get(path) ?? []) visit(next);
    way.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
}

/** Folders that hold the same subjects: of the two dialects and kernels, of the steps of a query, of a magic and its function. */
const PARALLEL =
  /\b(?:presto|hive|hivemall|td|functions|library|parse|analyze|deno|tslab|commands|listing)\//g;

/** Equal for files that are one subject in parallel folders. */
const subject = (path) => path.replace("engine/library/script/", "dialect/").replace(PARALLEL, "");

/** Files that others start from, and a job on both sides of the wire. */
const ENTRY =
  /\/(?:index|main)\.ts$|^src\/(?:core\/(?:writer|pandas-td|query-engine|job\/job)|magics\/ipython)\.ts$/;

/** Exported functions and classes. */
function functionsOf(path) {
  return statementsOf(path).flatMap((statement) => {
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name.text];
    const isFunction = ({ initializer }) => initializer !== undefined && ts.isArrowFunction(initializer);
    return (statement.declarationList?.declarations ?? []).filter(isFunction).map(({ name }) => name.text);
  });
}

/** Interfaces, type aliases and classes, exported or not: a reader meets both. */
function typesOf(path) {
  return statementsOf(path)
    .filter(
      (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isClassDeclaration(one),
    )
    .map(({ name }) => name.text);
}

/** Node.js 20 has no `Map.groupBy`. @param pairs - Keys with paths. */
function pathsBy(pairs) {
  const groups = new Map();
  for (const [key, path] of pairs) groups.set(key, [...(groups.get(key) ?? []), path]);
  return groups;
}

/** One name per meaning. @param named - Names with their paths. */
function checkNames(what, named) {
  for (const [name, all] of pathsBy(named)) {
    const paths = all.filter((path) => !ENTRY.test(path));
    if (new Set(paths.map(subject)).size > 1)
      faults.push(`${what} ${name} has several meanings: ${paths.join(", ")}; rename all but one`);
  }
}

const MOST_IN_ROOT = 12;

/** The root of a part has its entries and few other files. */
function checkRoots(paths) {
  const roots = paths.filter((path) => path.split("/").length === 3 && !ENTRY.test(path));
  for (const [folder, own] of pathsBy(roots.map((path) => [dirname(path), path])))
    if (own.length > MOST_IN_ROOT)
      faults.push(
        `${folder} has ${own.length} files beside its entries, ${MOST_IN_ROOT} at most: make a folder for some`,
      );
}

const sources = files.filter((path) => path.startsWith("src/") && path.endsWith(".ts"));
findCircles(new Map(sources.map((path) => [path, importsOf(path)])));
checkRoots(sources);
faults.push(...folderFaults(files.filter((path) => /^src\/.*\.tsx?$/.test(path))));
checkNames(
  "file",
  sources.map((path) => [basename(path), path]),
);
checkNames(
  "function",
  sources.flatMap((path) => functionsOf(path).map((name) => [name, path])),
);
checkNames(
  "type",
  sources.flatMap((path) => typesOf(path).map((name) => [name, path])),
);
for (const page of files.filter((path) => path.endsWith(".md"))) faults.push(...pageFaults(page, files));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
