import type { Argument, ArgumentWord } from "./arguments/split-arguments.ts";
import type { LocalNames } from "./local-names.ts";
import type { Program, Script } from "./program.ts";

/** An option of a magic, for parsing, help, completion and documentation. */
export interface OptionRecord {
  /** Long form without dashes, such as `out-file`. */
  readonly name: string;
  /** Short form without the dash. */
  readonly short?: string;
  /** Name of the value in usage lines; absent for a switch. */
  readonly value?: string;
  readonly help: string;
}

/** The kind of a positional argument, for completion. */
export type PositionalKind = "database" | "database pattern" | "table" | "table pattern" | "job" | "module";

export interface PositionalRecord {
  readonly name: string;
  readonly kind: PositionalKind;
  readonly required: boolean;
  readonly help: string;
}

/** Notebook state for the translation of a cell. */
export interface CellScope {
  /** The current database, chosen by `%svc_use`. */
  readonly database: string | null;
  /** The candidate names that are variables of the notebook. */
  readonly bound: ReadonlySet<string>;
  /** The script that the cell becomes part of, if it is not run as a cell. */
  readonly script?: Script;
}

/** Arguments of a magic, validated by its record. */
export interface MagicArguments {
  readonly positional: ArgumentWord | null;
  /** Values by the option's long name. */
  readonly values: ReadonlyMap<string, string>;
  /** Long names of the switches that are on. */
  readonly switches: ReadonlySet<string>;
}

/** Input of a magic's translation. */
export interface TranslationInput extends Omit<MagicArguments, "positional"> {
  readonly positional: Argument | null;
  readonly names: LocalNames;
  /** Text below a cell magic's line; empty for line magics. */
  readonly body: string;
  readonly scope: CellScope;
  /** Whether the magic's value is assigned to a variable. */
  readonly assigned: boolean;
}

/** A magic, for help, completion, `%lsmagic`, documentation and translation. */
export interface MagicRecord {
  readonly name: string;
  readonly kind: "line" | "cell";
  /** One line, without a full stop. */
  readonly summary: string;
  /** Further lines of help; empty if the summary is enough. */
  readonly details: readonly string[];
  readonly positional: PositionalRecord | null;
  readonly options: readonly OptionRecord[];
  readonly examples: readonly string[];
  /** @throws UsageError for arguments that can't be; the magic's name is put before it. */
  translate(input: TranslationInput): Program;
}
