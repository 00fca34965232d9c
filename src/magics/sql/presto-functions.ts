/** Functions of Presto and Trino: a line each, `signature | what it gives`. */
export const PRESTO_FUNCTIONS = `
abs(x) → same as x | absolute value
acos(x) → double | arc cosine
all_match(array, x -> boolean) → boolean | whether every element matches
any_match(array, x -> boolean) → boolean | whether some element matches
any_value(x) → same as x | some value of the group that is not null
approx_distinct(x[, e]) → bigint | about how many distinct values there are
approx_most_frequent(buckets, value, capacity) → map | about the most frequent values and their counts
approx_percentile(x, percentage) → same as x | about the value at that percentage, 0 to 1
arbitrary(x) → same as x | some value of the group that is not null
array_agg(x [order by …]) → array | the group's values as an array
array_distinct(array) → array | without repeated elements
array_except(x, y) → array | elements of x that are not in y
array_intersect(x, y) → array | elements that are in both
array_join(array, delimiter[, null_replacement]) → varchar | elements as one text
array_max(array) → element | largest element
array_min(array) → element | smallest element
array_position(array, element) → bigint | first position of the element, from 1; 0 when it is not there
array_remove(array, element) → array | without the elements that are equal to it
array_sort(array[, (x, y) -> int]) → array | sorted, null last
array_union(x, y) → array | elements of either, without repetition
arrays_overlap(x, y) → boolean | whether they have an element in common
asin(x) → double | arc sine
at_timezone(timestamp, zone) → timestamp with time zone | the same instant in another zone
atan(x) → double | arc tangent
atan2(y, x) → double | arc tangent of y / x
avg(x) → double | mean
bitwise_and(x, y) → bigint | bits that are set in both
bitwise_left_shift(value, shift) → same as value | bits moved to the left
bitwise_not(x) → bigint | all bits turned
bitwise_or(x, y) → bigint | bits that are set in either
bitwise_right_shift(value, shift) → same as value | bits moved to the right
bitwise_xor(x, y) → bigint | bits that are set in just one
bool_and(boolean) → boolean | whether all are true
bool_or(boolean) → boolean | whether any is true
cardinality(x) → bigint | number of elements of an array or a map
cast(value as type) → type | the value as another type; an error when that can't be
cbrt(x) → double | cube root
ceil(x) → same as x | rounded up
ceiling(x) → same as x | rounded up
char_length(string) → bigint | number of characters
checksum(x) → varbinary | checksum of the group, whatever its order
chr(n) → varchar | the character with that code point
coalesce(value, …) → same as value | the first argument that is not null
codepoint(string) → integer | code point of the only character
combinations(array, n) → array | all n-element subsets
concat(x, y, …) → varchar or array | joined together
concat_ws(separator, string, …) → varchar | joined, with the separator between
contains(array, element) → boolean | whether the element is in it
corr(y, x) → double | correlation coefficient
cos(x) → double | cosine
cosine_similarity(x, y) → double | of two sparse vectors, as maps
count(*) → bigint | number of rows; count(x): of rows where x is not null
count_if(boolean) → bigint | number of rows where it is true
covar_pop(y, x) → double | population covariance
covar_samp(y, x) → double | sample covariance
crc32(binary) → bigint | CRC-32
cume_dist() → double | window: share of rows up to this one and its peers
current_date → date | the day on which the query began
current_timestamp → timestamp with time zone | the instant at which the query began
date(x) → date | the day of a timestamp or a text
date_add(unit, value, timestamp) → same as timestamp | so many units later
date_diff(unit, timestamp1, timestamp2) → bigint | whole units from the first to the second
date_format(timestamp, format) → varchar | as text, by a MySQL format such as %Y-%m-%d
date_parse(string, format) → timestamp | from text, by a MySQL format
date_trunc(unit, timestamp) → same as timestamp | cut to second, minute, hour, day, week, month, quarter or year
day(x) → bigint | day of the month
day_of_month(x) → bigint | day of the month
day_of_week(x) → bigint | ISO day of the week, 1 is Monday
day_of_year(x) → bigint | day of the year
degrees(x) → double | radians as degrees
dense_rank() → bigint | window: rank without gaps
dow(x) → bigint | ISO day of the week, 1 is Monday
doy(x) → bigint | day of the year
e() → double | Euler's number
element_at(array or map, index or key) → element | the element, null when it is not there
exp(x) → double | e to the power of x
extract(field from x) → bigint | a field of a date or a timestamp
filter(array, x -> boolean) → array | elements that match
first_value(x) → same as x | window: value of the frame's first row
flatten(array of arrays) → array | all elements in one array
floor(x) → same as x | rounded down
format(format, value, …) → varchar | by a format such as '%s has %d'
format_datetime(timestamp, format) → varchar | as text, by a Joda format such as yyyy-MM-dd
from_base64(string) → varbinary | decoded
from_big_endian_64(binary) → bigint | read as a number
from_hex(string) → varbinary | decoded
from_iso8601_date(string) → date | from ISO text
from_iso8601_timestamp(string) → timestamp with time zone | from ISO text
from_unixtime(seconds[, zone]) → timestamp | from seconds since 1970
from_utf8(binary) → varchar | bytes as text
geometric_mean(x) → double | geometric mean
greatest(value, …) → same as value | the largest
grouping(column, …) → bigint | which columns a grouping set leaves out
hamming_distance(x, y) → bigint | number of places where two texts differ
histogram(x) → map | count of each value
hour(x) → bigint | hour of the day
if(condition, x[, y]) → same as x | x when the condition holds, else y or null
infinity() → double | infinity
is_finite(x) → boolean | whether it is finite
is_infinite(x) → boolean | whether it is infinite
is_nan(x) → boolean | whether it is not a number
json_array_contains(json, value) → boolean | whether the array has the value
json_array_get(json, index) → json | an element, from 0
json_array_length(json) → bigint | number of elements
json_extract(json, path) → json | the value at a path such as $.a[0]
json_extract_scalar(json, path) → varchar | the value at a path as text
json_format(json) → varchar | as text
json_parse(string) → json | from text
json_size(json, path) → bigint | number of members at a path
kurtosis(x) → double | excess kurtosis
lag(x[, offset[, default]]) → same as x | window: value of an earlier row
last_day_of_month(x) → date | last day of the month
last_value(x) → same as x | window: value of the frame's last row
lead(x[, offset[, default]]) → same as x | window: value of a later row
least(value, …) → same as value | the smallest
length(string) → bigint | number of characters
levenshtein_distance(x, y) → bigint | number of edits between two texts
listagg(value, separator) within group (order by …) → varchar | the group's texts joined
ln(x) → double | natural logarithm
log(b, x) → double | logarithm to a base
log10(x) → double | logarithm to base 10
log2(x) → double | logarithm to base 2
lower(string) → varchar | in lower case
lpad(string, size, padding) → varchar | filled up on the left
ltrim(string) → varchar | without blanks on the left
map(keys, values) → map | from two arrays
map_agg(key, value) → map | the group's pairs as a map
map_concat(x, y, …) → map | together; the last of equal keys counts
map_entries(map) → array of rows | its pairs
map_filter(map, (k, v) -> boolean) → map | pairs that match
map_from_entries(array of rows) → map | from pairs
map_keys(map) → array | its keys
map_union(map) → map | the group's maps together
map_values(map) → array | its values
max(x[, n]) → same as x | largest value
max_by(x, y[, n]) → same as x | x of the row with the largest y
md5(binary) → varbinary | MD5 hash
millisecond(x) → bigint | millisecond of the second
min(x[, n]) → same as x | smallest value
min_by(x, y[, n]) → same as x | x of the row with the smallest y
minute(x) → bigint | minute of the hour
mod(n, m) → same as n | remainder
month(x) → bigint | month of the year
multimap_agg(key, value) → map | the group's values by key, as arrays
nan() → double | not a number
now() → timestamp with time zone | the instant at which the query began
nth_value(x, offset) → same as x | window: value of the frame's n-th row
ntile(n) → bigint | window: number of the row's part when cut in n parts
nullif(x, y) → same as x | null when the two are equal
numeric_histogram(buckets, x) → map | about a histogram
parse_datetime(string, format) → timestamp with time zone | from text, by a Joda format
percent_rank() → double | window: rank as a share
pi() → double | pi
position(substring in string) → bigint | first position, from 1; 0 when it is not there
pow(x, p) → double | x to the power of p
power(x, p) → double | x to the power of p
quarter(x) → bigint | quarter of the year
radians(x) → double | degrees as radians
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
regr_intercept(y, x) → double | intercept of the regression line
regr_slope(y, x) → double | slope of the regression line
repeat(element, count) → array | the element so many times
replace(string, search[, replacement]) → varchar | all occurrences replaced
reverse(x) → same as x | backwards
round(x[, d]) → same as x | rounded to d decimals
row_number() → bigint | window: number of the row
rpad(string, size, padding) → varchar | filled up on the right
rtrim(string) → varchar | without blanks on the right
second(x) → bigint | second of the minute
sequence(start, stop[, step]) → array | numbers or times from start to stop
sha1(binary) → varbinary | SHA-1 hash
sha256(binary) → varbinary | SHA-256 hash
sha512(binary) → varbinary | SHA-512 hash
shuffle(array) → array | in random order
sign(x) → same as x | -1, 0 or 1
sin(x) → double | sine
skewness(x) → double | skewness
slice(array, start, length) → array | a part, from 1; negative: from the end
split(string, delimiter[, limit]) → array | parts of a text
split_part(string, delimiter, index) → varchar | one part, from 1
split_to_map(string, entries, keys) → map | pairs of a text
sqrt(x) → double | square root
starts_with(string, substring) → boolean | whether it begins so
stddev(x) → double | sample standard deviation
stddev_pop(x) → double | population standard deviation
stddev_samp(x) → double | sample standard deviation
strpos(string, substring) → bigint | first position, from 1; 0 when it is not there
substr(string, start[, length]) → varchar | a part, from 1; negative: from the end
substring(string, start[, length]) → varchar | a part, from 1; negative: from the end
sum(x) → same as x | total
tan(x) → double | tangent
to_base64(binary) → varchar | encoded
to_hex(binary) → varchar | encoded
to_iso8601(x) → varchar | as ISO text
to_unixtime(timestamp) → double | seconds since 1970
to_utf8(string) → varbinary | text as bytes
transform(array, x -> y) → array | each element turned into another
transform_keys(map, (k, v) -> y) → map | with other keys
transform_values(map, (k, v) -> y) → map | with other values
translate(string, from, to) → varchar | characters replaced one by one
trim(string) → varchar | without blanks at both ends
truncate(x[, n]) → same as x | without decimals, or with n of them
try(expression) → same as expression | null instead of an error
try_cast(value as type) → type | the value as another type; null when that can't be
typeof(x) → varchar | its type
unnest(array or map) → rows | one row per element; in FROM
upper(string) → varchar | in upper case
url_decode(string) → varchar | decoded
url_encode(string) → varchar | encoded
url_extract_host(url) → varchar | host
url_extract_parameter(url, name) → varchar | value of a parameter
url_extract_path(url) → varchar | path
url_extract_query(url) → varchar | query
uuid() → uuid | a random UUID
var_pop(x) → double | population variance
var_samp(x) → double | sample variance
variance(x) → double | sample variance
week(x) → bigint | ISO week of the year
width_bucket(x, lowest, highest, n) → bigint | number of the bucket
word_stem(word) → varchar | its stem
xxhash64(binary) → varbinary | xxHash64
year(x) → bigint | year
year_of_week(x) → bigint | year of the ISO week
yow(x) → bigint | year of the ISO week
zip(array, array, …) → array of rows | elements side by side
zip_with(x, y, (a, b) -> c) → array | elements side by side, each pair made one
`;
