/** Folder in a local service's data folder with a folder for each session of a client that runs SQL over tables of its own. */
export const LOCAL_FOLDER = "local";

/** Name of a session's folder: the process, and a random part that no other client can guess. */
export const LOCAL_SESSION = /^\d{1,10}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Name of a file in it. */
export const LOCAL_FILE = /^\d{1,9}\.(?:parquet|csv|tsv|jsonl)$/;

/** A column of a file that the client wrote, as `c0`, `c1`, ... */
export interface LocalColumn {
  readonly name: string;
  /** The service's type. */
  readonly type: string;
  /** The file has times as milliseconds since 1970. */
  readonly inMs?: true;
}

/** A table that a statement brings along: a file below the folder of local tables. */
export interface LocalTable {
  /** As the statement writes it: `airports`, `'prices.csv'`, `job(42)`. */
  readonly name: string;
  /** `<session>/<file>`; its ending tells the format. */
  readonly file: string;
  /** Null: names and types are the file's. */
  readonly columns: readonly LocalColumn[] | null;
}
