/** Rows of a table, each an object with the columns as fields. */
export type TestRows = readonly Readonly<Record<string, unknown>>[];

/**
 * Tables by database. A database is a path or pattern of files, each of which is a table with the file's name, or an object of its tables:
 * each a path or pattern of files whose rows it has together, or an array of rows.
 *
 * Files are Parquet, CSV, TSV, or JSON lines, compressed by gzip or not. `*` and `?` stand for characters of a name, `**` for any folders.
 *
 * @example { shop: "fixtures/*.parquet", crm: { customers: [{ id: 1, name: "Ada" }], calls: "fixtures/calls-*.csv" } }
 */
export type TestData = Readonly<Record<string, string | Readonly<Record<string, string | TestRows>>>>;

/**
 * A failure that a test injects. The first one that matches a request is used, so that several take effect in turn.
 *
 * @example { request: "POST /v3/job/issue", status: 503, times: 2 }
 */
export interface TestFailure {
  /** Method and beginning of the path, as docs/protocol.md lists them; `*` is one segment. @default every request with a key or a page of a statement */
  readonly request?: string;
  /** Matching requests that pass before it. @default 0 */
  readonly after?: number;
  /** Matching requests that it fails. @default all */
  readonly times?: number;
  /** Answers with this HTTP status; the service does not see the request. */
  readonly status?: number;
  /** With `status`: the header Retry-After, in seconds. */
  readonly retry_after?: number;
  /** Waits this long before anything else, in seconds. */
  readonly delay?: number;
  /** Closes the connection after this many bytes of the reply's body; the service has done what the request says. */
  readonly cut?: number;
}

/** What a service for tests begins with. */
export interface TestServiceOptions {
  /** Tables that the service begins with. @default none */
  readonly data?: TestData;
  /** A file of `svclib catalog pull`, whose tables the service begins with. `data` gives some of them rows. @default none */
  readonly catalog?: string;
  /** Failures from the start. @default none */
  readonly failures?: readonly TestFailure[];
  /** Adds the sample tables of `sample_datasets`, which takes a second more. @default false */
  readonly samples?: boolean;
}
