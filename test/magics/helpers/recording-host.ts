import { setHost, type MimeBundle, type NotebookHost } from "../../../src/magics/notebook-host.ts";

export interface RecordingHost extends NotebookHost {
  readonly shown: MimeBundle[];
  readonly printed: string[];
  readonly variables: Map<string, { value: unknown; type: string }>;
}

/** Makes a notebook that records what magics do to it the current one. */
export function recordingHost(taken: Readonly<Record<string, unknown>> = {}): RecordingHost {
  const variables = new Map<string, { value: unknown; type: string }>();
  const shown: MimeBundle[] = [];
  const printed: string[] = [];
  const host: RecordingHost = {
    shown,
    printed,
    variables,
    display: (bundle) => void shown.push(bundle),
    print: (text, stream = "stdout") => void printed.push(`${stream}: ${text}`),
    bind: (name, value, type) => void variables.set(name, { value, type }),
    variable: (name) => (name in taken ? { value: taken[name] } : (variables.get(name) ?? null)),
  };
  setHost(host);
  return host;
}
