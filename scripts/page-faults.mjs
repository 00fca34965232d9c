// What is wrong with a page of Markdown: links, paths and commands that lead nowhere, and tables that can't be read.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./ensure-built.mjs";

/** A heading's anchor on GitHub. */
const anchor = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

function linkFaults(page, text) {
  const faults = [];
  for (const [, target] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)/gm)) {
    if (target === undefined || /^[a-z]+:/.test(target)) continue;
    const [path, heading] = target.split("#");
    const file = path === "" ? page : relative(root, join(root, dirname(page), path));
    if (!existsSync(join(root, file))) faults.push(`${page}: no file ${target}`);
    else if (heading !== undefined && file.endsWith(".md") && !headingsOf(file).includes(heading))
      faults.push(`${page}: no heading ${target}`);
  }
  return faults;
}

const LONGEST_CELL = 170;

/** A long cell widens all rows of its table. */
const tableFaults = (page, text) =>
  text
    .split("\n")
    .flatMap((line, at) =>
      line.startsWith("|") && line.split("|").some((cell) => cell.trim().length > LONGEST_CELL)
        ? [`${page}:${at + 1}: a cell of more than ${LONGEST_CELL} characters; write it below the table`]
        : [],
    );

function headingsOf(page) {
  const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading));
}

/** Files are named with the end of their path; folders from the root. */
const PATH = /`((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|txt)|(?:src|test|bench|scripts|packages)(?:\/[\w.-]+)+)`/g;
const isPathOf = (files, path) =>
  files.some((file) => file === path || file.endsWith(`/${path}`) || file.startsWith(`${path}/`));

/** `npm run NAME`, `npm test -- PATH` and `npm run bench -- NAME`. */
const COMMAND = /\bnpm (?:run ([\w:]+)|test)(?: -- ([\w/-]+))?/g;
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function referenceFaults(page, text, files) {
  const lacks = [...text.matchAll(PATH)].map(([, path]) => path).filter((path) => !isPathOf(files, path));
  for (const [command, name = "test", argument] of text.matchAll(COMMAND)) {
    if (!Object.hasOwn(scripts, name)) lacks.push(command);
    if (argument === undefined || argument.startsWith("--")) continue;
    const path = name === "bench" ? `bench/${argument}.bench.mjs` : argument;
    const isFile = name === "bench" || name === "test";
    if (isFile && !files.some((file) => file.startsWith(path))) lacks.push(command);
  }
  return lacks.map((what) => `${page}: there is no ${what}`);
}

/** @param page - Its path. @param files - All paths of the repository. */
export function pageFaults(page, files) {
  const text = readFileSync(join(root, page), "utf8");
  return [...linkFaults(page, text), ...tableFaults(page, text), ...referenceFaults(page, text, files)];
}
