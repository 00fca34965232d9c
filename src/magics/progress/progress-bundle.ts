import { oneLine } from "../../core/text/visible-text.ts";
import { escapeHtml } from "../display/escape-html.ts";
import type { MimeBundle } from "../notebook-host.ts";
import type { ProgressLine } from "./progress-text.ts";

/** A progress line as HTML with a bar, and as text. */
export function runningBundle({ name, state, percent }: ProgressLine): MimeBundle {
  const value = percent === null ? "" : ` value="${Math.floor(percent)}"`;
  const words = oneLine(`${name}: ${state}`);
  return {
    "text/html": `<div><progress max="100"${value} aria-label="${escapeHtml(name)}"></progress> ${escapeHtml(words)}</div>`,
    "text/plain": words,
  };
}

/** The final line, without a bar. */
export function endedBundle({ name, state }: ProgressLine): MimeBundle {
  const words = oneLine(`${name}: ${state}`);
  return { "text/html": `<div style="opacity:0.7">${escapeHtml(words)}</div>`, "text/plain": words };
}
