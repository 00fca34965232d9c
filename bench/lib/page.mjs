import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
const marks = ["<!-- figures -->", "<!-- end of the figures -->"];

/** Puts the figures of a run in place of those that stand in docs/performance.md. */
export async function writePage({ machine, rounds, startedAt, loadBefore, results }) {
  const text = readFileSync(page, "utf8");
  const [from, end] = marks.map((mark) => text.indexOf(mark));
  if (from < 0 || end < from)
    throw new Error(`docs/performance.md has no place for figures: ${marks.join(" ... ")}`);
  const cell = (value) => String(value ?? "").replaceAll("|", "\\|");
  const row = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  const table = [
    row(["what", "svclib", "peer", "ratio", "aim"]),
    row(Array(5).fill("---")),
    ...results.map(({ what, ours, peer, ratio, aim }) => row([what, ours, peer, ratio, aim])),
  ].join("\n");
  const head = `${startedAt.slice(0, 10)}, ${machine}, ${rounds} rounds; load of the machine before: ${loadBefore[0]}.`;
  const filled = `${text.slice(0, from + marks[0].length)}\n\n${head}\n\n${table}\n\n${text.slice(end)}`;
  writeFileSync(page, await format(filled, { ...(await resolveConfig(page)), filepath: page }));
}
