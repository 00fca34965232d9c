import { commonForms } from "../functions/common-forms.ts";
import { commonMath } from "../functions/common-math.ts";
import { hivemallRows } from "./hivemall/hivemall-rows.ts";
import { hiveSpecialForms } from "./special-forms.ts";
import { rowFunctions } from "./table-functions.ts";
import { serviceRows } from "../td/service-rows.ts";
import type { FunctionFamily } from "../functions/function-table.ts";
import { serviceFunctions, serviceFunctionsOfHive } from "../td/functions.ts";
import { aggregates } from "./functions/aggregates.ts";
import { collections } from "./functions/collections.ts";
import { dates } from "./functions/dates.ts";
import { math } from "./functions/math.ts";
import { strings } from "./functions/strings.ts";
import { arrays, distances } from "./hivemall/arrays.ts";
import { collect } from "./hivemall/collect.ts";
import { featureForms, features } from "./hivemall/features.ts";
import { measures } from "./hivemall/measures.ts";
import { texts } from "./hivemall/texts.ts";

/** All supported Hive functions by family, as in its manual. */
export function hiveFunctions(): readonly FunctionFamily[] {
  return [
    commonMath,
    commonForms,
    hiveSpecialForms,
    featureForms,
    rowFunctions,
    hivemallRows,
    serviceRows,
    math,
    strings,
    dates,
    collections,
    aggregates,
    features,
    arrays,
    distances,
    measures,
    collect,
    texts,
    serviceFunctions,
    serviceFunctionsOfHive,
  ];
}
