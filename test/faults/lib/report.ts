import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../reports");
const FILE = join(FOLDER, "faults.jsonl");

export type Figures = Readonly<Record<string, number | string>>;

/** Records the figures of a long test: a line of `reports/faults.jsonl`, and one on the console. */
export function report(name: string, figures: Figures): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(FILE, `${JSON.stringify({ name, ...figures, at: new Date().toISOString() })}\n`);
  const text = Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  process.stderr.write(`${name}: ${text.join(", ")}\n`);
}

/** The lines of the report so far. */
export function reported(): (Figures & { readonly name: string })[] {
  if (!existsSync(FILE)) return [];
  const lines = readFileSync(FILE, "utf8").split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Figures & { name: string }]));
}
