import { textWidth } from "../../../core/text/visible-text.ts";
import { INK } from "../../vega/vega-lite-spec.ts";
import type { ChartPlan } from "../choose-chart.ts";
import type { Drawing } from "../drawing.ts";
import { vegaText } from "../encode/vega-text.ts";

/** The numbers of a single row, in large type. */
export function numberChart({ y, options }: ChartPlan): Drawing {
  const values = y.map(({ name, facts }) => ({
    label: vegaText(name),
    text: textOf(facts.values.at(0), options.percent === true),
  }));
  const widest = Math.max(
    ...values.map(({ label, text }) => Math.max(17 * text.length, 8 * textWidth(label))),
  );
  const axis = { labelAngle: 0, domain: false, ticks: false, labelFontSize: 13, labelLimit: widest + 20 };
  return {
    values,
    ownWidth: values.length * (widest + 24),
    body: {
      width: { step: widest + 24 },
      height: 60,
      mark: { type: "text", fontSize: 28, color: INK },
      encoding: {
        x: { field: "label", type: "nominal", sort: null, title: null, axis },
        text: { field: "text", type: "nominal" },
      },
    },
    notes: [],
    text: values.map(({ label, text }) => `${label}: ${text}`),
  };
}

function textOf(value: unknown, percent: boolean): string {
  if (typeof value === "bigint") return value.toLocaleString("en-US");
  if (typeof value !== "number" || !(Math.abs(value) < 1e15)) return String(value);
  if (percent) return value.toLocaleString("en-US", { style: "percent", maximumFractionDigits: 1 });
  const whole = Math.trunc(Math.abs(value)).toLocaleString("en-US", { useGrouping: false }).length;
  return value.toLocaleString("en-US", {
    maximumSignificantDigits: Number.isInteger(value) ? 15 : Math.max(6, Math.min(15, whole + 2)),
  });
}
