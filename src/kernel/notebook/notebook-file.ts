import { UsageError } from "../../core/errors.ts";
import { readUserFile } from "../../core/files/read-user-file.ts";
import { withUnsafeIntegers } from "../../core/wire/exact-json.ts";

/** MIME type -> data; text may be a list of lines. */
export type NotebookData = Record<string, unknown>;

export type Output =
  | { output_type: "stream"; name: string; text: string | string[] }
  | { output_type: "display_data"; data: NotebookData; metadata: object }
  | { output_type: "execute_result"; execution_count: number | null; data: NotebookData; metadata: object }
  | { output_type: "error"; ename: string; evalue: string; traceback: string[] };

export interface Cell {
  readonly cell_type: string;
  readonly metadata: { readonly tags?: readonly string[] };
  source: string | string[];
  outputs?: Output[];
  execution_count?: number | null;
}

export interface Notebook {
  readonly nbformat: number;
  readonly nbformat_minor: number;
  metadata: Record<string, unknown>;
  readonly cells: Cell[];
}

/** Text of a notebook's field, which may be a list of lines. */
export const joinedText = (text: string | readonly string[]): string =>
  typeof text === "string" ? text : text.join("");

/** Before the digits of an integer past 2^53, which other programs may keep in metadata: a text until it is written again. */
const DIGITS = "\ue000";

const parseNotebook = (text: string): unknown =>
  JSON.parse(
    text.includes(DIGITS) ? text : withUnsafeIntegers(text, (digits) => JSON.stringify(DIGITS + digits)),
  );

/** The file of a notebook, with all digits of the integers that it was read with. */
export const notebookText = (notebook: Notebook): string =>
  `${JSON.stringify(notebook, null, 1).replace(/"\ue000(-?\d+)"/g, "$1")}\n`;

/** @throws UsageError that names the file and the problem. */
export async function readNotebook(path: string): Promise<Notebook> {
  const text = await readUserFile(path);
  let notebook: Partial<Notebook>;
  try {
    notebook = parseNotebook(text) as Partial<Notebook>;
  } catch (cause) {
    throw new UsageError(`${path} is not a notebook: ${(cause as Error).message}`, { cause });
  }
  if (notebook.nbformat !== 4 || !Array.isArray(notebook.cells))
    throw new UsageError(`${path} is not a notebook of nbformat 4`);
  const cells = notebook.cells.map((cell: unknown, index): Cell => {
    const { source, metadata } = isObject(cell) ? cell : {};
    const isText =
      typeof source === "string" ||
      (Array.isArray(source) && source.every((line) => typeof line === "string"));
    if (!isText)
      throw new UsageError(`${path} can't be read: its cell ${index + 1} has no text as its source`);
    return { ...(cell as Cell), metadata: isObject(metadata) ? metadata : {} };
  });
  const metadata = isObject(notebook.metadata) ? notebook.metadata : {};
  return { nbformat_minor: 5, ...notebook, metadata, cells } as Notebook;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
