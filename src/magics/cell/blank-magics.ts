import type { MagicCall } from "./magic-call.ts";

/**
 * Replaces every magic by blanks, so that a TypeScript service can parse the rest. Offsets and lines are unchanged. An assigned
 * magic becomes a value of type `any`.
 */
export function blankMagics(cell: string, calls: readonly MagicCall[]): string {
  let blanked = "";
  let done = 0;
  for (const call of calls) {
    const spaces = cell.slice(call.start, call.end).replace(/[^\n\r]/g, " ");
    blanked += cell.slice(done, call.start) + (call.target === null ? spaces : `0 as any${spaces.slice(8)}`);
    done = call.end;
  }
  return blanked + cell.slice(done);
}
