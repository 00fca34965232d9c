import { Language, LanguageSupport } from "@codemirror/language";
import { javascript } from "@codemirror/lang-javascript";
import { CellParser } from "./cell-parser.ts";
import { cellData } from "./node-types.ts";

/** Type of the text in a cell of an svclib kernel, within the browser: what is saved and what kernels see is TypeScript. */
export const CELL_MIME = "text/x-svclib-cell";

/** The language of such a cell. */
export function cellLanguage(): LanguageSupport {
  const language = new Language(cellData, new CellParser(), [], "svclib cell");
  return new LanguageSupport(language, javascript({ typescript: true }).support);
}
