import type { MimeBundle } from "../../../src/magics/display/displayable.ts";
import { setHost, type NotebookHost } from "../../../src/magics/notebook-host.ts";

export interface RecordingHost extends NotebookHost {
  readonly shown: MimeBundle[];
  readonly printed: string[];
  /** Waits for what the cell started. */
  readonly end: () => Promise<void>;
  readonly variables: Map<string, { value: unknown; type: string }>;
}

/** Makes a notebook that records what magics do to it the current one. */
export function recordingHost(taken: Readonly<Record<string, unknown>> = {}): RecordingHost {
  const variables = new Map<string, { value: unknown; type: string }>();
  const shown: MimeBundle[] = [];
  const printed: string[] = [];
  const works: Promise<void>[] = [];
  const host: RecordingHost = {
    shown,
    printed,
    end: async () => void (await Promise.all(works)),
    variables,
    display: (bundle) => void shown.push(bundle),
    beforeEnd: (work) => void works.push(work()),
    print: (text, stream = "stdout") => void printed.push(`${stream}: ${text}`),
    bind: (name, value, type) => void variables.set(name, { value, type }),
    variable: (name) => (name in taken ? { value: taken[name] } : (variables.get(name) ?? null)),
  };
  setHost(host);
  return host;
}
