import { commonForms } from "../functions/common-forms.ts";
import { commonMath } from "../functions/common-math.ts";
import { prestoSpecialForms } from "./special-forms.ts";
import { sqlJsonForms } from "./sql-json.ts";
import { serviceFunctions } from "../td/functions.ts";
import type { FunctionFamily } from "../functions/function-table.ts";
import { aggregates } from "./functions/aggregates.ts";
import { windows } from "./functions/windows.ts";
import { arrays } from "./functions/arrays.ts";
import { binary } from "./functions/binary.ts";
import { json } from "./functions/json.ts";
import { maps } from "./functions/maps.ts";
import { sketches } from "./functions/sketches.ts";
import { url } from "./functions/url.ts";
import { bitwise } from "./functions/bitwise.ts";
import { datetime } from "./functions/datetime.ts";
import { distributions } from "./functions/distributions.ts";
import { session } from "./functions/session.ts";
import { teradata } from "./functions/teradata.ts";
import { math } from "./functions/math.ts";
import { regexp } from "./functions/regexp.ts";
import { strings } from "./functions/strings.ts";

/** All supported Presto functions by family, as in its manual. */
export function prestoFunctions(): readonly FunctionFamily[] {
  return [
    commonMath,
    commonForms,
    prestoSpecialForms,
    sqlJsonForms,
    math,
    bitwise,
    strings,
    regexp,
    json,
    url,
    binary,
    datetime,
    arrays,
    maps,
    aggregates,
    sketches,
    windows,
    teradata,
    distributions,
    session,
    serviceFunctions,
  ];
}
