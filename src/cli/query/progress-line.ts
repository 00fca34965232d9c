import { onProgress, type ProgressEvent } from "../../core/progress.ts";
import { oneLine } from "../../core/text/visible-text.ts";
import { endedLine, runningLine } from "../../magics/progress/progress-text.ts";

/** Shorter operations show nothing. */
const QUIET_MS = 1000;
const UPDATE_MS = 200;

/** Removes the line; it comes again with the next progress. Set while progress is shown. */
let clear = (): void => undefined;

/** To call before something else is written to the terminal. */
export const clearProgress = (): void => clear();

/** Shows a line on standard error that says how far the query is, and at its end one that stays. @returns a function that stops it. */
export function showProgress(stream: NodeJS.WriteStream = process.stderr): () => void {
  let last: { readonly event: ProgressEvent; readonly atMs: number } | null = null;
  let startedMs: number | null = null;
  let visible = false;
  let hasLine = false;
  const put = (line: { readonly name: string; readonly state: string }, end: string): void => {
    const text = oneLine(`${line.name}: ${line.state}`).slice(0, (stream.columns ?? 80) - 1);
    stream.write(`\r${text}\u001b[K${end}`);
  };
  const show = (): void => {
    if (last === null || startedMs === null || Date.now() - startedMs < QUIET_MS) return;
    hasLine = visible = true;
    put(runningLine(last.event, Date.now() - startedMs), "");
  };
  clear = () => {
    if (visible) stream.write("\r\u001b[K");
    visible = false;
  };
  const stopListening = onProgress((event) => {
    startedMs ??= Date.now() - event.elapsedMs;
    last = { event, atMs: Date.now() };
  });
  const timer = setInterval(show, UPDATE_MS).unref();
  return () => {
    clearInterval(timer);
    stopListening();
    clear();
    if (hasLine && last !== null && startedMs !== null)
      put(endedLine(last.event, last.atMs - startedMs), "\n");
    clear = () => undefined;
  };
}
