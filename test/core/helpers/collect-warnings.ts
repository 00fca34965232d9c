import { afterEach, beforeEach } from "@jest/globals";
import { onWarning, type SvcWarning } from "../../../src/core/warnings.ts";

/** Warnings of the running test; none are printed to the console. */
export function collectWarnings(): SvcWarning[] {
  const warnings: SvcWarning[] = [];
  let stop: () => void;
  beforeEach(() => {
    warnings.length = 0;
    stop = onWarning((warning) => warnings.push(warning));
  });
  afterEach(() => stop());
  return warnings;
}
