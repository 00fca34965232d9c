import type { FunctionFamily } from "../functions/function-table.ts";
import { serviceFunctions, serviceFunctionsOfHive } from "../td/functions.ts";
import { aggregates } from "./functions/aggregates.ts";
import { collections } from "./functions/collections.ts";
import { dates } from "./functions/dates.ts";
import { math } from "./functions/math.ts";
import { strings } from "./functions/strings.ts";
import { arrays } from "./hivemall/arrays.ts";
import { collect } from "./hivemall/collect.ts";
import { distances } from "./hivemall/distances.ts";
import { features } from "./hivemall/features.ts";
import { measures } from "./hivemall/measures.ts";
import { texts } from "./hivemall/texts.ts";

/** All supported Hive functions by family, as in its manual. */
export function hiveFunctions(): readonly FunctionFamily[] {
  return [
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
