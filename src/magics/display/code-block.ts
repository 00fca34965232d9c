import type { MimeBundle } from "./displayable.ts";
import { escapeHtml } from "./escape-html.ts";

/** Text displayed unchanged in a monospace font. */
export const codeBlock = (text: string): MimeBundle => ({
  "text/html": `<pre><code>${escapeHtml(text)}</code></pre>`,
  "text/plain": text,
});
