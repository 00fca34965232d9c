import { joinedText, type Output } from "../../../src/kernel/notebook/notebook-file.ts";

/** Progress shown briefly on a slow machine: `presto job 4: running`. */
export const isProgress = (text: string): boolean =>
  /^(upload|download|(presto|hive) (job \d+|query)): /.test(text);

/** Bytes that the engine allocates in whole blocks, so that their number may differ by one. */
const BLOCK_BYTES = 262_144;
const isBlocks = (text: string): boolean => Number(text.replaceAll(",", "")) % BLOCK_BYTES === 0;

/** What differs from run to run: job numbers, times, addresses and folders of this machine. */
const VARIES: readonly (readonly [RegExp, string])[] = [
  [/\bjob(_id:)? \d+/g, "job$1 N"],
  [/\b\d+(\.\d+)? (s|ms)\b/g, "N $2"],
  [/20[2-9]\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)/g, "TIME"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1:PORT"],
  [/(?<=\s)\S*\/svclib notebook \w+/g, "FOLDER"],
  [/[ \t]+$/gm, ""],
];

/** Progress lines that a slow machine prints among a command's output. */
export const withoutProgress = (text: string): string =>
  text.replace(/^ *(upload|download|(presto|hive) (job \d+|query)): .*\n( *\(also as .*\)\n)?/gm, "");

/** Removes what differs from run to run. */
export const comparableText = (text: string): string =>
  VARIES.reduce(
    (now, [pattern, replacement]) => now.replace(pattern, replacement),
    withoutProgress(text).replace(/\b\d{1,3}(,\d{3}){2,}\b/g, (size) => (isBlocks(size) ? "SIZE" : size)),
  ).trimEnd();

/** An output as plain text; empty for progress. */
export function outputText(output: Output): string {
  if (output.output_type === "stream") return joinedText(output.text);
  if (output.output_type === "error") return `${output.ename}: ${output.evalue}\n`;
  const text = joinedText((output.data["text/plain"] ?? "") as string | string[]);
  return isProgress(text) ? "" : `${text}\n`;
}
