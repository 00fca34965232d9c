/** Functions of Hive: a line each, `signature | what it gives`. */
export const HIVE_FUNCTIONS = `
abs(x) → same as x | absolute value
acos(x) → double | arc cosine
add_months(date, n) → string | so many months later
array(value, …) → array | from its elements
array_contains(array, value) → boolean | whether the value is in it
ascii(string) → int | code of the first character
asin(x) → double | arc sine
assert_true(condition) → null | an error when the condition does not hold
atan(x) → double | arc tangent
avg(x) → double | mean
base64(binary) → string | encoded
bin(x) → string | in binary
bround(x[, d]) → double | rounded, half to even
cast(value as type) → type | the value as another type; null when that can't be
cbrt(x) → double | cube root
ceil(x) → bigint | rounded up
ceiling(x) → bigint | rounded up
chr(n) → string | the character with that code
coalesce(value, …) → same as value | the first argument that is not null
collect_list(x) → array | the group's values
collect_set(x) → array | the group's distinct values
concat(string, …) → string | joined together
concat_ws(separator, string or array, …) → string | joined, with the separator between
context_ngrams(array, array, k, pf) → array | frequent words in a context
conv(x, from, to) → string | from one base to another
corr(x, y) → double | correlation coefficient
cos(x) → double | cosine
count(*) → bigint | number of rows; count(x): of rows where x is not null
covar_pop(x, y) → double | population covariance
covar_samp(x, y) → double | sample covariance
crc32(x) → bigint | CRC-32
cume_dist() → double | window: share of rows up to this one and its peers
current_date() → date | today
current_timestamp() → timestamp | now
date_add(date, days) → date | so many days later
date_format(date, format) → string | as text, by a Java format such as yyyy-MM-dd
date_sub(date, days) → date | so many days earlier
datediff(end, start) → int | days from start to end
day(date) → int | day of the month
dayofmonth(date) → int | day of the month
decode(binary, charset) → string | bytes as text
degrees(x) → double | radians as degrees
dense_rank() → int | window: rank without gaps
e() → double | Euler's number
elt(n, string, …) → string | the n-th text
encode(string, charset) → binary | text as bytes
exp(x) → double | e to the power of x
explode(array or map) → rows | one row per element; in LATERAL VIEW
extract(field from x) → int | a field of a date or a timestamp
field(value, value1, …) → int | position of the value among the others
find_in_set(string, list) → int | position in a comma-separated list
first_value(x[, skip_nulls]) → same as x | window: value of the frame's first row
floor(x) → bigint | rounded down
format_number(x, d) → string | with thousands separators and d decimals
from_unixtime(seconds[, format]) → string | from seconds since 1970
from_utc_timestamp(timestamp, zone) → timestamp | UTC as local time of a zone
get_json_object(json, path) → string | the value at a path such as $.a[0]
greatest(value, …) → same as value | the largest
grouping__id → int | which columns a grouping set leaves out
hash(value, …) → int | hash
hex(x) → string | in hexadecimal
histogram_numeric(x, b) → array | about a histogram
hour(timestamp) → int | hour of the day
if(condition, x, y) → same as x | x when the condition holds, else y
in_file(string, filename) → boolean | whether it is a line of the file
initcap(string) → string | every word capitalised
inline(array of structs) → rows | one row per struct; in LATERAL VIEW
instr(string, substring) → int | first position, from 1; 0 when it is not there
isnotnull(x) → boolean | whether it is not null
isnull(x) → boolean | whether it is null
json_tuple(json, key, …) → rows | several members at once; in LATERAL VIEW
lag(x[, offset[, default]]) → same as x | window: value of an earlier row
last_day(date) → string | last day of the month
last_value(x[, skip_nulls]) → same as x | window: value of the frame's last row
lead(x[, offset[, default]]) → same as x | window: value of a later row
least(value, …) → same as value | the smallest
length(string) → int | number of characters
levenshtein(x, y) → int | number of edits between two texts
ln(x) → double | natural logarithm
locate(substring, string[, start]) → int | first position, from 1; 0 when it is not there
log(b, x) → double | logarithm to a base
log10(x) → double | logarithm to base 10
log2(x) → double | logarithm to base 2
lower(string) → string | in lower case
lpad(string, size, padding) → string | filled up on the left
ltrim(string) → string | without blanks on the left
map(key, value, …) → map | from its pairs
map_keys(map) → array | its keys
map_values(map) → array | its values
max(x) → same as x | largest value
md5(x) → string | MD5 hash
min(x) → same as x | smallest value
minute(timestamp) → int | minute of the hour
month(date) → int | month of the year
months_between(date1, date2) → double | months between two dates
named_struct(name, value, …) → struct | from names and values
next_day(date, weekday) → string | the next such day
ngrams(array, n, k, pf) → array | frequent word sequences
ntile(n) → int | window: number of the row's part when cut in n parts
nullif(x, y) → same as x | null when the two are equal
nvl(x, default) → same as x | the default when x is null
parse_url(url, part[, key]) → string | a part such as HOST, PATH or QUERY
parse_url_tuple(url, part, …) → rows | several parts at once; in LATERAL VIEW
percent_rank() → double | window: rank as a share
percentile(x, p) → double | exact percentile of integers, p from 0 to 1
percentile_approx(x, p[, b]) → double | about a percentile
pi() → double | pi
pmod(x, y) → same as x | remainder that is never negative
posexplode(array) → rows | one row per element with its position; in LATERAL VIEW
pow(x, p) → double | x to the power of p
power(x, p) → double | x to the power of p
printf(format, value, …) → string | by a format such as '%s has %d'
quarter(date) → int | quarter of the year
radians(x) → double | degrees as radians
rand([seed]) → double | random, from 0 to 1
rank() → int | window: rank with gaps
reflect(class, method, …) → string | result of a Java method
regexp_extract(string, pattern[, group]) → string | a group of the first match
regexp_replace(string, pattern, replacement) → string | matches replaced
repeat(string, n) → string | the text so many times
replace(string, search, replacement) → string | all occurrences replaced
reverse(string) → string | backwards
round(x[, d]) → double | rounded to d decimals
row_number() → int | window: number of the row
rpad(string, size, padding) → string | filled up on the right
rtrim(string) → string | without blanks on the right
second(timestamp) → int | second of the minute
sentences(string[, language, country]) → array | sentences, as arrays of words
sha(x) → string | SHA-1 hash
sha1(x) → string | SHA-1 hash
sha2(x, bits) → string | SHA-2 hash
sign(x) → double | -1, 0 or 1
sin(x) → double | sine
size(x) → int | number of elements of an array or a map
sort_array(array) → array | sorted
soundex(string) → string | its Soundex code
space(n) → string | so many blanks
split(string, pattern) → array | parts between matches of a regular expression
sqrt(x) → double | square root
stack(n, value, …) → rows | the values in n rows
stddev(x) → double | population standard deviation
stddev_pop(x) → double | population standard deviation
stddev_samp(x) → double | sample standard deviation
str_to_map(string[, entries[, keys]]) → map | pairs of a text
struct(value, …) → struct | from its values
substr(string, start[, length]) → string | a part, from 1; negative: from the end
substring(string, start[, length]) → string | a part, from 1; negative: from the end
substring_index(string, delimiter, count) → string | what stands before the n-th delimiter
sum(x) → same as x | total
tan(x) → double | tangent
to_date(timestamp) → date | its day
to_unix_timestamp(date[, format]) → bigint | seconds since 1970
to_utc_timestamp(timestamp, zone) → timestamp | local time of a zone as UTC
translate(string, from, to) → string | characters replaced one by one
trim(string) → string | without blanks at both ends
trunc(date, unit) → string | cut to a month or a year
unbase64(string) → binary | decoded
unhex(string) → binary | decoded
unix_timestamp([date[, format]]) → bigint | seconds since 1970
upper(string) → string | in upper case
uuid() → string | a random UUID
var_pop(x) → double | population variance
var_samp(x) → double | sample variance
variance(x) → double | population variance
weekofyear(date) → int | week of the year
xpath(xml, path) → array | texts at a path
xpath_string(xml, path) → string | text at a path
year(date) → int | year
`;
