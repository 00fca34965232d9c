/** The formats that a result is written in. */
export const FILE_FORMATS = ["csv", "tsv", "json", "jsonl", "parquet", "arrow"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const ENDINGS: ReadonlyMap<string, FileFormat> = new Map([
  [".tsv", "tsv"],
  [".json", "json"],
  [".jsonl", "jsonl"],
  [".ndjson", "jsonl"],
  [".parquet", "parquet"],
  [".arrow", "arrow"],
  [".arrows", "arrow"],
]);

/** For help and errors. */
export const FILE_ENDINGS = ".csv, .tsv, .json, .jsonl, .parquet or .arrow";

/** The format of a file by its name's ending; CSV for any other. @param ending - `.json`, in any case. */
export const formatOfEnding = (ending: string): FileFormat => ENDINGS.get(ending.toLowerCase()) ?? "csv";
