export const STRING_MACROS: Readonly<Record<string, string>> = {
  // Fails with an error that the engine's TRY does not catch: all others it does.
  "refusal(error)": "CAST(timezone(error, TIMESTAMP '1970-01-01') AS VARCHAR)",
  // A pattern for script functions, or the reason why there is none.
  "script_pattern(s)":
    "list_transform([s], lambda p: CASE WHEN starts_with(p, 'svc!') THEN ~refusal(p) ELSE p END)[1]",
  // Java's white space characters.
  "spaces()":
    "chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || chr(28) || chr(29) || chr(30) || chr(31) || ' ' || chr(5760) || chr(8192) || chr(8193) || chr(8194) || chr(8195) || chr(8196) || chr(8197) || chr(8198) || chr(8200) || chr(8201) || chr(8202) || chr(8232) || chr(8233) || chr(8287) || chr(12288)",
  // The padding (`=`) may be omitted. Wrong padding is refused here, because the engine accepts it.
  "base64_text(s, shown)":
    "CASE WHEN NOT regexp_full_match(s, '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?') THEN fail(INVALID_FUNCTION_ARGUMENT, 'Illegal base64 text: ' || shown, VARCHAR) ELSE rpad(s, CAST((length(s) + 3) // 4 * 4 AS INTEGER), '=') END",
  "hex_text(s)":
    "CASE WHEN length(s) % 2 = 1 THEN fail(INVALID_FUNCTION_ARGUMENT, 'invalid input length ' || length(s), VARCHAR) WHEN NOT regexp_full_match(s, '[0-9A-Fa-f]*') THEN fail(INVALID_FUNCTION_ARGUMENT, 'not a hexadecimal digit: \"' || regexp_extract(s, '[^0-9A-Fa-f]') || '\"', VARCHAR) ELSE s END",
  // As Trino shows bytes inside a map's key: 32 in a line, in groups of eight.
  "bytes_text(b)":
    "rtrim(regexp_replace(regexp_replace(regexp_replace(lower(hex(b)), '(..)', '\\1 ', 'g'), '(.{24})', '\\1  ', 'g'), '(.{101})   ', '\\1' || chr(10), 'g'), ' ' || chr(10))",
  // Java's single-character mapping keeps ß; the engine would capitalize it.
  "upper_text(s)":
    "CASE WHEN contains(s, 'ß') THEN array_to_string(list_transform(string_split(s, 'ß'), lambda p: upper(p)), 'ß') ELSE upper(s) END",
  "text_size(n)":
    "CASE WHEN n > 1000000 THEN fail(EXCEEDED_LIMIT, 'a text of more than 1000000 characters', INTEGER) ELSE CAST(n AS INTEGER) END",
  "pad_size(n, fill)":
    "CASE WHEN n < 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Target length must be in the range [0..2147483647]', INTEGER) WHEN fill = '' THEN fail(INVALID_FUNCTION_ARGUMENT, 'Padding string must not be empty', INTEGER) ELSE ~text_size(n) END",
  "lpad(s, n, fill)":
    "CASE WHEN n >= 0 AND fill <> '' AND length(s) >= n THEN left(s, n) ELSE lpad(s, ~pad_size(n, fill), fill) END",
  "rpad(s, n, fill)":
    "CASE WHEN n >= 0 AND fill <> '' AND length(s) >= n THEN left(s, n) ELSE rpad(s, ~pad_size(n, fill), fill) END",
  "split_text(s, d)":
    "CASE WHEN d IS NULL THEN NULL WHEN d = '' THEN fail(INVALID_FUNCTION_ARGUMENT, 'The delimiter may not be the empty string', VARCHAR[]) ELSE string_split(s, d) END",
  // The engine's own function takes only constant separators.
  "join_texts(l, d)":
    "list_transform([list_filter(l, lambda e: e IS NOT NULL)], lambda xs: CASE WHEN len(xs) > 0 THEN list_reduce(xs, lambda a, b: a || d || b) END)[1]",
  "joined_length(parts, d)":
    "coalesce(list_sum(list_transform(parts, lambda p: length(p))), 0)::BIGINT + greatest(len(parts) - 1, 0) * length(d)",
  "split_limited(s, d, n)":
    "list_transform([~split_text(s, d)], lambda parts: CASE WHEN s IS NULL OR d IS NULL OR n IS NULL THEN NULL WHEN n <= 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Limit must be positive', VARCHAR[]) WHEN n > 2147483647 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Limit is too large', VARCHAR[]) WHEN len(parts) <= n THEN parts ELSE list_append(parts[1:n - 1], substr(s, 1 + CASE WHEN n = 1 THEN 0 ELSE ~joined_length(parts[1:n - 1], d) + length(d) END)) END)[1]",
  "listagg_text(s)":
    "list_transform([s], lambda t: CASE WHEN strlen(t) > 1048576 THEN fail(EXCEEDED_LIMIT, 'the text of LISTAGG is longer than 1048576 bytes', VARCHAR) ELSE t END)[1]",
  // Occurrences may overlap: for a needle whose end equals its start, every position is tested.
  "overlaps(needle)":
    "len(list_filter(range(1, length(needle)), lambda k: left(needle, k) = right(needle, k))) > 0",
  "overlapping(s, needle)":
    "list_filter(range(1, length(s) - length(needle) + 2), lambda p: substr(s, p, length(needle)) = needle)",
  "strpos_nth(s, needle, n)":
    "CASE WHEN s IS NULL OR needle IS NULL OR n IS NULL THEN NULL WHEN n = 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'the instance must be a positive or negative number', BIGINT) WHEN needle = '' THEN 1 WHEN ~overlaps(needle) THEN coalesce(~overlapping(s, needle)[n], 0) WHEN n > 0 THEN list_transform([string_split(s, needle)], lambda parts: CASE WHEN len(parts) <= n THEN 0 ELSE ~joined_length(parts[1:n], needle) + 1 END)[1] ELSE list_transform([string_split(s, needle)], lambda parts: CASE WHEN len(parts) <= -n THEN 0 ELSE ~joined_length(parts[1:len(parts) + n], needle) + 1 END)[1] END",
  // Bytes are handled as text of two hexadecimal digits each; beyond any possible length the count is cut.
  "digits_of(n)":
    "CASE WHEN n > 4294967296 THEN 8589934592 WHEN n < -4294967296 THEN -8589934592 ELSE CAST(n AS BIGINT) * 2 END",
  "byte_place(n)": "~digits_of(n) - CASE WHEN n > 0 THEN 1 ELSE 0 END",
  // Positions count from 1, or from the end if negative; 0 and positions out of range return "".
  "substr_from(s, start)":
    "CASE WHEN start = 0 OR start > length(s) OR start < -length(s) THEN CASE WHEN s IS NULL THEN NULL ELSE '' END ELSE substring(s, start) END",
  "substr_part(s, start, n)":
    "CASE WHEN s IS NULL OR start IS NULL OR n IS NULL THEN NULL WHEN start = 0 OR start > length(s) OR start < -length(s) OR n <= 0 THEN '' WHEN start > 0 THEN substring(s, start, least(n, length(s))) ELSE substring(s, length(s) + start + 1, least(n, length(s))) END",
  // Limits the growth of a text when pieces are replaced by ones `more` bytes longer. `most` is an upper bound of their number; `exact` is
  // evaluated only if that exceeds the limit.
  "growth(most, more, exact)":
    "CASE WHEN most * more > 16777216 AND exact * more > 16777216 THEN fail(EXCEEDED_LIMIT, 'a text that grows by more than 16 MB in one replace', VARCHAR) ELSE '' END",
  "replace_all(s, old, new)":
    "CASE WHEN old = '' THEN CASE WHEN s = '' THEN new ELSE ~growth(length(s) + 1, strlen(new), length(s) + 1) || new || array_to_string(list_transform(string_split(s, ''), lambda c: c || new), '') END ELSE replace(s, old, new || ~growth(strlen(s) // greatest(strlen(old), 1), strlen(new) - strlen(old), (strlen(s) - strlen(replace(s, old, ''))) // greatest(strlen(old), 1))) END",
  // For regular expressions: every character may match, and every replacement may insert a group as long as the text.
  "bounded_replacement(s, new)":
    "CASE WHEN strlen(s) * strlen(new) > 1073741824 THEN fail(EXCEEDED_LIMIT, 'a replacement that may make more than 1 GB of one text', VARCHAR) ELSE new END",
  // The engine's distance functions count bytes. The check stands in the argument: of constants the engine computes both branches of a CASE.
  "levenshtein_text(a, b, refusal)":
    "CASE WHEN greatest(length(a), length(b)) * (least(length(a), length(b)) - 1) > 1000000 THEN refusal ELSE a END",
  "levenshtein_of(a, b, refusal)":
    "CASE WHEN strlen(a) = length(a) AND strlen(b) = length(b) THEN levenshtein(~levenshtein_text(a, b, refusal), b) ELSE svc_levenshtein(~levenshtein_text(a, b, refusal), b) END",
  "hamming_of(a, b)":
    "CASE WHEN a IS NULL OR b IS NULL THEN NULL WHEN length(a) <> length(b) THEN fail(INVALID_FUNCTION_ARGUMENT, 'The input strings to hamming_distance function must have the same length', BIGINT) WHEN a = '' THEN 0 ELSE len(list_filter(list_zip(string_split(a, ''), string_split(b, '')), lambda z: z[1] <> z[2])) END",
  // By code points, not by what is seen as one character.
  "reversed(s)":
    "CASE WHEN strlen(s) = length(s) THEN reverse(s) ELSE array_to_string(list_reverse(string_split(s, '')), '') END",
  "reverse_hex(h)":
    "CASE WHEN h IS NOT NULL THEN coalesce(array_to_string(list_reverse(regexp_extract_all(h, '..')), ''), '') END",
  // A trailing separator is ignored; each entry must contain exactly one key-value delimiter.
  "split_entries(s, entry, pair)":
    "list_transform([string_split(CASE WHEN ends_with(s, entry) THEN left(s, length(s) - length(entry)) ELSE s END, entry)], lambda es: CASE WHEN s IS NULL OR entry IS NULL OR pair IS NULL THEN NULL WHEN entry = pair THEN fail(INVALID_FUNCTION_ARGUMENT, 'entryDelimiter and keyValueDelimiter must not be the same', VARCHAR[]) WHEN s = '' THEN CAST([] AS VARCHAR[]) WHEN len(list_filter(es, lambda e: len(string_split(e, pair)) <> 2)) > 0 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Key-value delimiter must appear exactly once in each entry of ' || s, VARCHAR[]) ELSE es END)[1]",
  "split_to_map(s, entry, pair, failure)":
    "list_transform([list_transform(~split_entries(s, entry, pair), lambda e: struct_pack(k := split_part(e, pair, 1), v := substr(e, length(split_part(e, pair, 1)) + length(pair) + 1)))], lambda es: CASE WHEN len(list_distinct(list_transform(es, lambda e: e['k']))) < len(es) THEN failure ELSE map_from_entries(es) END)[1]",
  "split_to_multimap(s, entry, pair)":
    "list_transform([list_transform(~split_entries(s, entry, pair), lambda e: struct_pack(k := split_part(e, pair, 1), v := substr(e, length(split_part(e, pair, 1)) + length(pair) + 1)))], lambda es: list_transform([list_distinct(list_transform(es, lambda e: e['k']))], lambda ks: map(ks, list_transform(ks, lambda k: list_transform(list_filter(es, lambda e: e['k'] = k), lambda e: e['v']))))[1])[1]",
  // H and W do not separate equal consonants, vowels do.
  "soundex_digits(t)":
    "translate(left(t, 1) || translate(substr(t, 2), 'HW', ''), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '01230120022455012623010202')",
  "soundex(s)":
    "list_transform([regexp_replace(upper(replace(s, 'ß', 'ss')), '[^A-Z]', '', 'g')], lambda t: CASE WHEN t = '' THEN '' ELSE list_transform([string_split(~soundex_digits(t), '')], lambda d: rpad(left(left(t, 1) || array_to_string(list_filter(list_filter(d, lambda c, i: i > 1 AND c <> d[i - 1]), lambda c: c <> '0'), ''), 4), 4, '0'))[1] END)[1]",
  "luhn_check(s)":
    "CASE WHEN s IS NULL THEN NULL WHEN s = '' THEN FALSE WHEN NOT regexp_full_match(s, '[0-9]+') THEN fail(INVALID_FUNCTION_ARGUMENT, 'Input contains non-digit character', BOOLEAN) ELSE list_sum(list_transform(string_split(reverse(s), ''), lambda d, i: CASE WHEN i % 2 = 0 THEN CASE WHEN CAST(d AS INTEGER) * 2 > 9 THEN CAST(d AS INTEGER) * 2 - 9 ELSE CAST(d AS INTEGER) * 2 END ELSE CAST(d AS INTEGER) END)) % 10 = 0 END",
  "like_regex(pattern, mark)":
    "array_to_string(list_transform(regexp_extract_all(pattern, '(?s)(?:' || regexp_escape(mark) || '.|.)'), lambda c: CASE WHEN length(c) = 2 THEN regexp_escape(right(c, 1)) WHEN c = '%' THEN '.*' WHEN c = '_' THEN '.' ELSE regexp_escape(c) END), '')",
  // Each mark is followed by a wildcard or a mark.
  "is_escaped(pattern, mark)":
    "pattern IS NULL OR NOT regexp_matches(replace(pattern, mark || mark, ''), '(?s)' || regexp_escape(mark) || '([^%_]|$)')",
  // The engine's LIKE tries the lengths of each % with each of the others, but for one at the end.
  "is_short_like(s, pattern)":
    "length(replace(rtrim(pattern, '%'), '%', '')) >= length(rtrim(pattern, '%')) - 1 AND strlen(s) * strlen(pattern) < 100000000",
  // Nothing stops the engine while it matches one text.
  "matched_text(s, longest)":
    "CASE WHEN strlen(s) > longest THEN fail(EXCEEDED_LIMIT, 'a text of ' || strlen(s) || ' bytes is too long for a pattern with so many wildcards: at most ' || longest, VARCHAR) ELSE s END",
  "like_text(s, pattern)":
    "~matched_text(s, 100000000 // greatest(length(pattern) - length(translate(pattern, '%_', '')), 1))",
  "like_of(s, pattern)":
    "CASE WHEN ~is_short_like(s, pattern) THEN s LIKE CASE WHEN ~is_short_like(s, pattern) THEN pattern END ELSE regexp_full_match(~like_text(s, pattern), '(?s)' || replace(replace(regexp_escape(pattern), '\\%', '.*'), '_', '.')) END",
  "like_escape(s, pattern, mark)":
    "regexp_full_match(~like_text(s, pattern), '(?s)' || ~like_regex(pattern, mark))",
  // Bytes that are no UTF-8 become U+FFFD. The engine's own fails for them.
  "url_decoded(s)":
    "CASE WHEN regexp_matches(s, '%[89A-Fa-f]') THEN svc_url_decode(s) ELSE url_decode(s) END",
  // URIs valid in Java: only these characters, one #, an IPv6 address in brackets, and a scheme must start with a letter and be followed by something.
  "is_url(u)":
    "NOT regexp_matches(u, '[\\x00-\\x20\"<>\\\\^`{|}\\x7F]|%(?:.?$|[^0-9A-Fa-f]|.[^0-9A-Fa-f])|#.*#|^(?:[^:/?#]*:)?//$') AND (NOT regexp_matches(u, '^[^:/?#]*:') OR regexp_matches(u, '^[A-Za-z][A-Za-z0-9+.-]*:.')) AND NOT regexp_matches(u, '^(?:(?:[^:/?#]*:)?//[^/?#]*/[^?#]*|(?:[^:/?#]*:)?/(?:[^/?#][^?#]*)?|[^:/?#]*|[^:/?#]+/[^?#]*)[\\[\\]]') AND (NOT regexp_matches(u, '^(?:[^:/?#]*:)?//[^/?#]*\\[') OR regexp_matches(u, '^(?:[^:/?#]*:)?//(?:[^@/?#\\[]*@)?\\[(?:(?:[0-9A-Fa-f]{1,4}:){6}(?:[0-9A-Fa-f]{1,4}:[0-9A-Fa-f]{1,4}|[0-9.]+)|[0-9A-Fa-f:]*::[0-9A-Fa-f:.]*)(?:%[^\\]]*)?\\](?::[0-9]*)?(?:[/?#]|$)'))",
  // The host is a name or IP address; other authorities have no host or port.
  "url_authority(a, part)":
    "regexp_extract(a, '^(?:[^@]*@)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?[.])*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?[.]?|0*(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(?:[.]0*(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}|\\[[^\\]]*\\])(?::([0-9]*))?$', part)",
  "url_part(u, part)":
    "list_transform([regexp_extract(u, '^(?:([^:/?#]*):)?(?://([^/?#]*))?([^?#]*)(?:[?]([^#]*))?(?:#(.*))?$', ['protocol', 'authority', 'path', 'query', 'fragment'])], lambda p: CASE WHEN u IS NULL OR NOT ~is_url(u) THEN NULL WHEN part = 'protocol' THEN p['protocol'] WHEN part = 'host' THEN ~url_authority(p['authority'], 1) WHEN part = 'port' THEN ~url_authority(p['authority'], 2) WHEN part = 'fragment' THEN ~url_decoded(p['fragment']) WHEN regexp_matches(u, '^[^:/?#]*:[^/]') THEN '' WHEN part = 'path' THEN ~url_decoded(p['path']) ELSE ~url_decoded(p['query']) END)[1]",
  "url_parameter(u, name)":
    "list_transform([list_filter(string_split(regexp_extract(u, '^[^?#]*[?]([^#]*)', 1), '&'), lambda q: split_part(q, '=', 1) = name)], lambda qs: CASE WHEN len(qs) > 0 AND ~is_url(u) AND regexp_matches(u, '^(?:[^:/?#]*:/|[^:/?#]*[/?])') AND regexp_matches(u, '^[^#]*[?]') THEN ~url_decoded(replace(substr(qs[1], length(split_part(qs[1], '=', 1)) + 2), '+', ' ')) END)[1]",
};
