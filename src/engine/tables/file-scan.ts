import { quoteText } from "../../dialect/quote.ts";

/** Formats by the end of a file's name, with the options that every reader of them gets. */
const FORMATS = [
  [/\.parquet$/i, "parquet", ""],
  [/\.csv(?:\.gz)?$/i, "csv", ", header = true"],
  [/\.tsv(?:\.gz)?$/i, "csv", ", header = true, delim = '\t'"],
  [/\.(?:json|jsonl|ndjson)(?:\.gz)?$/i, "json", ""],
] as const;

type Format = (typeof FORMATS)[number][1];

/**
 * The engine's scan of files of one format, which the first one's name tells; null if it tells none.
 *
 * @param options - More of the reader's options, by format: `sample_size = -1`.
 */
export function fileScan(
  paths: readonly string[],
  options: Readonly<Partial<Record<Format, string>>> = {},
): string | null {
  const [, format, always] = FORMATS.find(([end]) => end.test(paths[0] ?? "")) ?? [];
  if (format === undefined) return null;
  const more = options[format];
  const files = paths.map(quoteText).join(", ");
  // Folders above a file add no columns, as `day=1` would.
  return `read_${format}([${files}], union_by_name = true, hive_partitioning = false${always}${more === undefined ? "" : `, ${more}`})`;
}
