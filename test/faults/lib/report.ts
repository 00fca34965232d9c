import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../reports");

/** Keeps the figures of a long test: a line of `reports/faults.jsonl`, and one for the person who watches. */
export function report(name: string, figures: Readonly<Record<string, number | string>>): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(join(FOLDER, "faults.jsonl"), `${JSON.stringify({ name, ...figures })}\n`);
  const text = Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  process.stderr.write(`${name}: ${text.join(", ")}\n`);
}
