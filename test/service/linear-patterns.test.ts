import { expect, test } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

// Every regular expression of the service, the client library and the command, on inputs that cause backtracking. The time must grow linearly
// with the length: clients, servers and files can send anything.

const ROOT = join(import.meta.dirname, "../..");

function patterns(): [string, RegExp][] {
  const found: [string, RegExp][] = [];
  for (const folder of ["src/service", "src/core", "src/cli"])
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue;
      const file = join(folder, name);
      const source = ts.createSourceFile(
        file,
        readFileSync(join(ROOT, file), "utf8"),
        ts.ScriptTarget.Latest,
      );
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          const [, text = "", flags = ""] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
          if (/[*+]|\{\d+,/.test(text))
            found.push([`${file} ${node.text.slice(0, 80)}`, new RegExp(text, flags)]);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
  return found;
}

/** Repeated parts: white space, words, digits, and openers that are never closed. */
const PIECES = [" ", "\n", "a", "0", "_", "=", "/", "-", "--", "/*", "<", "(", "'", '"', '""', "`", "\\", ",", ".", ";", "[", "%", "$", ":", "+", "a ", "a.", "0.", "a,", "a(", "-- \n", "set a=", "\n ", "000", "aaa.", "a/"]; // prettier-ignore
const HEADS = ["", "'", '"', "set ", "array<", "line "];

/** Milliseconds, the minimum of several runs, as the machine may be busy. */
function cost(pattern: RegExp, text: string): number {
  let least = Infinity;
  for (let run = 0; run < 3; run++) {
    const started = performance.now();
    pattern.lastIndex = 0;
    text.replace(pattern, "");
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

/** Ratio of the time for 16 times the length. */
function growth(pattern: RegExp, head: string, piece: string, length: number): number {
  const text = (size: number): string => `${head}${piece.repeat(Math.ceil(size / piece.length))}\u0001`;
  return cost(pattern, text(16 * length)) / Math.max(cost(pattern, text(length)), 0.02);
}

test.each(patterns())("%s", (_, pattern) => {
  for (const head of HEADS)
    for (const piece of PIECES) {
      // Exponential growth shows at once; 24 characters are few enough to wait for.
      const [short, long] = [16, 24].map((size) => cost(pattern, `${head}${piece.repeat(size)}\u0001`));
      expect([
        piece,
        "doubles with each character",
        (long as number) > 50 * Math.max(short as number, 0.1),
      ]).toEqual([piece, "doubles with each character", false]);
      let times = growth(pattern, head, piece, 1000);
      // Repeated, as a pause of the machine looks like growth.
      if (times > 60) times = Math.min(times, growth(pattern, head, piece, 1000));
      expect([head, piece, "times", times > 60 ? Math.round(times) : 16]).toEqual([head, piece, "times", 16]);
    }
});
