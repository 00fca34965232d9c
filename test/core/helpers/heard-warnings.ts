import { afterEach, beforeEach } from "@jest/globals";
import { onWarning, type SvcWarning } from "../../../src/core/warnings.ts";

/** Warnings of the running test; none are printed to the console. */
export function heardWarnings(): SvcWarning[] {
  const heard: SvcWarning[] = [];
  let stop: () => void;
  beforeEach(() => {
    heard.length = 0;
    stop = onWarning((warning) => heard.push(warning));
  });
  afterEach(() => stop());
  return heard;
}
