import { BlocksWriter } from "./blocks/blocks-writer.ts";
import type { RowsWriter } from "./result-file.ts";
import type { ResultForm } from "../engine/engine.ts";
import { ResultWriter } from "./result-writer.ts";

export function openResultWriter(path: string, form: ResultForm): Promise<RowsWriter> {
  return form === "blocks" ? BlocksWriter.open(path) : ResultWriter.open(path);
}
