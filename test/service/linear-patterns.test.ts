import { expect, test } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { someOf } from "../jest/short-form.ts";

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

/** Milliseconds, the minimum of the runs. */
function cost(pattern: RegExp, text: string, runs: number): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    pattern.lastIndex = 0;
    text.replace(pattern, "");
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

/**
 * The time of a longer text as a multiple of a shorter one's, which counts as `leastMs` at least. Where it is above the limit, the machine may
 * have been busy: it is measured again, over several runs.
 */
function growth(
  pattern: RegExp,
  [short, long]: readonly [string, string],
  { leastMs, limit }: { readonly leastMs: number; readonly limit: number },
): number {
  const over = (runs: number): number =>
    cost(pattern, long, runs) / Math.max(cost(pattern, short, runs), leastMs);
  const times = over(1);
  return times <= limit ? times : Math.min(over(3), over(3));
}

test.each(patterns())("%s", (_, pattern) => {
  const faults: unknown[] = [];
  for (const head of someOf(HEADS, 3))
    for (const piece of PIECES) {
      const text = (count: number): string => `${head}${piece.repeat(count)}\u0001`;
      const pieces = (length: number): number => Math.ceil(length / piece.length);
      // Exponential growth shows at once; 24 pieces are few enough to wait for.
      const doubled = growth(pattern, [text(16), text(24)], { leastMs: 0.1, limit: 50 });
      if (doubled > 50) faults.push([head, piece, "doubles with each"]);
      const lengths = [text(pieces(1000)), text(pieces(16_000))] as const;
      const times = growth(pattern, lengths, { leastMs: 0.02, limit: 60 });
      if (times > 60) faults.push([head, piece, "takes so many times as long, instead of 16", times]);
    }
  expect(faults).toEqual([]);
});
