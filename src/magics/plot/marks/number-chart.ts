import type { ChartPlan } from "../choose-chart.ts";
import { textWidth } from "../../../core/text/text-width.ts";
import { GREY, type Drawing } from "../layout/drawing.ts";

/** The numbers of a single row, in large type. */
export function numberChart({ y }: ChartPlan): Drawing {
  const values = y.map(({ name, values: column }) => ({ label: name, text: textOf(column.at(0)) }));
  const widest = Math.max(
    ...values.map(({ label, text }) => Math.max(17 * text.length, 8 * textWidth(label))),
  );
  return {
    values,
    ownWidth: values.length * (widest + 24),
    body: {
      width: { step: widest + 24 },
      height: 60,
      mark: { type: "text", fontSize: 28, color: GREY },
      encoding: {
        x: {
          field: "label",
          type: "nominal",
          sort: null,
          title: null,
          axis: { labelAngle: 0, domain: false, ticks: false, labelFontSize: 13, labelLimit: widest + 20 },
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
  if (typeof value !== "number" || !(Math.abs(value) < 1e15)) return String(value);
  const whole = Math.trunc(Math.abs(value)).toLocaleString("en-US", { useGrouping: false }).length;
  return value.toLocaleString("en-US", {
    maximumSignificantDigits: Number.isInteger(value) ? 15 : Math.max(6, Math.min(15, whole + 2)),
  });
}
