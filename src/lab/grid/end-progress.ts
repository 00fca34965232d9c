/** JupyterLab's model of a cell's outputs. */
export interface CellOutputs {
  readonly length: number;
  get(at: number): { toJSON(): { readonly data?: Readonly<Record<string, unknown>> } };
  set(at: number, output: object): void;
}

const PROGRESS = /^<div><progress max="100"/;

/** Ends the progress lines that a kernel left among a cell's outputs when it ended. */
export function endProgress(outputs: CellOutputs, reason: string): void {
  for (let at = 0; at < outputs.length; at++) {
    const { data, ...rest } = outputs.get(at).toJSON();
    if (!PROGRESS.test(String(data?.["text/html"]))) continue;
    const [name = ""] = String(data?.["text/plain"]).split(": ");
    outputs.set(at, { ...rest, data: { "text/plain": `${name}: ${reason}.` } });
  }
}
