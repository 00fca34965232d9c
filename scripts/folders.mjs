// What each folder of src is: the first comment of its main file, which begins with "This folder:". `node scripts/folders.mjs` writes the list
// into docs/architecture.md; npm run structure checks it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { root } from "./ensure-built.mjs";

const PAGE = join(root, "docs", "architecture.md");
const BEGIN = "<!-- folders: written by scripts/folders.mjs -->";
const END = "<!-- end of folders -->";
const START = "// This folder: ";

const textOf = (path) => readFileSync(join(root, path), "utf8");

/** The comment without its slashes, in one line; null if the file does not describe its folder. */
function describedBy(path) {
  const lines = textOf(path).split("\n");
  if (!lines[0].startsWith(START)) return null;
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const words = lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ""));
  return words.join(" ").slice(START.length - "// ".length);
}

/** @param sources - The TypeScript files of src. @returns one entry per folder: the files that describe it, and the text. */
function readFolders(sources) {
  const folders = new Map();
  for (const path of sources) {
    const texts = folders.get(dirname(path)) ?? [];
    const text = describedBy(path);
    folders.set(dirname(path), text === null ? texts : [...texts, { path, text }]);
  }
  return [...folders].sort(([a], [b]) => (a < b ? -1 : 1));
}

const entry = (folder, { path, text }) =>
  `${"  ".repeat(folder.split("/").length - 2)}- \`${folder}\` (\`${basename(path)}\`): ${text}`;

const listOf = (folders) =>
  folders.flatMap(([folder, [main]]) => (main === undefined ? [] : [entry(folder, main)])).join("\n");

/** The page with the list between its marks. */
function withList(page, list) {
  const [before] = page.split(BEGIN);
  const [, after] = page.split(END);
  return `${before}${BEGIN}\n\n${list}\n\n${END}${after}`;
}

/** What is wrong with the descriptions and the page. */
export function folderFaults(sources) {
  const folders = readFolders(sources);
  const faults = folders.flatMap(([folder, mains]) => {
    if (mains.length === 1) return [];
    if (mains.length > 1)
      return [`${folder} is described by ${mains.map(({ path }) => basename(path)).join(" and ")}; keep one`];
    return [
      `${folder}: no file says what it is; begin its main file with "${START}what it does, what it may use, where to begin"`,
    ];
  });
  const page = readFileSync(PAGE, "utf8");
  if (withList(page, listOf(folders)) !== page)
    faults.push("docs/architecture.md lists the folders of another time: node scripts/folders.mjs");
  return faults;
}

export function sourcesOfSrc() {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = readFileSync(PAGE, "utf8");
  writeFileSync(PAGE, withList(page, listOf(readFolders(sourcesOfSrc()))));
}
