import type { Dialect } from "../dialect.ts";

export interface FunctionHelp {
  /** Lowercase. */
  readonly name: string;
  /** `substr(string, start[, length]) → varchar`. */
  readonly signature: string;
  readonly help: string;
}

/** Functions of both dialects: `name, other_name(parameters) → type | description` in each line, with Presto's type names. */
const BOTH = `
abs(x) → same as x | absolute value
acos(x) → double | arc cosine
array_distinct(array) → array | without repeated elements
array_except(x, y) → array | elements of x that are not in y
array_intersect(x, y) → array | elements that are in both
array_join(array, delimiter[, null_replacement]) → varchar | elements as one text
array_max(array) → element | largest element
array_min(array) → element | smallest element
array_remove(array, element) → array | without the elements that are equal to it
array_union(x, y) → array | elements of either, without repetition
asin(x) → double | arc sine
atan(x) → double | arc tangent
avg(x) → double | mean
cbrt(x) → double | cube root
coalesce(value, …) → same as value | the first argument that is not null
corr(y, x) → double | correlation coefficient
cos(x) → double | cosine
count(*) → bigint | number of rows; count(x): of rows where x is not null
covar_pop(y, x) → double | population covariance
covar_samp(y, x) → double | sample covariance
cume_dist() → double | window: share of rows up to this one and its peers
degrees(x) → double | radians as degrees
e() → double | Euler's number
exp(x) → double | e to the power of x
greatest(value, …) → same as value | the largest
infinity() → double | infinity
is_finite(x) → boolean | whether it is finite
is_infinite(x) → boolean | whether it is infinite
is_nan(x) → boolean | whether it is not a number
lag(x[, offset[, default]]) → same as x | window: value of an earlier row
lead(x[, offset[, default]]) → same as x | window: value of a later row
least(value, …) → same as value | the smallest
ln(x) → double | natural logarithm
log(b, x) → double | logarithm to a base
log10(x) → double | logarithm to base 10
log2(x) → double | logarithm to base 2
lower(string) → varchar | in lower case
lpad(string, size, padding) → varchar | filled up on the left
ltrim(string) → varchar | without blanks on the left
map_keys(map) → array | its keys
map_values(map) → array | its values
mod(n, m) → same as n | remainder
nan() → double | not a number
nullif(x, y) → same as x | null when the two are equal
percent_rank() → double | window: rank as a share
pi() → double | pi
pow, power(x, p) → double | x to the power of p
radians(x) → double | degrees as radians
regr_avgx(y, x) → double | mean of x where neither is null
regr_avgy(y, x) → double | mean of y where neither is null
regr_count(y, x) → bigint | number of pairs without null
regr_intercept(y, x) → double | intercept of the regression line
regr_r2(y, x) → double | coefficient of determination
regr_slope(y, x) → double | slope of the regression line
regr_sxx(y, x) → double | sum of squares of x about its mean
regr_sxy(y, x) → double | sum of products of x and y about their means
regr_syy(y, x) → double | sum of squares of y about its mean
rpad(string, size, padding) → varchar | filled up on the right
rtrim(string) → varchar | without blanks on the right
sin(x) → double | sine
soundex(string) → varchar | its Soundex code
sqrt(x) → double | square root
stddev_pop(x) → double | population standard deviation
stddev_samp(x) → double | sample standard deviation
substr, substring(string, start[, length]) → varchar | a part, from 1; negative: from the end
sum(x) → same as x | total
tan(x) → double | tangent
td_array_index(array, index) → element | the element, from 0; null when it is not there
td_avgif(x, condition) → double | mean of the rows where the condition holds
td_countif(condition) → bigint | number of rows where the condition holds
td_date_trunc(unit, time[, zone]) → bigint | unix time cut to a unit
td_first(x, order, …) → same as x | x of the row that comes first in that order
td_interval(time, interval[, zone]) → boolean | whether unix time lies in an interval such as '-1d'
td_interval_range(interval[, zone]) → array | start and end of an interval, as unix times
td_last(x, order, …) → same as x | x of the row that comes last in that order
td_md5(string) → varchar | MD5 hash
td_parse_agent(string[, key]) → map or varchar | what a user agent says
td_scheduled_time() → bigint | unix time for which the job was scheduled
td_sessionize(time, timeout, key) → varchar | session of each row; rows must be ordered
td_sessionize_window(time, timeout) → varchar | window: session of each row, by a pause
td_sumif(x, condition) → same as x | total of the rows where the condition holds
td_time_add(time, duration[, zone]) → bigint | unix time later by a duration such as '1d'
td_time_format(time, format[, zone]) → varchar | unix time as text, by a format such as 'yyyy-MM-dd HH:mm:ss z'
td_time_parse(string[, zone]) → bigint | text as unix time
td_time_range(time, start, end[, zone]) → boolean | whether unix time lies in [start, end)
td_time_string(time, format_code[, zone]) → varchar | unix time as text, by a code such as 'd!'
td_url_decode(string) → varchar | decoded
td_url_encode(string[, charset]) → varchar | encoded, in UTF-8
translate(string, from, to) → varchar | characters replaced one by one
trim(string) → varchar | without blanks at both ends
typeof(x) → varchar | its type
upper(string) → varchar | in upper case
var_pop(x) → double | population variance
var_samp(x) → double | sample variance
`;

const OWN: Readonly<Record<Dialect, string>> = {
  presto: `
all_match(array, x -> boolean) → boolean | whether every element matches
any_match(array, x -> boolean) → boolean | whether some element matches
any_value, arbitrary(x) → same as x | some value of the group that is not null
approx_distinct(x[, e]) → bigint | about how many distinct values there are
approx_most_frequent, td_approx_most_frequent(buckets, value, capacity) → map | about the most frequent values and their counts
approx_percentile(x, percentage) → same as x | about the value at that percentage, 0 to 1
approx_set(x) → HyperLogLog | sketch of the distinct values
array_agg(x [order by …]) → array | the group's values as an array
array_average(array) → double | mean of the elements
array_duplicates(array) → array | elements that are there more than once
array_first(array) → element | first element
array_has_duplicates(array) → boolean | whether an element is there more than once
array_histogram(array) → map | count of each element
array_last(array) → element | last element
array_position(array, element) → bigint | first position of the element, from 1; 0 when it is not there
array_sort(array[, (x, y) -> int]) → array | sorted, null last
array_sum(array) → same as element | total of the elements
arrays_overlap(x, y) → boolean | whether they have an element in common
at_timezone(timestamp, zone) → timestamp with time zone | the same instant in another zone
atan2(y, x) → double | arc tangent of y / x
bit_count(x, bits) → bigint | number of bits that are set
bitwise_and(x, y) → bigint | bits that are set in both
bitwise_and_agg(x) → bigint | bits that are set in all values
bitwise_left_shift(value, shift) → same as value | bits moved to the left
bitwise_not(x) → bigint | all bits turned
bitwise_or(x, y) → bigint | bits that are set in either
bitwise_or_agg(x) → bigint | bits that are set in any value
bitwise_right_shift(value, shift) → same as value | bits moved to the right
bitwise_right_shift_arithmetic(value, shift) → same as value | bits moved to the right, the sign kept
bitwise_xor(x, y) → bigint | bits that are set in just one
bitwise_xor_agg(x) → bigint | bits that are set in an odd number of values
bool_and, every(boolean) → boolean | whether all are true
bool_or(boolean) → boolean | whether any is true
cardinality(x) → bigint | number of elements of an array or a map
cast(value as type) → type | the value as another type; an error when that can't be
ceil, ceiling(x) → same as x | rounded up
char2hexint(string) → varchar | UTF-16 code units in hexadecimal
chr(n) → varchar | the character with that code point
codepoint(string) → integer | code point of the only character
combinations(array, n) → array | all n-element subsets
concat(x, y, …) → varchar or array | joined together
concat_ws(separator, string, …) → varchar | joined, with the separator between
contains(array, element) → boolean | whether the element is in it
contains_sequence(array, part) → boolean | whether the part is in it, in one piece
cosh(x) → double | hyperbolic cosine
cosine_distance(x, y) → double | 1 minus the cosine similarity
cosine_similarity(x, y) → double | of two sparse vectors, as maps
count_if(boolean) → bigint | number of rows where it is true
crc32(binary) → bigint | CRC-32
current_catalog → varchar | the session's catalog
current_date → date | the day on which the query began
current_schema → varchar | the session's database
current_time → time with time zone | the time at which the query began, with the offset of the session's zone
current_timestamp → timestamp with time zone | the instant at which the query began
current_timezone() → varchar | the session's time zone
current_user → varchar | the user of the query
date(x) → date | the day of a timestamp or a text
date_add(unit, value, timestamp) → same as timestamp | so many units later
date_diff(unit, timestamp1, timestamp2) → bigint | whole units from the first to the second
date_format(timestamp, format) → varchar | as text, by a MySQL format such as %Y-%m-%d
date_parse(string, format) → timestamp | from text, by a MySQL format
date_trunc(unit, timestamp) → same as timestamp | cut to second, minute, hour, day, week, month, quarter or year
day, day_of_month(x) → bigint | day of the month
day_of_week, dow(x) → bigint | ISO day of the week, 1 is Monday
day_of_year, doy(x) → bigint | day of the year
dense_rank() → bigint | window: rank without gaps
dot_product(x, y) → double | sum of the products, element by element
element_at(array or map, index or key) → element | the element, null when it is not there
empty_approx_set() → HyperLogLog | sketch of no values
ends_with(string, substring) → boolean | whether it ends so
entropy(c) → double | entropy in bits of counts
euclidean_distance(x, y) → double | distance of two points, as arrays
extract(field from x) → bigint | a field of a date or a timestamp
filter(array, x -> boolean) → array | elements that match
find_first(array, x -> boolean) → element | first element that matches
find_first_index(array, x -> boolean) → bigint | position of the first element that matches
first_value(x) → same as x | window: value of the frame's first row
flatten(array of arrays) → array | all elements in one array
floor(x) → same as x | rounded down
format(format, value, …) → varchar | by a format such as '%s has %d'
format_datetime(timestamp, format) → varchar | as text, by a Joda format such as yyyy-MM-dd
format_number(x) → varchar | short, with a unit such as K or M
from_base(string, radix) → bigint | read as a number to a base
from_base32, from_base64, from_hex(string) → varbinary | decoded
from_base64url(string) → varbinary | decoded, from the alphabet of URLs
from_big_endian_32(binary) → integer | read as a number
from_big_endian_64(binary) → bigint | read as a number
from_ieee754_32(binary) → real | read as a floating-point number
from_ieee754_64(binary) → double | read as a floating-point number
from_iso8601_date(string) → date | from ISO text
from_iso8601_timestamp(string) → timestamp with time zone | from ISO text
from_unixtime(seconds[, zone]) → timestamp | from seconds since 1970
from_unixtime_nanos(nanoseconds) → timestamp with time zone | from nanoseconds since 1970
from_utf8(binary) → varchar | bytes as text
geometric_mean(x) → double | geometric mean
grouping(column, …) → bigint | which columns a grouping set leaves out
hamming_distance(x, y) → bigint | number of places where two texts differ
histogram(x) → map | count of each value
hmac_md5(binary, key) → varbinary | HMAC with MD5
hmac_sha1(binary, key) → varbinary | HMAC with SHA-1
hmac_sha256(binary, key) → varbinary | HMAC with SHA-256
hmac_sha512(binary, key) → varbinary | HMAC with SHA-512
hour(x) → bigint | hour of the day
human_readable_seconds(seconds) → varchar | in weeks, days, hours, minutes and seconds
if(condition, x[, y]) → same as x | x when the condition holds, else y or null
index, strpos(string, substring) → bigint | first position, from 1; 0 when it is not there
inverse_beta_cdf(a, b, p) → double | value below which the share p of a beta distribution lies
inverse_binomial_cdf(trials, success, p) → integer | value below which the share p of a binomial distribution lies
inverse_chi_squared_cdf(df, p) → double | value below which the share p of a chi squared distribution lies
inverse_f_cdf(df1, df2, p) → double | value below which the share p of an F distribution lies
inverse_gamma_cdf(shape, scale, p) → double | value below which the share p of a gamma distribution lies
inverse_poisson_cdf(lambda, p) → integer | value below which the share p of a Poisson distribution lies
inverse_t_cdf(df, p) → double | value below which the share p of Student's t distribution lies
inverse_cauchy_cdf(median, scale, p) → double | value below which the share p of a Cauchy distribution lies
inverse_laplace_cdf(mean, scale, p) → double | value below which the share p of a Laplace distribution lies
inverse_weibull_cdf(a, b, p) → double | value below which the share p of a Weibull distribution lies
inverse_normal_cdf(mean, sd, p) → double | value below which the share p of a normal distribution lies
is_json_scalar(json) → boolean | whether it is no array and no object
json_array(value, …) → varchar | a JSON array of the values
json_array_contains(json, value) → boolean | whether the array has the value
json_array_get(json, index) → json | an element, from 0
json_array_length(json) → bigint | number of elements
json_exists(json, path) → boolean | whether something is at the path
json_extract(json, path) → json | the value at a path such as $.a[0]
json_extract_scalar(json, path) → varchar | the value at a path as text
json_format(json) → varchar | as text
json_object(key value member, …) → varchar | a JSON object of the members: 'a' value 1 or 'a': 1
json_parse(string) → json | from text
json_query(json, path) → varchar | the part at the path as JSON text
json_size(json, path) → bigint | number of members at a path
json_value(json, path) → varchar | the scalar at the path as text
kurtosis(x) → double | excess kurtosis
last_day_of_month(x) → date | last day of the month
last_value(x) → same as x | window: value of the frame's last row
length(string) → bigint | number of characters
levenshtein_distance(x, y) → bigint | number of edits between two texts
listagg(value, separator) within group (order by …) → varchar | the group's texts joined
localtime → time | the time at which the query began, in the session's zone
localtimestamp → timestamp | the instant at which the query began, in the session's zone
luhn_check(string) → boolean | whether the digits have a valid Luhn checksum
map(keys, values) → map | from two arrays
map_agg(key, value) → map | the group's pairs as a map
map_concat(x, y, …) → map | together; the last of equal keys counts
map_entries(map) → array of rows | its pairs
map_filter(map, (k, v) -> boolean) → map | pairs that match
map_from_entries(array of rows) → map | from pairs
map_union(map) → map | the group's maps together
map_zip_with(x, y, (k, a, b) -> c) → map | values of equal keys made one
max(x[, n]) → same as x | largest value
max_by(x, y[, n]) → same as x | x of the row with the largest y
md5(binary) → varbinary | MD5 hash
merge(sketch) → same as sketch | the group's sketches as one
millisecond(x) → bigint | millisecond of the second
min(x[, n]) → same as x | smallest value
min_by(x, y[, n]) → same as x | x of the row with the smallest y
minute(x) → bigint | minute of the hour
month(x) → bigint | month of the year
multimap_agg(key, value) → map | the group's values by key, as arrays
multimap_from_entries(array of rows) → map | values by key, as arrays
ngrams(array, n) → array | all sequences of n neighbors
none_match(array, x -> boolean) → boolean | whether no element matches
beta_cdf(a, b, v) → double | share of a beta distribution below v
binomial_cdf(trials, success, v) → double | share of a binomial distribution up to v
chi_squared_cdf(df, v) → double | share of a chi squared distribution below v
f_cdf(df1, df2, v) → double | share of an F distribution below v
gamma_cdf(shape, scale, v) → double | share of a gamma distribution below v
poisson_cdf(lambda, v) → double | share of a Poisson distribution up to v
t_cdf(df, v) → double | share of Student's t distribution below v
cauchy_cdf(median, scale, v) → double | share of a Cauchy distribution below v
laplace_cdf(mean, scale, v) → double | share of a Laplace distribution below v
weibull_cdf(a, b, v) → double | share of a Weibull distribution of shape a and scale b below v
normal_cdf(mean, sd, v) → double | share of a normal distribution below v
normalize(string[, form]) → varchar | in a Unicode normal form: NFC, NFD, NFKC or NFKD
now() → timestamp with time zone | the instant at which the query began
nth_value(x, offset) → same as x | window: value of the frame's n-th row
ntile(n) → bigint | window: number of the row's part when cut in n parts
numeric_histogram(buckets, x) → map | about a histogram
parse_data_size, parse_presto_data_size(string) → decimal | bytes of a size such as 2.3MB
parse_datetime(string, format) → timestamp with time zone | from text, by a Joda format
parse_duration(string) → interval day to second | a duration such as 5m
position(substring in string) → bigint | first position, from 1; 0 when it is not there
quarter(x) → bigint | quarter of the year
rand() → double | random, from 0 to 1
random([n]) → double or integer | random, from 0 to 1, or below n
rank() → bigint | window: rank with gaps
reduce(array, start, (s, x) -> s, s -> r) → r | folded into one value
reduce_agg(value, start, (s, x) -> s, (s, s) -> s) → s | the group folded into one value
regexp_count(string, pattern) → bigint | number of matches
regexp_extract(string, pattern[, group]) → varchar | first match, or a group of it
regexp_extract_all(string, pattern[, group]) → array | all matches
regexp_like(string, pattern) → boolean | whether the pattern is found in it
regexp_position(string, pattern) → integer | first position of a match
regexp_replace(string, pattern[, replacement]) → varchar | matches replaced, by $1 and the like
regexp_split(string, pattern) → array | parts between matches
repeat(element, count) → array | the element so many times
replace(string, search[, replacement]) → varchar | all occurrences replaced
reverse(x) → same as x | backwards
round(x[, d]) → same as x | rounded to d decimals
row_number() → bigint | window: number of the row
second(x) → bigint | second of the minute
sequence(start, stop[, step]) → array | numbers or times from start to stop
sha1(binary) → varbinary | SHA-1 hash
sha256(binary) → varbinary | SHA-256 hash
sha512(binary) → varbinary | SHA-512 hash
shuffle(array) → array | in random order
sign(x) → same as x | -1, 0 or 1
sinh(x) → double | hyperbolic sine
skewness(x) → double | skewness
slice(array, start, length) → array | a part, from 1; negative: from the end
split(string, delimiter[, limit]) → array | parts of a text
split_part(string, delimiter, index) → varchar | one part, from 1
split_to_map(string, entries, keys) → map | pairs of a text
split_to_multimap(string, entries, keys) → map | pairs of a text, the values of a key as an array
starts_with(string, substring) → boolean | whether it begins so
stddev(x) → double | sample standard deviation
tanh(x) → double | hyperbolic tangent
timezone(timestamp) → varchar | its time zone
timezone_hour(timestamp) → bigint | hours of its zone's offset
timezone_minute(timestamp) → bigint | minutes of its zone's offset
to_base(x, radix) → varchar | a number to a base
to_base32, to_base64, to_hex(binary) → varchar | encoded
to_base64url(binary) → varchar | encoded, in the alphabet of URLs
to_big_endian_32(x) → varbinary | a number as four bytes
to_big_endian_64(x) → varbinary | a number as eight bytes
to_char(timestamp, format) → varchar | as text, by a Teradata format such as yyyy/mm/dd
to_date(string, format) → date | from text, by a Teradata format
to_ieee754_32(x) → varbinary | a floating-point number as four bytes
to_ieee754_64(x) → varbinary | a floating-point number as eight bytes
to_iso8601(x) → varchar | as ISO text
to_milliseconds(interval) → bigint | length in milliseconds
to_timestamp(string, format) → timestamp | from text, by a Teradata format
to_unixtime(timestamp) → double | seconds since 1970
to_utf8(string) → varbinary | text as bytes
transform(array, x -> y) → array | each element turned into another
transform_keys(map, (k, v) -> y) → map | with other keys
transform_values(map, (k, v) -> y) → map | with other values
trim_array(array, n) → array | without its last n elements
truncate(x[, n]) → same as x | without decimals, or with n of them
try(expression) → same as expression | null instead of an error
try_cast(value as type) → type | the value as another type; null when that can't be
unnest(array or map) → rows | one row per element; in FROM
url_decode(string) → varchar | decoded
url_encode(string) → varchar | encoded
url_extract_fragment(url) → varchar | fragment
url_extract_host(url) → varchar | host
url_extract_parameter(url, name) → varchar | value of a parameter
url_extract_path(url) → varchar | path
url_extract_port(url) → bigint | port
url_extract_protocol(url) → varchar | protocol
url_extract_query(url) → varchar | query
uuid() → uuid | a random UUID
variance(x) → double | sample variance
version() → varchar | version of the engine
week, week_of_year(x) → bigint | ISO week of the year
width_bucket(x, lowest, highest, n) → bigint | number of the bucket
wilson_interval_lower(successes, trials, z) → double | lower bound of the Wilson score interval
wilson_interval_upper(successes, trials, z) → double | upper bound of the Wilson score interval
with_timezone(timestamp, zone) → timestamp with time zone | the wall-clock time as one of the zone
xxhash64(binary) → varbinary | xxHash64
year(x) → bigint | year
year_of_week, yow(x) → bigint | year of the ISO week
zip(array, array, …) → array of rows | elements side by side
zip_with(x, y, (a, b) -> c) → array | elements side by side, each pair made one
`,
  hive: `
add_bias(features[, name[, value]]) → array | with the feature 0:1.0 at the end
add_feature_index(array) → array | numbers as features 1:x, 2:y
add_months(date, n) → string | so many months later
amplify(n, value, …) → rows | each row n times; * for all columns
angular_distance(features, features) → float | 1 less the angular similarity
angular_similarity(features, features) → float | by the angle between two vectors of features
approx_count_distinct(x) → bigint | number of distinct values
arange([start, ]stop[, step]) → array | whole numbers without stop
argmax(array) → int | place of the largest element, from 0
argmin(array) → int | place of the smallest element, from 0
argrank(array) → array | rank of each element, from 0
argsort(array) → array | places in the order of the elements, from 0
array(value, …) → array | from its elements
array_append(array, element) → array | with the element at its end
array_avg(array) → array | mean of each place over the group's arrays
array_concat, concat_array(array, …) → array | one after the other
array_contains(array, value) → boolean | whether the value is in it
array_flatten(array) → array | of arrays, one
array_slice(array, start[, length]) → array | a part, from 0; from the end where start is negative
array_sum(array) → array | sum of each place over the group's arrays
array_to_str(array[, separator]) → string | elements as one text
ascii(string) → int | code of the first character
assert(condition[, message]) → boolean | an error when the condition does not hold, else true
assert_true(condition) → null | an error when the condition does not hold
auc(score, label) → double | area under the ROC curve; auc(ranked, right[, k]) of lists
average_precision(ranked, right[, k]) → double | mean average precision of recommended items
base64(binary) → string | encoded
bigint(x) → bigint | cast
bin(x) → string | in binary
binarize_label(positive, negative, value, …) → rows | so many rows with the label 1 and with 0
binary(x) → binary | cast
bm25(frequency, length, mean_length, documents, documents_with) → double | Okapi BM25 score of a word
boolean(x) → boolean | cast
bround(x[, d]) → double | rounded, half to even
cast(value as type) → type | the value as another type; null when that can't be
categorical_features(names, value, …[, options]) → array | features such as name#value
ceil, ceiling(x) → bigint | rounded up
char_length, character_length, length(string) → int | number of characters
chr(n) → string | the character with that code
collect_list(x) → array | the group's values
collect_set(x) → array | the group's distinct values
concat(string, …) → string | joined together
concat_ws(separator, string or array, …) → string | joined, with the separator between
conv(x, from, to) → string | from one base to another
cosine_distance(features, features) → float | 1 less the cosine similarity
cosine_similarity(features, features) → float | cosine of two vectors of features
crc32(x) → bigint | CRC-32
current_database() → string | the job's database
current_date() → date | today
current_timestamp() → timestamp | now
date(x) → date | cast
date_add(date, days) → date | so many days later
date_format(date, format) → string | as text, by a Java format such as yyyy-MM-dd
date_sub(date, days) → date | so many days earlier
datediff(end, start) → int | days from start to end
day, dayofmonth(date) → int | day of the month
dayofweek(date) → int | day of the week, 1 is Sunday
dayofyear(date) → int | day of the year
decode(binary, charset) → string | bytes as text
dense_rank() → int | window: rank without gaps
distance2similarity(distance) → float | 1 / (1 + distance)
double(x) → double | cast
each_top_k(k, group, key, value, …) → rows | rank, key and values of each group's k largest keys; smallest with a negative k
element_at(array, place) → element | from 0; from the end where it is negative
elt(n, string, …) → string | the n-th text
encode(string, charset) → binary | text as bytes
euclid_distance(features, features) → float | Euclidean distance
euclid_similarity(features, features) → float | 1 / (1 + Euclidean distance)
explode(array or map) → rows | one row per element; in LATERAL VIEW
extract(field from x) → int | a field of a date or a timestamp
extract_feature, feature_index(feature) → string | name of a feature, or of each in an array
extract_weight(feature) → double | weight of a feature, or of each in an array
f1score(actual, predicted) → double | F1 score of lists of labels
factorial(n) → bigint | product of 1 to n
feature(name, value) → string | a feature name:value
feature_hashing(features[, options]) → array | names as numbers; options -features n, -libsvm
field(value, value1, …) → int | position of the value among the others
find_in_set(string, list) → int | position in a comma-separated list
first_element(array) → element | first element
first_value(x[, skip_nulls]) → same as x | window: value of the frame's first row
float(x) → float | cast
floor(x) → bigint | rounded down
fmeasure(actual, predicted[, options]) → double | F-measure; options -beta x, -average micro or binary
format_number(x, d) → string | with thousands separators and d decimals
from_json(json, type) → type | JSON as a value of a type such as 'map<string,int>'
from_unixtime(seconds[, format]) → string | from seconds since 1970
from_utc_timestamp(timestamp, zone) → timestamp | UTC as local time of a zone
generate_series(start, end[, step]) → rows | whole numbers from start to end
get_json_object(json, path) → string | the value at a path such as $.a[0]
grouping(column) → bigint | whether a grouping set leaves the column out
grouping__id → int | which columns a grouping set leaves out
hamming_distance(x, y) → int | number of bits that differ
hash(value, …) → int | hash
hex(x) → string | in hexadecimal
hitrate(ranked, right[, k]) → double | share of lists with a right item
hour(timestamp) → int | hour of the day
if(condition, x, y) → same as x | x when the condition holds, else y
initcap(string) → string | every word capitalised
inline(array of structs) → rows | one row per struct; in LATERAL VIEW
instr(string, substring) → int | first position, from 1; 0 when it is not there
int(x) → int | cast
is_stopword(word) → boolean | an English stop word
isfalse(x) → boolean | whether it is false
isnan(x) → boolean | whether it is not a number
isnotfalse(x) → boolean | whether it is true or null
isnotnull(x) → boolean | whether it is not null
isnottrue(x) → boolean | whether it is false or null
isnull(x) → boolean | whether it is null
istrue(x) → boolean | whether it is true
jaccard_distance(x, y) → float | 1 less the Jaccard similarity
jaccard_similarity(x, y) → float | share of the elements that two arrays have in common
json_tuple(json, key, …) → rows | several members at once; in LATERAL VIEW
l1_normalize(features) → array | weights by the sum of their absolute values
l2_norm(x) → double | root of the sum of squares
l2_normalize(features) → array | weights by the length of the vector
last_day(date) → string | last day of the month
last_element(array) → element | last element
last_value(x[, skip_nulls]) → same as x | window: value of the frame's last row
lcase(string) → string | in lower case
levenshtein(x, y) → int | number of edits between two texts
locate, position(substring, string[, start]) → int | first position, from 1; 0 when it is not there
mid(string, start[, length]) → string | a part, from 1; negative: from the end
logloss(predicted, actual) → double | logarithmic loss
mae(predicted, actual) → double | mean absolute error
majority_vote(x) → same as x | most frequent value
manhattan_distance(features, features) → float | sum of the differences
map(key, value, …) → map | from its pairs
map_exclude_keys(map, keys) → map | without these keys
map_get(map, key[, default]) → value | the value of a key
map_include_keys(map, keys) → map | these keys only
map_key_values(map) → array | entries as structs
mask(value[, upper, lower, digit, other, number, day, month, year]) → value | letters and digits replaced: by X, x and n; -1 keeps them
mask_first_n(value[, n[, upper, lower, digit, other]]) → value | the first n characters masked
mask_hash(string) → string | SHA-256 in hexadecimal digits; null for other types
mask_last_n(value[, n[, upper, lower, digit, other]]) → value | the last n characters masked
mask_show_first_n(value[, n[, upper, lower, digit, other]]) → value | all but the first n characters masked
mask_show_last_n(value[, n[, upper, lower, digit, other]]) → value | all but the last n characters masked
max(x) → same as x | largest value
max_by(x, y) → same as x | x of the row with the largest y
maxrow(x, value, …) → struct | x and the values of the row with the largest x
md5(x) → string | MD5 hash
mhash(word[, n]) → int | MurmurHash3 from 1 to n, 16777216 unless said
min(x) → same as x | smallest value
min_by(x, y) → same as x | x of the row with the smallest y
minhash(item, features[, options]) → rows | numbers that like sets of features share; options -n, -k
minkowski_distance(features, features, p) → float | Minkowski distance
minute(timestamp) → int | minute of the hour
month(date) → int | month of the year
months_between(date1, date2) → double | months between two dates
mrr(ranked, right[, k]) → double | mean reciprocal rank of the first right item
mse(predicted, actual) → double | mean squared error
named_struct(name, value, …) → struct | from names and values
ndcg(ranked, right[, k]) → double | normalized discounted cumulative gain
negative(x) → same as x | -x
next_day(date, weekday) → string | the next such day
normalize_unicode(string[, form]) → string | in the form NFC, NFD, NFKC or NFKD
ntile(n) → int | window: number of the row's part when cut in n parts
nvl(x, default) → same as x | the default when x is null
nvl2(x, y, z) → same as y | y when x is not null, else z
octet_length(string) → int | number of bytes
parse_url(url, part[, key]) → string | a part such as HOST, PATH or QUERY
parse_url_tuple(url, part, …) → rows | several parts at once; in LATERAL VIEW
percentile(x, p) → double | exact percentile of integers, p from 0 to 1
percentile_approx(x, p[, b]) → double | about a percentile
pmod(x, y) → same as x | remainder that is never negative
popcnt(x) → int | number of bits that are set
posexplode(array) → rows | one row per element with its position; in LATERAL VIEW
positive(x) → same as x | x
precision_at(ranked, right[, k]) → double | share of recommended items that are right
printf(format, value, …) → string | by a format such as '%s has %d'
quantitative_features(names, value, …[, options]) → array | features such as name:1.5
quarter(date) → int | quarter of the year
quote(string) → string | in quotes, with escapes
r2(predicted, actual) → double | coefficient of determination
raise_error([message]) → boolean | an error
rand([seed]) → double | random, from 0 to 1
rand_amplify(n, value, …) → rows | each row n times, in any order
rank() → int | window: rank with gaps
recall_at(ranked, right[, k]) → double | share of right items that are recommended
regexp, rlike(string, pattern) → boolean | whether the pattern is found in it
regexp_extract(string, pattern[, group]) → string | a group of the first match
regexp_replace(string, pattern, replacement) → string | matches replaced
repeat(string, n) → string | the text so many times
replace(string, search, replacement) → string | all occurrences replaced
rescale(x, min, max) → float | x between 0 and 1; of a feature name:x too
reverse(string) → string | backwards
rmse(predicted, actual) → double | root of the mean squared error
round(x[, d]) → double | rounded to d decimals
row_number() → int | window: number of the row
rowid() → string | a number of the row such as 1-7
rownum() → bigint | a number of the row
second(timestamp) → int | second of the minute
sessionize(time, timeout, key) → string | session of each row; rows must be ordered
sha, sha1(x) → string | SHA-1 hash
sha2(x, bits) → string | SHA-2 hash
shiftleft(x, n) → same as x | bits moved to the left
shiftright(x, n) → same as x | bits moved to the right, the sign kept
shiftrightunsigned(x, n) → same as x | bits moved to the right
sigmoid(x) → float | 1 / (1 + exp(-x))
sign(x) → double | -1, 0 or 1
size(x) → int | number of elements of an array or a map
smallint(x) → smallint | cast
sort_and_uniq_array(array) → array | sorted, without repetition
sort_array(array) → array | sorted
sort_array_by(array of structs, field, …) → array | sorted by fields
sort_by_feature(map) → map | by its keys
space(n) → string | so many blanks
split(string, pattern) → array | parts between matches of a regular expression
split_words(string) → array | words between white space
stack(n, value, …) → rows | the values in n rows
std, stddev(x) → double | population standard deviation
str_to_map(string[, entries[, keys]]) → map | pairs of a text
string(x) → string | cast
struct(value, …) → struct | from its values
subarray(array, from[, to]) → array | a part without to, from 0
subarray_endwith(array, element) → array | up to the element
subarray_startwith(array, element) → array | from the element on
substring_index(string, delimiter, count) → string | what stands before the n-th delimiter
td_divide(x, y) → double | quotient, zero where y is
td_numeric_range([start, ]end[, step]) → rows | whole numbers without end
td_pivot(key, value, keys) → rows | a column for each key of 'a, b'; in LATERAL VIEW
td_unpivot(keys, value, …) → rows | a row of key and value for each of 'a, b'; in LATERAL VIEW
tf(word) → map | share of each word in the group
tfidf(tf, documents_with, documents) → double | weight of a word
timestamp(x) → timestamp | cast
tinyint(x) → tinyint | cast
to_bits(array) → array | a set of numbers as bits
to_date(timestamp) → date | its day
to_json(value) → string | as JSON
to_map(key, value) → map | of the group's keys and values
to_ordered_list(x[, key][, options]) → array | sorted; options -k n, -reverse, -dedup, -kv_map, -vk_map
to_ordered_map(key, value[, reverse or n]) → map | sorted by key; the n largest, or with a negative n smallest
to_string_array(array) → array | elements as texts
to_unix_timestamp(date[, format]) → bigint | seconds since 1970
to_utc_timestamp(timestamp, zone) → timestamp | local time of a zone as UTC
tokenize(text[, lower_case]) → array | English words
trunc(date, unit) → string | cut to a month or a year
ucase(string) → string | in upper case
unbase64, unhex(string) → binary | decoded
unbits(array) → array | the numbers of a set of bits
unix_timestamp([date[, format]]) → bigint | seconds since 1970
uuid() → string | a random UUID
variance(x) → double | population variance
vector_add(x, y) → array | sum of each place
vector_dot(x, y) → double or array | dot product; with a number, each element by it
weekofyear(date) → int | week of the year
width_bucket(x, lowest, highest, n) → int | number of the bucket
word_ngrams(words, least, most) → array | so many words after each other
year(date) → int | year
zscore(x, mean, deviation) → float | standard score
`,
};

const HIVE_TYPES: Readonly<Record<string, string>> = {
  varchar: "string",
  integer: "int",
  varbinary: "binary",
};

const tables: Partial<Record<Dialect, ReadonlyMap<string, FunctionHelp>>> = {};

/** Help on a dialect's functions and constructs by name, for completion and tooltips. Does not load their implementations. */
export function functionHelp(dialect: Dialect): ReadonlyMap<string, FunctionHelp> {
  return (tables[dialect] ??= new Map(
    [...lines(inWordsOf(dialect, BOTH)), ...lines(OWN[dialect])].flatMap((line) => {
      const [, names, rest, help] = /^(\w+(?:, \w+)*)(.*?) \| (.*)$/.exec(line) as unknown as string[];
      return names!
        .split(", ")
        .map((name) => [name, { name, signature: name + rest!, help: help! }] as const);
    }),
  ));
}

const lines = (text: string): string[] => text.split("\n").filter(Boolean);

function inWordsOf(dialect: Dialect, text: string): string {
  if (dialect === "presto") return text;
  return text.replace(/(?<=→ .*)\b(varchar|integer|varbinary)\b/g, (type) => HIVE_TYPES[type]!);
}
