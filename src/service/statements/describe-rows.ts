import { BIGINT, VARCHAR } from "../../dialect/types/type.ts";
import { textBatch } from "../embedded/text-batch.ts";
import type { Execution } from "../engine.ts";

/** The answer to DESCRIBE INPUT. The types of parameters are not known before they have values. */
export function describeRows(parameters: number): Execution {
  const rows = Array.from({ length: parameters }, (_, position) => [String(position), "unknown"]);
  return {
    columns: [
      { name: "Position", type: "bigint" },
      { name: "Type", type: "varchar" },
    ],
    batches: textBatch(
      [
        { name: "Position", type: BIGINT },
        { name: "Type", type: VARCHAR },
      ],
      rows,
    ),
  };
}
