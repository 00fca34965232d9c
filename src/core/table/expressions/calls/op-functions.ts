import { kindsOf, type ValueKind } from "../column-kind.ts";

/** Kinds of the results of functions of `op`; those that are not here give values of several kinds. All are null if an argument is. */
export const FUNCTION_KINDS: ReadonlyMap<string, ValueKind> = kindsOf([
      ["number", "abs acos acosh asin asinh atan atan2 atanh bin cbrt ceil clz32 cos cosh degrees exp expm1 floor fround indexof lastindexof length log log10 log1p log2 now parse_float parse_int pow radians random round sign sin sinh sqrt tan tanh timestamp trunc"],
      ["number", "year quarter month week date dayofyear dayofweek hours minutes seconds milliseconds"],
      ["number", "utcyear utcquarter utcmonth utcweek utcdate utcdayofyear utcdayofweek utchours utcminutes utcseconds utcmilliseconds"],
      ["text", "format_date format_utcdate join lower normalize padend padstart repeat replace substring to_json trim upper"],
      ["boolean", "endswith equal has includes is_finite is_nan startswith"],
      ["list", "entries keys sequence split values"],
      ["date", "datetime parse_date utcdatetime"],
      ["object", "object row_object"],
]); // prettier-ignore

/** Functions of Arquero that give null for null here, whatever they give there. */
export const NULL_FOR_NULL = new Set([
  ...FUNCTION_KINDS.keys(),
  ..."compact concat greatest least match parse_json pluck reverse slice".split(" "),
]);

/** Functions of `op` that read a time as it is shown; their namesakes with `utc` read it in UTC. */
export const TIME_PARTS: readonly string[] = [
  "year", "quarter", "month", "week", "date", "dayofyear", "dayofweek", "hours", "minutes", "seconds", "milliseconds",
]; // prettier-ignore

/** Functions that ask about a value, null too. */
export const ASKS = new Set(["is_nan", "is_finite", "recode", "row_object", "random", "now"]);

/** Functions whose first argument becomes text, and which would take the text that JavaScript makes of a date. */
export const OF_TEXT = new Set(
  "endswith lower match normalize padend padstart repeat replace split startswith substring trim upper".split(
    " ",
  ),
);

/** Functions whose arguments are numbers. */
export const OF_NUMBERS = new Set(
  "abs acos acosh asin asinh atan atan2 atanh bin cbrt ceil clz32 cos cosh degrees exp expm1 floor fround log log10 log1p log2 pow radians round sign sin sinh sqrt tan tanh trunc".split(
    " ",
  ),
);

/** Functions that are defined anew for tables, by the name that compiled text calls. */
export const ANEW: ReadonlyMap<string, string> = new Map(
  Object.entries({
    has: "svc_has",
    includes: "svc_includes",
    indexof: "svc_indexof",
    lastindexof: "svc_lastindexof",
    parse_date: "svc_parse_date",
    recode: "svc_recode",
    format_utcdate: "svc_format_utcdate",
    timestamp: "svc_timestamp",
    datetime: "svc_datetime",
  }),
);

/** Aggregates and window functions that give a value of their column. */
export const PICKS = /^(?:any|mode|lag|lead|first_value|last_value|nth_value|fill_down|fill_up|min|max)$/;
/** Aggregates that are numbers. */
export const NUMBERS =
  /^(?:average|corr|count|covariance|covariancep|cume_dist|dense_rank|distinct|invalid|mean|median|ntile|percent_rank|product|quantile|rank|avg_rank|row_number|stdev|stdevp|sum|valid|variance|variancep)$/;
