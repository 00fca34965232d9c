import { type CallContext, family } from "../../functions/function-table.ts";
import { engine, literal, type Sql } from "../../sql/tree.ts";

const STOPWORDS =
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them
  their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but
  if or because as until while of at by for with about against between into through during before after above below to from up down in out on off over under
  again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very s t can
  will just don should now`.split(/\s+/);

const words = (text: string): string =>
  `list_filter(regexp_split_to_array(${text}, '[ .,?!:;()<>\\[\\]\\x08\\t\\n\\f\\r"''\\\\]+'), lambda w: w <> '')`;

const normalize = (c: CallContext): Sql => {
  const form = c.args[1]?.constant ?? "NFC";
  if (typeof form !== "string")
    return c.t.unsupported("normalize_unicode with a form that is not a literal", c.pos);
  return engine`svc_normalize(${c.args[0]!.sql}, ${literal(/^NFK?[CD]$/.test(form) ? form : "NFC")})`;
};

export const texts = family("Hivemall, text processing")`
-- treasure-boxes/machine-learning-box/topic-modeling
tokenize(text[, lower_case]) → array | English words | tokenize('Hello, world') --> ["Hello","world"]
  (varchar) -> array(varchar) = ${words("$1")}
  (varchar, boolean) -> array(varchar) = ${words("CASE WHEN $2 THEN lower($1) ELSE $1 END")}
is_stopword(word) → boolean | an English stop word | is_stopword('the') --> true
  (varchar) -> boolean = coalesce($1 IN ('${STOPWORDS.join("', '")}'), FALSE)
normalize_unicode(string[, form]) → string | in the form NFC, NFD, NFKC or NFKD | normalize_unicode('ﾊﾝｶｸ', 'NFKC') --> "ハンカク"
  (varchar) -> varchar | (varchar, varchar) -> varchar = ${normalize}
tfidf(tf, documents_with, documents) → double | weight of a word | tfidf(0.5, 2, 10) --> 0.8494850021680094
  (double, double, double) -> double = $1 * (log10($3 / CASE WHEN $2 < 1 THEN 1 ELSE $2 END) + 1)
-- treasure-boxes/machine-learning-box/gender_age_prediction
bm25(frequency, length, mean_length, documents, documents_with) → double | Okapi BM25 score of a word | bm25(5, 50, 100.0, 1000, 10) --> 3.7863813152179455
  (double, double, double, double, double) -> double = ~bm25($1, $2, $3, $4, $5)
`;
