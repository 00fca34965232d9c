import type { ProgressEvent } from "../../core/progress.ts";
import { oneLine } from "../../core/text/visible-text.ts";
import { counted } from "../display/number-text.ts";
import type { MimeBundle } from "../display/displayable.ts";
import { escapeHtml } from "../display/escape-html.ts";

export interface ProgressLine {
  /** Name: `presto job 12`, `upload`. */
  readonly name: string;
  /** Progress, with parts joined by ` · `. */
  readonly state: string;
  /** 0 to 100; null when unknown. */
  readonly percent: number | null;
}

/** The line of a running operation, `elapsedMs` after its start. */
export function runningLine(event: ProgressEvent, elapsedMs: number): ProgressLine {
  const parts = [
    event.kind === "job"
      ? (event.state ?? "running")
      : `${event.kind === "download" ? "reading" : "sending"} ${amount(event)}`,
    event.kind === "upload" ? event.state : undefined,
    event.percent === undefined ? undefined : `${Math.floor(event.percent)} %`,
    seconds(elapsedMs),
  ];
  return { name: nameOf(event), state: joined(parts), percent: event.percent ?? null };
}

/** The line of an operation that has ended. */
export function endedLine(event: ProgressEvent, elapsedMs: number): ProgressLine {
  const broken = /^(stopped|failed)$/.test(event.state ?? "") ? event.state : undefined;
  const failed =
    event.kind === "job" && event.state !== undefined && !/^(success|finished)$/.test(event.state);
  const state = failed
    ? `${event.state ?? "ended"} · ${seconds(elapsedMs)}`
    : joined([broken, amount(event), seconds(elapsedMs)]);
  return { name: nameOf(event), state, percent: null };
}

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

function nameOf({ kind, jobId, engine }: ProgressEvent): string {
  if (kind === "upload") return "upload";
  return [engine, jobId === undefined ? "query" : `job ${jobId}`].filter(Boolean).join(" ");
}

function amount({ rows, bytes, totalBytes }: ProgressEvent): string {
  const of =
    totalBytes === undefined || bytes === undefined || bytes >= totalBytes ? "" : ` of ${size(totalBytes)}`;
  return joined([
    rows === undefined || rows === 0 ? undefined : counted(rows, "row"),
    bytes === undefined || bytes === 0 ? undefined : `${size(bytes)}${of}`,
  ]);
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(" · ");
}

function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const unit = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit] ?? ""}`;
}

function seconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.floor(ms / 1000);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
