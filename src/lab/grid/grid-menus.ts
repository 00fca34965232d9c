import { button, element, onEnter } from "../element.ts";
import { cellText, isNumberColumn } from "../../kernel/comms/cell-text.ts";
import type {
  CellValue,
  ColumnSummary,
  GridColumn,
  GridFile,
  RowFilter,
} from "../../kernel/comms/grid-request.ts";
import type { GridSource } from "./grid-source.ts";
import { readBound } from "./read-bound.ts";

export interface FilterActions {
  set(filter: RowFilter | null): void;
  sort(descending: boolean): void;
  hide(): void;
}

/** Sort and filter menu of a column. The values to choose from appear once the column is summarized. */
export function filterMenu(source: GridSource, column: number, actions: FilterActions): HTMLElement {
  const about = source.file.columns[column] as GridColumn;
  const byRange = isNumberColumn(about) || about.kind === "date";
  const chosen = new Set<CellValue>();
  const set = (filter: RowFilter | null): void =>
    actions.set(filter ?? (chosen.size === 0 ? null : { column, is: [...chosen] }));
  return element("div", {}, [
    button("▲ Sort", "Sort ascending", () => actions.sort(false)),
    button("▼ Sort", "Sort descending", () => actions.sort(true)),
    button("Hide", "Hide the column", () => actions.hide()),
    button("All rows", "Take the column's filter away", () => actions.set(null)),
    ...(byRange ? rangeInputs : textInputs)(column, about, valueList(source, column, chosen), set),
  ]);
}

type SetFilter = FilterActions["set"];

function textInputs(column: number, _: GridColumn, values: HTMLElement, set: SetFilter): HTMLElement[] {
  const input = element("input", { placeholder: "contains …", "aria-label": "Rows whose text contains" });
  const apply = (): void => set(input.value === "" ? null : { column, contains: input.value });
  onEnter(input, apply);
  return [input, values, button("Filter", "Keep the rows with these values", apply)];
}

function rangeInputs(column: number, about: GridColumn, values: HTMLElement, set: SetFilter): HTMLElement[] {
  const isDate = about.kind === "date";
  const inputs = ["from", "to"].map((label) =>
    element("input", {
      "aria-label": label,
      placeholder: isDate ? `${label} 2024-05-06 07:08 (UTC)` : label,
      size: isDate ? "26" : "10",
    }),
  );
  const fault = element("div", { role: "alert" });
  const apply = button("Filter", "Keep the rows of this range", () => {
    const [least = null, most = null] = inputs.map(({ value }) => readBound(value, isDate));
    if (Number.isNaN(least) || Number.isNaN(most))
      fault.textContent = isDate ? "that is no date" : "that is no number";
    else set(least === null && most === null ? null : { column, least, most });
  });
  for (const input of inputs) onEnter(input, () => apply.click());
  return [element("div", {}, inputs), values, apply, fault];
}

/** The frequent values and null, to choose from. */
function valueList(source: GridSource, column: number, chosen: Set<CellValue>): HTMLElement {
  const list = element("div");
  source.summary(column).then(
    (summary) => fillList(list, summary, source.file.columns[column] as GridColumn, chosen),
    // The rows fail in the same way, and report it.
    () => undefined,
  );
  return list;
}

function fillList(
  list: HTMLElement,
  { top, nulls }: ColumnSummary,
  about: GridColumn,
  chosen: Set<CellValue>,
): void {
  const valueOf = (text: string): CellValue => (about.kind === "boolean" ? text === "true" : text);
  const options: (readonly [CellValue, number])[] = top.map(([text, count]) => [valueOf(text), count]);
  if (nulls > 0) options.push([null, nulls]);
  const boxes = options.map(([value, count]) => {
    const box = element("input", { type: "checkbox" });
    box.addEventListener("change", () => void (box.checked ? chosen.add(value) : chosen.delete(value)));
    const label = value === "" ? '""' : cellText(value, about, "UTC").slice(0, 60);
    const text = element("bdi", { class: value === null ? "svc-null" : "" }, [label]);
    return element("label", {}, [box, " ", text, ` (${count})`]);
  });
  list.replaceChildren(...boxes);
}

/** Menu of visible columns; at least one stays visible. */
export function columnsMenu(
  file: GridFile,
  order: readonly number[],
  change: (columns: readonly number[]) => void,
): HTMLElement {
  const now = new Set(order);
  const boxes = file.columns.map(({ name }, column) => {
    const box = element("input", { type: "checkbox" });
    box.checked = now.has(column);
    box.addEventListener("change", () => {
      if (box.checked) now.add(column);
      else if (now.size > 1) now.delete(column);
      box.checked = now.has(column);
      change([...now].sort((a, b) => a - b));
    });
    return element("label", {}, [box, ` ${name}`]);
  });
  return element("div", {}, boxes);
}

/** A value in full length; arrays, rows and maps expand level by level. */
export function valueMenu(
  value: CellValue,
  column: GridColumn | undefined,
  zone: string | null,
): HTMLElement {
  if (column?.kind === "nested" && typeof value === "string") {
    try {
      return tree("", JSON.parse(value), true);
    } catch {
      // Truncated by the kernel, so not valid JSON: shown as text.
    }
  }
  const text =
    column === undefined || typeof value === "string" ? String(value) : cellText(value, column, zone);
  return element("pre", {}, [text]);
}

const MAX_PARTS = 500;

function tree(name: string, value: unknown, open: boolean): HTMLElement {
  const label = name === "" ? "" : `${name}: `;
  if (typeof value !== "object" || value === null) return element("div", {}, [label + JSON.stringify(value)]);
  const parts = Object.entries(value);
  const size = Array.isArray(value) ? `[${parts.length}]` : `{${parts.length}}`;
  const node = element("details", open ? { open: "" } : {}, [element("summary", {}, [label + size])]);
  const more = button("", "Show more parts", () => fill());
  const fill = (): void => {
    more.remove();
    node.append(...parts.splice(0, MAX_PARTS).map(([key, part]) => tree(key, part, false)));
    more.textContent = `… ${parts.length} more`;
    if (parts.length > 0) node.append(more);
  };
  if (open) fill();
  else node.addEventListener("toggle", fill, { once: true });
  return node;
}
