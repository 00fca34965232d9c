import { typed } from "../analyze/typed.ts";
import type { SpecialForm } from "../functions/special-form.ts";
import { argumentsOf } from "../functions/special-form.ts";
import { sqlJsonForms } from "./sql-json.ts";
import { formatText } from "./format.ts";
import { engine, tryOf } from "../sql/tree.ts";

/** TRY: null instead of errors caused by values. */
const tryForm: SpecialForm = (t, call, scope) => {
  const value = t.trying(() => argumentsOf(t, call, scope, 1)[0]!);
  // The engine refuses TRY of what differs at each evaluation, but not in a lambda.
  const sql = value.volatile ? engine`list_transform([TRUE], lambda u: ${value.sql})[1]` : value.sql;
  return typed(tryOf(sql), value.type, value);
};

export const prestoSpecialForms: Readonly<Record<string, SpecialForm>> = {
  try: tryForm,
  format: formatText,
  ...sqlJsonForms,
};
