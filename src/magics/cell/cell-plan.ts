// This folder: what a cell says, read once: its magics, names, imports and last value. translate-cell.ts writes the program.

import { candidateNames } from "./candidate-names.ts";
import { readMagics, type CellReading } from "./find-magics.ts";
import type { MagicCall } from "./magic-call.ts";
import { LAST_VALUE, mentionsNotebookName, moduleOf } from "../built-in-names.ts";
import { edited } from "./source/edited.ts";
import type { CellSource } from "./source/source.ts";

/** Names by which a cell without magics uses the service. */
const USES_SERVICE = /svclib|_svc|\bsvc_|create_engine|\bconnect\(|read_local/;
/** SQL over tables of the notebook, which only a service of the same user runs. */
const USES_OWN_SERVICE = /\bread_local\b|^%%svc_local\b|^%%svc_(?:presto|hive)\b.*\s--loc/m;

/** A parsed cell, for its run, completion and errors. */
export class CellPlan {
  readonly code: string;
  readonly calls: readonly MagicCall[];
  /** Whether it may need the service. */
  readonly usesService: boolean;
  /** Whether it may need the local service of its user, whatever service is configured. */
  readonly usesOwnService: boolean;
  readonly #reading: CellReading;
  #ownNames: Set<string> | undefined;

  constructor(code: string) {
    this.code = code;
    this.#reading = readMagics(code);
    this.calls = this.#reading.calls;
    this.usesService = this.calls.length > 0 || USES_SERVICE.test(code);
    this.usesOwnService = USES_OWN_SERVICE.test(code);
  }

  /** Names that its magics may refer to, whether or not such variables exist. */
  get references(): readonly string[] {
    return candidateNames(this.calls);
  }

  /**
   * The cell with its magics replaced by blanks, so that a TypeScript service can parse the rest. Offsets and lines are unchanged. An
   * assigned magic becomes a value of type `any`.
   */
  get typescript(): string {
    const edits = this.calls.map(({ start, end, target }) => {
      const spaces = this.code.slice(start, end).replace(/[^\n\r]/g, " ");
      return { start, end, text: target === null ? spaces : `0 as any${spaces.slice(8)}` };
    });
    return edited(this.code, edits);
  }

  /** Its code without the magics. */
  get source(): CellSource {
    return this.#reading.source;
  }

  /** Names declared at its top level; after translation including those declared by magics. */
  get ownNames(): Set<string> {
    return (this.#ownNames ??= new Set(this.source.ownNames));
  }

  /** Names of its own that every notebook has, if it uses them. */
  get notebookNames(): readonly string[] {
    if (!mentionsNotebookName(this.code)) return [];
    return [...this.source.names].filter((name) => moduleOf(name) !== null || name === LAST_VALUE);
  }

  callAt(offset: number): MagicCall | null {
    return this.calls.find(({ start, end }) => start <= offset && offset <= end) ?? null;
  }
}
