import type { ChartPlan } from "../choose-chart.ts";
import { textWidth } from "../../display/text-width.ts";
import { GREY, type Drawing } from "../layout/drawing.ts";

/** The numbers of a single row, in large type. */
export function numberChart({ y }: ChartPlan): Drawing {
  const values = y.map(({ name, values: column }) => ({ label: name, text: textOf(column.at(0)) }));
  const widest = Math.max(
    ...values.map(({ label, text }) => Math.max(22 * text.length, 8 * textWidth(label))),
  );
  return {
    values,
    sized: true,
    body: {
      width: { step: widest + 40 },
      height: 70,
      mark: { type: "text", fontSize: 36, color: GREY },
      encoding: {
        x: {
          field: "label",
          type: "nominal",
          sort: null,
          title: null,
          axis: { labelAngle: 0, domain: false, ticks: false, labelFontSize: 13, labelLimit: widest + 30 },
        },
        text: { field: "text", type: "nominal" },
      },
    },
    panels: { panels: [{ label: null, rows: new Uint32Array(1), y }], notes: [], byColumn: false },
    notes: [],
    text: values.map(({ label, text }) => `${label}: ${text}`),
  };
}

function textOf(value: unknown): string {
  if (typeof value === "bigint") return value.toLocaleString("en-US");
  return typeof value === "number" && Math.abs(value) < 1e15
    ? value.toLocaleString("en-US", { maximumSignificantDigits: Number.isInteger(value) ? 15 : 6 })
    : String(value);
}
