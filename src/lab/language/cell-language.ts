import { Language, LanguageSupport } from "@codemirror/language";
import { javascript } from "@codemirror/lang-javascript";
import { CellParser } from "./cell-parser.ts";
import { cellData } from "./node-types.ts";

/** MIME type of cells of svclib kernels, in the browser only: notebooks and kernels see TypeScript. */
export const CELL_MIME = "text/x-svclib-cell";

/** The language of these cells. */
export function cellLanguage(): LanguageSupport {
  const language = new Language(cellData, new CellParser(), [], "svclib cell");
  return new LanguageSupport(language, javascript({ typescript: true }).support);
}
