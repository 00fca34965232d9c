import { typed } from "../analyze/typed.ts";
import { type SpecialForm, argumentsOf } from "../functions/special-form.ts";
import { sqlJsonForms } from "./sql-json.ts";
import { formatText } from "./format.ts";
import { engine, tryOf } from "../sql/tree.ts";

/** TRY: null instead of errors caused by values. */
const tryForm: SpecialForm = (t, call, scope) => {
  const value = t.trying(() => argumentsOf(t, call, scope, 1)[0]!);
  if (!value.volatile) return typed(tryOf(value.sql), value.type, value);
  // The engine refuses TRY of what differs at each evaluation, but not in a lambda; over a constant list it evaluates it once for all rows.
  const tried = tryOf(engine`list_transform([TRUE], lambda v: ${value.sql})[1]`);
  return typed(engine`list_transform([random()], lambda u: ${tried})[1]`, value.type, value);
};

export const prestoSpecialForms: Readonly<Record<string, SpecialForm>> = {
  try: tryForm,
  format: formatText,
  ...sqlJsonForms,
};
