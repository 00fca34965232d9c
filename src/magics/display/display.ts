import { inspect } from "node:util";
import { host } from "../notebook-host.ts";
import { CodeBlock } from "./code-block.ts";
import { mimeBundle } from "./mime-bundle.ts";

/** Display a value in the notebook: tables as tables, charts as charts, anything else as text. */
export function display(value: unknown): void {
  host().display(mimeBundle(value) ?? { "text/plain": typeof value === "string" ? value : inspect(value) });
}

/** Display code, as `--dry-run` and `--verbose` do. */
export function show_code(code: string): void {
  display(new CodeBlock(code));
}
