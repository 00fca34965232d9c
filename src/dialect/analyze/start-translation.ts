import { convertHive } from "../hive/convert.ts";
import { convertPresto } from "../presto/convert.ts";
import { analyzeExpr } from "./expressions/expression.ts";
import { analyzeQuery } from "./queries/query.ts";
import { analyzeRelation } from "./queries/relation.ts";
import { Translation, type Analysis, type TranslationOptions } from "./translation.ts";

const ANALYSIS: Analysis = {
  expression: analyzeExpr,
  query: analyzeQuery,
  relation: analyzeRelation,
  convert: (t, value, to, pos) => (t.hive ? convertHive : convertPresto)(t, value, to, pos),
};

/** A translation of one statement, with the whole analysis. */
export const startTranslation = (options: TranslationOptions): Translation =>
  new Translation(options, ANALYSIS);
