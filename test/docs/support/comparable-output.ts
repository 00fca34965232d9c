import { joinedText, type Output } from "../../../src/kernel/notebook/notebook-file.ts";

/** Shown for a moment when a machine is slow: `presto job 4: running`. */
export const isProgress = (text: string): boolean =>
  /^(upload|download|(presto|hive) (job \d+|query)): /.test(text);

/** Bytes that the engine's storage takes in whole blocks, one more or less as rows come in. */
const BLOCK_BYTES = 262_144;
const isBlocks = (text: string): boolean => Number(text.replaceAll(",", "")) % BLOCK_BYTES === 0;

/** What differs from run to run: numbers of jobs, times of the run, addresses and folders of this machine. */
const VARIES: readonly (readonly [RegExp, string])[] = [
  [/\bjob(_id:)? \d+/g, "job$1 N"],
  [/\b\d+(\.\d+)? (s|ms)\b/g, "N $2"],
  [/20[2-9]\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)/g, "TIME"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "http://127.0.0.1:PORT"],
  [/(?<=\s)\S*\/svclib notebook \w+/g, "FOLDER"],
  [/[ \t]+$/gm, ""],
];

/** Progress that a slow machine leaves among a command's lines. */
export const withoutProgress = (text: string): string =>
  text.replace(/^ *(upload|download|(presto|hive) (job \d+|query)): .*\n( *\(also as .*\)\n)?/gm, "");

/** A text without what differs from run to run. */
export const comparableText = (text: string): string =>
  VARIES.reduce(
    (now, [pattern, replacement]) => now.replace(pattern, replacement),
    withoutProgress(text).replace(/\b\d{1,3}(,\d{3}){2,}\b/g, (size) => (isBlocks(size) ? "SIZE" : size)),
  ).trimEnd();

/** What an output says as plain text; nothing for progress. */
export function outputText(output: Output): string {
  if (output.output_type === "stream") return joinedText(output.text);
  if (output.output_type === "error") return `${output.ename}: ${output.evalue}\n`;
  const text = joinedText((output.data["text/plain"] ?? "") as string | string[]);
  return isProgress(text) ? "" : `${text}\n`;
}
