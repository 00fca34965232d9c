import { UsageError } from "../../../core/errors.ts";
import type { Argument } from "../../cell/arguments/argument.ts";
import type { MagicRecord } from "../../cell/magic-record.ts";
import { magicError } from "../../cell/arguments/usage.ts";
import type { NamePattern } from "../../name-pattern.ts";

/** Validates a pattern before anything runs; a variable's value is validated at run time. */
export function checkPattern(
  record: MagicRecord,
  argument: Argument | null,
  read: (pattern: string) => NamePattern,
): void {
  if (argument?.kind !== "text") return;
  try {
    read(argument.text);
  } catch (error) {
    throw error instanceof UsageError ? magicError(record, error.message) : error;
  }
}
