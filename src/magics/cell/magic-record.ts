import type { Argument } from "./arguments/argument.ts";
import type { ArgumentWord } from "./arguments/split-arguments.ts";
import type { LocalNames } from "./local-names.ts";
import type { Program, Script } from "./program.ts";

/** One option of a magic: what parsing, help, completion and the documentation know of it. */
export interface OptionRecord {
  /** Long form without dashes, such as `out-file`. */
  readonly name: string;
  /** Short form without the dash. */
  readonly short?: string;
  /** Name of the value in usage lines; absent for a switch. */
  readonly value?: string;
  readonly help: string;
}

/** What a positional argument names, for completion. */
export type PositionalKind = "database" | "database pattern" | "table" | "table pattern" | "job" | "module";

export interface PositionalRecord {
  readonly name: string;
  readonly kind: PositionalKind;
  readonly required: boolean;
  readonly help: string;
}

/** What is known of the notebook when a cell is translated. */
export interface CellScope {
  /** The current database, chosen by `%svc_use`. */
  readonly database: string | null;
  /** Those of the candidate names that are variables of the notebook. */
  readonly bound: ReadonlySet<string>;
  /** The script that the cell becomes a part of, where it is not run as a cell. */
  readonly script?: Script;
}

/** A magic's arguments once they have been checked against its record. */
export interface MagicArguments {
  readonly positional: ArgumentWord | null;
  /** Values by the option's long name. */
  readonly values: ReadonlyMap<string, string>;
  /** Long names of the switches that are on. */
  readonly switches: ReadonlySet<string>;
}

/** What a magic translates. */
export interface TranslationInput extends Omit<MagicArguments, "positional"> {
  readonly positional: Argument | null;
  /** Names for what the program declares. */
  readonly names: LocalNames;
  /** Text below a cell magic's line; empty for line magics. */
  readonly body: string;
  readonly scope: CellScope;
  /** Is the magic's value assigned to a variable? */
  readonly assigned: boolean;
}

/** One magic: all that help, completion, `%lsmagic`, the documentation and translation read. */
export interface MagicRecord {
  readonly name: string;
  readonly kind: "line" | "cell";
  /** One line, without a full stop. */
  readonly summary: string;
  /** More lines for help; empty when the summary says it all. */
  readonly details: readonly string[];
  readonly positional: PositionalRecord | null;
  readonly options: readonly OptionRecord[];
  readonly examples: readonly string[];
  translate(input: TranslationInput): Program;
}
