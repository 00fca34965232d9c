import { carry } from "../analyze/expression.ts";
import { typed } from "../analyze/typed.ts";
import type { SpecialForm } from "../functions/special-form.ts";
import { argumentsOf } from "../functions/special-form.ts";
import { sqlJsonForms } from "./sql-json.ts";
import { formatText } from "./format.ts";
import { tryOf } from "../sql/sql.ts";

/** TRY: null in place of the errors that a value can cause. */
const tryForm: SpecialForm = (t, call, scope) => {
  const [value] = argumentsOf(t, call, scope, 1);
  return carry(typed(tryOf(value!.sql), value!.type), value!);
};

export const prestoSpecialForms: Readonly<Record<string, SpecialForm>> = {
  try: tryForm,
  format: formatText,
  ...sqlJsonForms,
};
