// The queries whose results are read, on the real flights (three million rows: time, delay, distance, origin, destination).

/** Two int64, four double, two text with nulls. */
export const frameQuery = (limit) => `
select "time", delay, cast(distance as double) as distance, delay / 60e0 as hours, sqrt(cast(distance as double)) as root,
  cast(delay as double) * distance as product, origin, if(delay > 60, null, destination) as destination
from ${enough(limit)} limit ${limit}`;

/** Two int64 and six texts of 3 to 60 characters, one of them with characters of two and four bytes. */
export const textQuery = (limit) => `
select "time", delay, origin, destination, origin || ' to ' || destination as route,
  'flight from ' || origin || ' to ' || destination || ' over ' || cast(distance as varchar) || ' miles' as sentence,
  to_hex(md5(to_utf8(origin || cast("time" as varchar)))) as digest, origin || ' é→😀 ' || cast(delay as varchar) as mixed
from ${enough(limit)} limit ${limit}`;

/** 200 columns: 50 int64, 100 double, 50 text. */
export const wideQuery = (limit) => {
  const columns = Array.from({ length: 50 }, (_, i) => [
    `delay + ${i} as i${i}`,
    `distance / ${i + 1}e0 as a${i}`,
    `delay * ${i + 1}e0 as b${i}`,
    `${i % 2 === 0 ? "origin" : "destination"} as t${i}`,
  ]);
  return `select ${columns.flat().join(", ")} from flights limit ${limit}`;
};

/** The columns of {@link frameQuery}, with nine of ten values null. */
export const nullQuery = (limit) => `
select ${[
  `"time"`,
  "delay",
  "cast(distance as double)",
  "delay / 60e0",
  "sqrt(cast(distance as double))",
  "cast(delay as double) * distance",
  "origin",
  "destination",
]
  .map((column, i) => `if((delay + distance + ${i}) % 10 = 0, ${column}) as c${i}`)
  .join(", ")}
from ${enough(limit)} limit ${limit}`;

/** Eight doubles that hardly compress: about 66 bytes a row as msgpack.gz. */
export const noiseQuery = (limit) =>
  `select ${Array.from({ length: 8 }, (_, i) => `random() as r${i}`).join(", ")} from ${enough(limit)} limit ${limit}`;

/** Three million flights are usually enough; for more rows each is repeated. */
const enough = (limit) =>
  limit <= 3_000_000
    ? "flights"
    : `(select f.* from flights f cross join unnest(sequence(1, ${Math.ceil(limit / 3_000_000)})) s(i)) f`;
