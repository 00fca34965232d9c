// npm run structure: no file of src imports itself through others, and every link in the pages leads to an existing file and heading.
// Type imports can't cause a cycle: they are erased.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { root } from "./ensure-built.mjs";

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

/** Files of src that a file imports at run time. */
function importsOf(path) {
  const text = readFileSync(join(root, path), "utf8");
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier?.text;
    return from?.startsWith(".") && !onlyTypes(statement) ? [join(dirname(path), from)] : [];
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

/** A heading's anchor on GitHub. */
const anchor = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

function checkLinks(page) {
  const text = withoutCode(readFileSync(join(root, page), "utf8"));
  for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)) {
    if (target === undefined || /^[a-z]+:/.test(target)) continue;
    const [path, heading] = target.split("#");
    const file = path === "" ? page : relative(root, join(root, dirname(page), path));
    if (!existsSync(join(root, file))) faults.push(`${page}: no file ${target}`);
    else if (heading !== undefined && file.endsWith(".md") && !headingsOf(file).includes(heading))
      faults.push(`${page}: no heading ${target}`);
  }
}

function headingsOf(page) {
  const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading));
}

const sources = files.filter((path) => path.startsWith("src/") && path.endsWith(".ts"));
findCircles(new Map(sources.map((path) => [path, importsOf(path)])));
for (const page of files.filter((path) => path.endsWith(".md"))) checkLinks(page);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
