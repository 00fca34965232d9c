import { carry } from "../analyze/typed.ts";
import { typed } from "../analyze/typed.ts";
import type { SpecialForm } from "../functions/special-form.ts";
import { argumentsOf } from "../functions/special-form.ts";
import { sqlJsonForms } from "./sql-json.ts";
import { formatText } from "./format.ts";
import { tryOf } from "../sql/tree.ts";

/** TRY: null instead of errors caused by values. */
const tryForm: SpecialForm = (t, call, scope) => {
  t.tries++;
  const value = argumentsOf(t, call, scope, 1)[0]!;
  t.tries--;
  return carry(typed(tryOf(value.sql), value.type), value);
};

export const prestoSpecialForms: Readonly<Record<string, SpecialForm>> = {
  try: tryForm,
  format: formatText,
  ...sqlJsonForms,
};
