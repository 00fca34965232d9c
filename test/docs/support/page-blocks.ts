/** A fenced block of a page. */
export interface Block {
  /** The first word after the fence: `ts`, `sh`, `text`, ...; empty if there is none. */
  readonly language: string;
  /** The words after it: a file's name, or `fails`. */
  readonly words: readonly string[];
  readonly code: string;
  /** Line number of the opening fence, from 1. */
  readonly line: number;
}

/** A block that runs, with the `text` block after it that shows its output. */
export interface Example extends Block {
  readonly output: Block | null;
  /** Index among the page's examples, from 0. */
  readonly index: number;
}

/** The page's fenced blocks in order. */
export function pageBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```([^\n]*)\n([^]*?)^```$/gm)].map(
    ({ 1: info = "", 2: code = "", index }) => {
      const [language = "", ...words] = info.trim().split(/\s+/);
      return { language, words, code, line: markdown.slice(0, index).split("\n").length };
    },
  );
}

/** Blocks that run, each with its output. @throws Error for a `text` block without one. */
export function pageExamples(markdown: string): Example[] {
  const examples: Example[] = [];
  for (const block of pageBlocks(markdown)) {
    if (block.language !== "text") examples.push({ ...block, output: null, index: examples.length });
    else {
      const before = examples.pop();
      if (!before || before.output) throw new Error(`line ${block.line}: the output of no block`);
      examples.push({ ...before, output: block });
    }
  }
  return examples;
}

/** Cells of a notebook: TypeScript without a file name, and magics (marked `sql` where the fence needs a word). */
export const isCell = ({ language, words, code }: Block): boolean =>
  (language === "ts" && !words.some((word) => /\.m?ts$/.test(word))) ||
  (["", "sql"].includes(language) && code.startsWith("%"));
