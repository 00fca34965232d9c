import { JUPYTER_DISPLAY, NODE_INSPECT, type Displayable } from "./displayable.ts";
import { escapeHtml } from "./escape-html.ts";

/** Text displayed unchanged in a monospace font. */
export class CodeBlock implements Displayable {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  [JUPYTER_DISPLAY](): Record<string, unknown> {
    return { "text/html": `<pre><code>${escapeHtml(this.text)}</code></pre>`, "text/plain": this.text };
  }

  [NODE_INSPECT](): string {
    return this.text;
  }
}
