import { convertHive } from "../hive/convert.ts";
import { convertPresto } from "../presto/convert.ts";
import { writeBound } from "./bind-once.ts";
import { analyzeExpr } from "./expressions/expression.ts";
import { analyzeQuery } from "./queries/query.ts";
import { analyzeRelation } from "./queries/relation.ts";
import { Translation, type Analysis, type TranslationOptions } from "./translation.ts";

const ANALYSIS: Analysis = {
  expression: analyzeExpr,
  query: analyzeQuery,
  relation: analyzeRelation,
  // It may write its value several times.
  convert: (t, value, to, pos) =>
    writeBound([value], ([one]) => (t.hive ? convertHive : convertPresto)(t, one!, to, pos)),
};

/** A translation of one statement, with the whole analysis. */
export const startTranslation = (options: TranslationOptions): Translation =>
  new Translation(options, ANALYSIS);
