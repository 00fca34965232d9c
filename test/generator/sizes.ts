import type { Dialect } from "../../src/dialect/dialect.ts";
import { hiveFunctions } from "../../src/dialect/hive/functions.ts";
import { prestoFunctions } from "../../src/dialect/presto/functions.ts";
import type { Pattern, Signature } from "../../src/dialect/types/signature.ts";

/** Statements over the generator's tables that grow with a size: constructs inside themselves and each other, and rows of them. */
export interface Shape {
  readonly name: string;
  readonly dialect: Dialect;
  readonly sql: (size: number) => string;
}

/** The innermost expression of each type, and expressions of the same type around `@`. */
interface Nests {
  readonly seed: string;
  readonly around: readonly string[];
}

const lines = (text: string): string[] => text.trim().split(/\n\s*/);

// prettier-ignore
const PRESTO_NESTS: Record<string, Nests> = {
  double: {
    seed: "d",
    around: lines(`
      (@)
      (- @)
      (@ + 1e0)
      (@ / 2e0)
      (@ % 3e0)
      (1e0 / @)
      nullif(@, 1e0)
      coalesce(@, 1e0)
      coalesce(@, d, 1e0)
      if(@ > 1e0, @2, 2e0)
      case when @ > 1e0 then 1e0 else 2e0 end
      case @ when 1e0 then 2e0 when 3e0 then 4e0 end
      case when d > 1e0 then @ else 2e0 end
      case d when 1e0 then @ end
      try(@)
      try(@ / 0e0)
      cast(cast(@ as varchar) as double)
      try_cast(cast(@ as varchar) as double)
      cast(cast(@ as bigint) as double)
      cast(cast(@ as integer) as double)
      cast(cast(@ as decimal(20,3)) as double)
      cast(cast(@ as json) as double)
      greatest(@, 1e0)
      least(d, @)
      round(@, 2)
      width_bucket(@, 1e0, 5e0, 4)
      reduce(array[@], 0e0, (a, e) -> a + e, a -> a)
      transform(array[1e0], e -> e + @)[1]
      array[@, 1e0][1]
      element_at(array[@], 1)
      row(@, 1)[1]
      cast(row(@) as row(f double)).f
      map(array['k'], array[@])['k']
      (select @)
      (select max(v) from (values @) t(v))
      (select max(d + @) from side)
      cast(@ in (1e0, 2e0) as double)
      cast(@ between 1e0 and 2e0 as double)
      cast(1e0 between @ and 2e0 as double)
      cast(@ is null as double)
      cast(@ is distinct from 1e0 as double)
      cast(exists (select 1 from side where d = @) as double)
      cast(@ in (select d from side) as double)
      cast(@ > all (select d from side) as double)
      cast(format('%f', @) as double)`),
  },
  decimal: {
    seed: "de",
    around: lines(`
      (@ + 1.5)
      (@ * 1.0)
      (@ / 1.5)
      (1.5 / @)
      (@ % 7.25)
      (7.25 % @)
      (- @)
      cast(@ * 3 as decimal(12,2))
      cast(@ / 3 as decimal(12,2))
      cast(@ % 3 as decimal(12,2))
      cast(@ as decimal(38,10))
      cast(cast(@ as double) as decimal(20,4))
      cast(cast(@ as varchar) as decimal(20,4))
      round(@, 1)
      truncate(@, 1)
      nullif(@, 1.0)
      case @ when 1.0 then 2.0 else 3.0 end
      case when @ > 1.0 then 1.0 end
      try(@ / 0.0)
      greatest(@, 1.0)
      least(1.0, @)`),
  },
  bigint: {
    seed: "n",
    around: lines(`
      (@ + 1)
      (@ / 2)
      (@ % 3)
      (7 / @)
      (- @)
      nullif(@, 1)
      if(@ > 1, 1, 2)
      case @ when 1 then 2 when 3 then 4 else 5 end
      case when @ < 1 then @2 else 1 end
      try(@ / 0)
      try(cast(cast(@ as varchar) as bigint))
      cast(cast(@ as varchar) as bigint)
      cast(cast(@ as real) as bigint)
      cast(cast(@ as boolean) as bigint)
      bitwise_and(@, 7)
      bitwise_left_shift(@, 1)
      date_diff('day', date '2024-01-01', date_add('day', @, date '2024-01-01'))
      to_unixtime(from_unixtime(@))
      cardinality(sequence(1, 1 + abs(@ % 3)))
      cardinality(filter(array[1, 2], e -> e > @))
      strpos(cast(@ as varchar), '1')
      array_position(array[@], 1)
      (select count(*) from side where id = @)
      (select sum(q) filter (where q > @) from side)
      (select v from (values @) t(v))
      (select v from unnest(array[@]) t(v))
      (select rank() over (order by @))
      (select sum(id) over (partition by @) from side limit 1)
      extract(day from from_unixtime(@))`),
  },
  boolean: {
    seed: "b",
    around: lines(`
      (not @)
      (@ and b)
      (b or @)
      (@ = true)
      (@ is null)
      (@ is not distinct from b)
      if(@, true, false)
      if(b, @, false)
      case when @ then true end
      coalesce(@, false)
      try(@)
      (@ in (true, null))
      (cast(@ as varchar) like 't%')
      exists (select 1 from side where @)
      any_match(array[1], e -> @)
      contains(array[@], true)`),
  },
  varchar: {
    seed: "s",
    around: lines(`
      (@ || 'a')
      ('a' || @ || s)
      concat(@, 'a')
      lower(@)
      trim(@)
      substr(@, 2)
      substr(@, length(s) - 1, 5)
      substring(@ from 2 for 3)
      replace(@, 'a', 'b')
      lpad(@, 5, 'x')
      rpad(@, 5, 'x')
      split(@, ',')[1]
      split_part(@, ',', 1)
      regexp_replace(@, 'a', 'b')
      regexp_extract(@, '(a)', 1)
      json_extract_scalar(@, '$.a')
      json_value(@, 'lax $.a')
      json_query(@, 'lax $.a')
      json_array(@)
      json_object('a': @)
      json_format(json_parse(@))
      cast(json_parse(@) as varchar)
      json_format(cast(@ as json))
      cast(@ as varchar(10))
      cast(cast(@ as char(5)) as varchar)
      cast(try_cast(@ as bigint) as varchar)
      cast(try_cast(@ as date) as varchar)
      cast(try_cast(@ as timestamp) as varchar)
      cast(cast(@ as varbinary) as varchar)
      from_utf8(to_utf8(@))
      nullif(@, 'a')
      case @ when 'a' then 'b' when 'c' then 'd' else s end
      if(@ like 'a%', 'x', 'y')
      coalesce(@, 'x')
      try(@)
      translate(@, 'a', 'b')
      reverse(@)
      array_join(array[@], ',')
      array_join(transform(split(@, ','), e -> e || @2), ',')
      url_extract_host(@)
      url_decode(@)
      date_format(try(date_parse(@, '%Y-%m-%d')), '%Y-%m-%d')
      format('%s', @)
      concat_ws(',', @, 'a')
      (select max(@) from side)
      (select listagg(w, @) within group (order by w) from side)
      to_hex(md5(to_utf8(@)))
      td_url_decode(@)
      normalize(@)`),
  },
  timestamp: {
    seed: "ts",
    around: lines(`
      (@ + interval '1' day)
      (@ - interval '1' month)
      (timestamp '2024-01-01' + (@ - ts))
      date_add('month', 1, @)
      date_trunc('week', @)
      cast(cast(@ as date) as timestamp)
      cast(cast(@ as varchar) as timestamp)
      cast(@ at time zone 'Asia/Tokyo' as timestamp)
      cast(with_timezone(@, 'Asia/Tokyo') at time zone 'UTC' as timestamp)
      cast(from_unixtime(to_unixtime(@)) as timestamp)
      cast(date_parse(date_format(@, '%Y'), '%Y') as timestamp)
      cast(parse_datetime(format_datetime(@, 'yyyy'), 'yyyy') as timestamp)
      nullif(@, ts)
      greatest(@, ts)
      coalesce(@, ts)
      case @ when ts then ts end
      last_day_of_month(@)
      cast(from_iso8601_timestamp(to_iso8601(@)) as timestamp)`),
  },
  zoned: {
    seed: "with_timezone(ts, 'Asia/Tokyo')",
    around: lines(`
      (@ at time zone 'Europe/Paris')
      (@ + interval '1' hour)
      date_trunc('day', @)
      date_add('hour', 1, @)
      cast(cast(@ as varchar) as timestamp with time zone)
      nullif(@, current_timestamp)
      greatest(@, current_timestamp)
      coalesce(@, current_timestamp)
      case when @ > current_timestamp then @2 end
      array[@][1]
      array_max(array[@])
      (select max(@) from side)
      (select v from (select distinct @ v) t)`),
  },
  interval: {
    seed: "interval '1' day",
    around: lines(`
      (@ + interval '1' hour)
      (@ * 2)
      (- @)
      nullif(@, interval '2' day)
      greatest(@, interval '2' day)
      coalesce(@, interval '2' day)
      case @ when interval '1' day then interval '2' day end
      ((ts + @) - ts)`),
  },
  array: {
    seed: "an",
    around: lines(`
      (@ || array[1])
      (@ || 1)
      array_distinct(@)
      array_sort(@)
      array_sort(@, (x, y) -> if(x < y, -1, 1))
      array_union(@, array[1])
      array_intersect(@, an)
      array_except(@, an)
      array_remove(@, 1)
      concat(@, an)
      reverse(@)
      shuffle(@)
      slice(@, 1, 2)
      filter(@, e -> e > 1)
      transform(@, e -> e + 1)
      transform(@, e -> cardinality(@2))
      zip_with(@, an, (a, c) -> a + c)
      reduce(@, array[], (a, e) -> a || e, a -> a)
      flatten(array[@])
      map_values(map(@, @2))
      map_keys(map_from_entries(array[row(1, @)]))
      nullif(@, an)
      case when @ = an then an end
      case @ when an then array[1] end
      coalesce(@, an)
      if(contains(@, 1), an, array[2])
      cast(@ as array(bigint))
      cast(cast(@ as array(varchar)) as array(bigint))
      cast(cast(@ as json) as array(bigint))
      combinations(@, 1)[1]
      ngrams(@, 1)[1]
      greatest(@, an)
      (select array_agg(v) from unnest(@) t(v))`),
  },
  map: {
    seed: "m",
    around: lines(`
      map_concat(@, m)
      map_filter(@, (k, v) -> v > 1)
      transform_values(@, (k, v) -> v + 1)
      transform_keys(@, (k, v) -> k || 'a')
      map_zip_with(@, m, (k, a, c) -> a)
      map_from_entries(map_entries(@))
      map(map_keys(@), map_values(@2))
      cast(cast(@ as json) as map(varchar, bigint))
      case @ when m then m end
      nullif(@, m)
      coalesce(@, m)
      element_at(array[@], 1)`),
  },
  row: {
    seed: "row(1, 'a')",
    around: lines(`
      row(@, 1)
      array[@]
      nullif(@, @2)
      case when @ = @2 then 1 end
      cast(row(@) as row(f varchar))
      cast(@ as json)`),
  },
};

// prettier-ignore
const HIVE_NESTS: Record<string, Nests> = {
  double: {
    seed: "d",
    around: lines(`
      (@ + 1)
      (@ / 2)
      (1 / @)
      (@ % 3)
      (- @)
      nvl(@, 1)
      if(@ > 1, 1.5, 2.5)
      case @ when 1 then 2 when 3 then 4 end
      case when @ > 1 then 1 else d end
      coalesce(@, d, 1)
      cast(cast(@ as string) as double)
      cast(cast(@ as int) as double)
      cast(cast(@ as decimal(20,3)) as double)
      greatest(@, 1)
      round(@, 2)
      pmod(@, 3)
      array(@, d)[0]
      map('k', @)['k']
      named_struct('f', @).f
      cast(@ in (1, 2) as double)
      cast(@ between 1 and 2 as double)
      cast(@ <=> 1 as double)
      (select max(d + @) from side)`),
  },
  bigint: {
    seed: "n",
    around: lines(`
      (@ + 1)
      (@ * 2)
      (@ div 2)
      (7 div @)
      (@ % 3)
      (@ & 3)
      (~ @)
      (- @)
      pmod(@, 3)
      nullif(@, 1)
      if(@ > 1, 1, 2)
      case @ when 1 then 2 when 3 then 4 else 5 end
      cast(cast(@ as string) as bigint)
      cast(cast(@ as int) as bigint)
      cast(cast(@ as timestamp) as bigint)
      unix_timestamp(from_unixtime(@))
      size(array(@))
      datediff('2024-01-01', date_add('2024-01-01', cast(@ as int)))
      hash(@)
      instr(@, '1')`),
  },
  decimal: {
    seed: "de",
    around: lines(`
      (@ + 1.5BD)
      (@ * 1.5BD)
      (@ / 1.5BD)
      (1.5BD / @)
      (@ % 1.5BD)
      (- @)
      round(@, 1)
      cast(@ as decimal(38,10))
      cast(cast(@ as string) as decimal(20,3))
      nvl(@, 1.0BD)
      case @ when 1.0BD then 2.0BD end
      greatest(@, 1.0BD)`),
  },
  string: {
    seed: "s",
    around: lines(`
      (@ || 'a')
      concat(@, 'a')
      concat_ws(',', @, 'a')
      lower(@)
      substr(@, 2)
      substr(@, -3, 2)
      trim(@)
      regexp_replace(@, 'a', 'b')
      regexp_extract(@, '(a)', 1)
      get_json_object(@, '$.a')
      split(@, ',')[0]
      nvl(@, 'x')
      if(@ like 'a%', 'x', 'y')
      if(@ rlike 'a', 'x', 'y')
      case @ when 'a' then 'b' end
      cast(cast(@ as int) as string)
      cast(cast(@ as date) as string)
      cast(cast(@ as timestamp) as string)
      date_format(@, 'yyyy-MM-dd')
      to_date(@)
      add_months(@, 1)
      lpad(@, 5, 'x')
      translate(@, 'a', 'b')
      mask(@)
      md5(@)
      initcap(@)
      reverse(@)
      parse_url(@, 'HOST')
      str_to_map(@)['a']
      base64(unbase64(@))`),
  },
  array: {
    seed: "an",
    around: lines(`
      sort_array(@)
      array_remove(@, 1)
      array_concat(@, an)
      split(concat_ws(',', array(cast(@[0] as string))), ',')
      map_values(map('a', @))[0]
      array(@)[0]
      if(array_contains(@, 1), an, an)`),
  },
};

/** Tails of queries that stand at the end of nested ones. */
const QUERIES: Record<Dialect, readonly string[]> = {
  presto: lines(`
    select * from (@) t
    select d + 1 as d, id from (@) t
    select d, id from (@) t where d > 1
    select max(d) as d, id from (@) t group by id
    select sum(d) over (partition by id order by d) as d, id from (@) t
    select distinct d, id from (@) t
    select d, id from (@) t order by d limit 10
    select d, id from (@) t order by d offset 1
    select t.d, t.id from (@) t join side u on t.id = u.id
    select d, id from (@) t join (select id from side) u using (id)
    select d, id from (@) t left join (select id from side) u using (id)
    select d, id from (@) t full join (select id from side) u using (id)
    select d, id from (@) t cross join unnest(array[1]) as u(e)
    select d, id from (@) t where id in (select id from side)
    select d, id from (@) t where exists (select 1 from side u where u.id = t.id)
    select d, id from (@) t union all select d, id from side
    (@) union select d, id from side
    (@) intersect select d, id from side
    (@) except select d, id from side
    with t as (@) select d, id from t
    with t as (@) select a.d, a.id from t a join t b on a.id = b.id
    select d, id from (@) t tablesample bernoulli (50)
    select coalesce(d, (select max(d) from side)) as d, id from (@) t
    select d, id from (@) t fetch first 3 rows with ties
    select case when d > 1 then d end as d, id from (@) t group by d, id having count(*) > 0`),
  hive: lines(`
    select * from (@) t
    select d + 1 as d, id from (@) t
    select max(d) as d, id from (@) t group by id
    select d, id from (@) t lateral view explode(array(1)) u as e
    select d, id from (@) t lateral view outer posexplode(array(1)) u as p, e
    select d, id from (@) t distribute by id sort by d
    select t.d, t.id from (@) t left semi join side u on t.id = u.id
    select t.d, t.id from (@) t join side u on (t.id = u.id)
    select d, id from (@) t union all select d, id from side
    select d, id from (@) t where id in (select id from side)
    select sum(d) over (partition by id order by d) as d, id from (@) t
    with t as (@) select d, id from t`),
};

const list = (size: number, item: (i: number) => string, between = ", "): string =>
  Array.from({ length: size }, (_, i) => item(i)).join(between);

/** A chain of common tables, each of which reads the one before as often as `read` says. */
const withs = (size: number, first: string, next: (before: string, i: number) => string, end = "*"): string =>
  `with ${list(size, (i) => `t${i} as (${i === 0 ? first : next(`t${i - 1}`, i)})`)} select ${end} from t${size - 1}`;

// Statements by hand: what stands in rows, or is joined.
// prettier-ignore
const ROWS: Record<Dialect, Readonly<Record<string, (size: number) => string>>> = {
  presto: {
    "with, each twice by a join": (n) =>
      withs(n, "select id, d from side", (t) => `select a.id, b.d from ${t} a join ${t} b on a.id = b.id`),
    "with, each twice with all columns": (n) =>
      withs(n, "select id, d from side", (t) => `select a.*, b.d as e from ${t} a cross join (select max(d) as d from ${t}) b`),
    "with, all columns of both": (n) =>
      withs(n, "select 1 as x0", (t, i) => `select a.*, b.x0 as x${i} from ${t} a, ${t} b`),
    "with, all columns of both, unnamed": (n) => withs(n, "select 1 as x", (t) => `select * from ${t} a, ${t} b`, "count(*)"),
    "with, each twice by union": (n) => withs(n, "select 1 as x", (t) => `select x from ${t} union all select x from ${t}`),
    "with, each twice by a subquery": (n) =>
      withs(n, "select 1 as x", (t) => `select x + (select max(x) from ${t}) as x from ${t}`),
    "with, each twice by exists": (n) =>
      withs(n, "select 1 as x", (t) => `select x from ${t} a where exists (select 1 from ${t} b where a.x = b.x)`),
    "with, grouped": (n) => withs(n, "select id, d from side", (t) => `select id, sum(d) as d from ${t} group by id`),
    "with, doubled sums": (n) => withs(n, "select id as x from side", (t) => `select x + x as x from ${t}`),
    "nested with": (n) => `${"with t as (".repeat(n)}select 1 as x${") select x from t".repeat(n)}`,
    "derived tables with doubled columns": (n) =>
      `select * from ${"(select x + x as x from ".repeat(n)}(select 1 as x) t${") t".repeat(n)}`,
    "derived tables with doubled case": (n) =>
      `select * from ${"(select case when x > 1 then x else x + 1 end as x from ".repeat(n)}(select id as x from side) t${") t".repeat(n)}`,
    "cube of columns": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) group by cube (${list(n, (i) => `c${i}`)})`,
    "rollup of columns": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) group by rollup (${list(n, (i) => `c${i}`)})`,
    "several cubes": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) group by ${list(n, (i) => `cube (c${i})`)}`,
    "several rollups": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) group by ${list(n, (i) => `rollup (c${i})`)}`,
    "grouping sets of one": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) group by grouping sets (${list(n, (i) => `(c${i})`)})`,
    "several grouping sets": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) group by ${list(n, (i) => `grouping sets ((c${i}), ())`)}`,
    "grouping sets with many columns each": (n) => `select count(*) from (select ${list(20, (i) => `id as c${i}`)} from side) group by grouping sets (${list(n, () => `(${list(20, (i) => `c${i}`)})`)})`,
    "keys of groups": (n) => `select ${list(n, (i) => `d + ${i}`)} from side group by ${list(n, (i) => `d + ${i}`)}`,
    "keys of groups with try": (n) => `select ${list(n, (i) => `try(id / ${i})`)} from side group by ${list(n, (i) => `try(id / ${i})`)}`,
    "keys of groups by place": (n) => `select ${list(n, (i) => `d + ${i}`)} from side group by ${list(n, (i) => `${i + 1}`)} order by ${list(n, (i) => `${i + 1}`)}`,
    "keys of order": (n) => `select ${list(n, (i) => `d + ${i} as c${i}`)} from side order by ${list(n, (i) => `c${i} desc`)}`,
    "distinct with order": (n) => `select distinct ${list(n, (i) => `d + ${i}`)} from side order by ${list(n, (i) => `d + ${i}`)}`,
    aggregates: (n) => `select ${list(n, (i) => `max_by(d, id + ${i})`)} from side having ${list(n, (i) => `sum(d) > ${i}`, " and ")}`,
    "aggregates with order and filter": (n) => `select ${list(n, (i) => `array_agg(d order by id + ${i}) filter (where id > ${i})`)} from side`,
    "aggregates inside try": (n) => `select try(${list(n, (i) => `sum(id + ${i})`, " + ")}) from side`,
    "distinct aggregates": (n) => `select ${list(n, (i) => `count(distinct id + ${i})`)} from side`,
    windows: (n) => `select ${list(n, (i) => `sum(d) over (partition by id + ${i} order by d)`)} from side`,
    "windows of one partition": (n) => `select ${list(n, (i) => `lag(d, ${i}) over (partition by id order by d)`)} from side`,
    "named windows": (n) => `select ${list(n, (i) => `sum(d) over w${i}`)} from side window ${list(n, (i) => `w${i} as (${i === 0 ? "partition by id" : `w${i - 1}`}${i === n - 1 ? " order by d" : ""})`)}`,
    "keys of a window": (n) => `select sum(d) over (partition by ${list(n, (i) => `id + ${i}`)} order by ${list(n, (i) => `d + ${i}`)}) from side`,
    "windows in windows": (n) => `select sum(d) over (order by ${"(".repeat(n)}d${" + 1)".repeat(n)}) from side`,
    sums: (n) => `select ${list(n, () => "d", " + ")} from side`,
    products: (n) => `select ${list(n, () => "d", " * ")} from side`,
    quotients: (n) => `select ${list(n, () => "id", " / ")} from side`,
    remainders: (n) => `select ${list(n, () => "id", " % ")} from side`,
    "sums of decimals": (n) => `select ${list(n, (i) => `${i}.5`, " + ")}`,
    "products of decimals": (n) => `select ${list(n, () => "1.0", " * ")}`,
    "quotients of decimals": (n) => `select ${list(n, (i) => `${i + 1}.5`, " / ")}`,
    "quotients of a column of decimals": (n) => `select ${list(n, () => "de", " / ")} from main`,
    "remainders of decimals": (n) => `select ${list(n, (i) => `${i + 1}.5`, " % ")}`,
    "remainders of a column of decimals": (n) => `select ${list(n, () => "de", " % ")} from main`,
    "remainders of long decimals": (n) => `select ${list(n, () => "cast(de as decimal(30,2))", " % ")} from main`,
    "texts in a row": (n) => `select ${list(n, () => "s", " || ")} from main`,
    "arrays in a row": (n) => `select ${list(n, () => "an", " || ")} from main`,
    "elements in a row": (n) => `select an${" || n".repeat(n)} from main`,
    "and": (n) => `select id from side where ${list(n, (i) => `d > ${i}`, " and ")}`,
    "or": (n) => `select id from side where ${list(n, (i) => `d = ${i}`, " or ")}`,
    "and or": (n) => `select id from side where ${"(d > 1 or (id > 1 and ".repeat(n)}true${"))".repeat(n)}`,
    "not": (n) => `select ${"not ".repeat(n)} b from main`,
    "minus": (n) => `select ${"- ".repeat(n)} d from main`,
    parentheses: (n) => `select ${"(".repeat(n)}d${")".repeat(n)} from main`,
    "in list": (n) => `select id in (${list(n, (i) => `${i}`)}) from side`,
    "in list of texts": (n) => `select w in (${list(n, (i) => `'${i}'`)}) from side`,
    "in list of expressions": (n) => `select id in (${list(n, (i) => `id + ${i}`)}) from side`,
    "in list of rows": (n) => `select (id, w) in (${list(n, (i) => `(${i}, 'a')`)}) from side`,
    "in lists": (n) => `select id from side where ${list(n, (i) => `id in (${i}, ${i + 1})`, " or ")}`,
    "likes": (n) => `select id from side where ${list(n, (i) => `w like '%${i}%'`, " or ")}`,
    "betweens": (n) => `select id from side where ${list(n, (i) => `d between ${i} and ${i + 1}`, " or ")}`,
    "like escape": (n) => `select w like '${"a!%_".repeat(n)}' escape '!' from side`,
    "whens": (n) => `select case ${list(n, (i) => `when d > ${i} then ${i}`, " ")} end from side`,
    "whens of an expression": (n) => `select case d + id ${list(n, (i) => `when ${i} then ${i}`, " ")} end from side`,
    "coalesce": (n) => `select coalesce(${list(n, (i) => `nullif(d, ${i})`)}) from side`,
    "try coalesce": (n) => `select try(coalesce(${list(n, (i) => `id / nullif(q, ${i})`)})) from side`,
    greatest: (n) => `select greatest(${list(n, (i) => `d + ${i}`)}) from side`,
    "exists": (n) => `select id from side a where ${list(n, () => `exists (select 1 from side b where a.id = b.id)`, " and ")}`,
    "in subqueries": (n) => `select id from side a where ${list(n, () => `id in (select id from side)`, " or ")}`,
    "scalar subqueries": (n) => `select ${list(n, () => `(select max(b.d) from side b where b.id = a.id)`)} from side a`,
    "scalar subqueries in sums": (n) => `select ${list(n, () => `(select max(b.d) from side b where b.id = a.id)`, " + ")} from side a`,
    unions: (n) => list(n, (i) => `select ${i}`, " union "),
    "unions of all": (n) => list(n, (i) => `select ${i}, 'a'`, " union all "),
    "unions of widening types": (n) => list(n, (i) => `select cast(1 as decimal(${Math.min(38, 2 + i)},1))`, " union all "),
    intersects: (n) => list(n, (i) => `select ${i}`, " intersect "),
    excepts: (n) => list(n, (i) => `select ${i}`, " except "),
    joins: (n) => `select count(*) from ${list(n, (i) => `side t${i}`, " cross join ")}`,
    "joins on": (n) => `select t0.id from side t0 ${list(n, (i) => `join side t${i + 1} on t${i}.id = t${i + 1}.id`, " ")}`,
    "joins using": (n) => `select id from side t0 ${list(n, (i) => `join side t${i + 1} using (id)`, " ")}`,
    "left joins using": (n) => `select id from side t0 ${list(n, (i) => `left join side t${i + 1} using (id)`, " ")}`,
    "full joins using": (n) => `select id from side t0 ${list(n, (i) => `full join side t${i + 1} using (id)`, " ")}`,
    "full joins using, all columns": (n) => `select * from side t0 ${list(n, (i) => `full join side t${i + 1} using (id)`, " ")}`,
    "natural joins": (n) => `select id from (select id from side) t0 ${list(n, (i) => `natural join (select id from side) t${i + 1}`, " ")}`,
    "joins in parentheses": (n) => `select 1 from ${"(side cross join ".repeat(n)}side${")".repeat(n)}`,
    "join using many columns": (n) => { const t = `(select ${list(n, (i) => `id as c${i}`)} from side)`; return `select * from ${t} a join ${t} b using (${list(n, (i) => `c${i}`)})`; },
    "full join using many columns": (n) => { const t = `(select ${list(n, (i) => `id as c${i}`)} from side)`; return `select * from ${t} a full join ${t} b using (${list(n, (i) => `c${i}`)})`; },
    unnests: (n) => `select 1 from side ${list(n, (i) => `cross join unnest(array[${i}]) as u${i}(e${i})`, " ")}`,
    "unnests of several": (n) => `select * from unnest(${list(n, (i) => `array[${i}]`)})`,
    "unnest with ordinality": (n) => `select 1 from side ${list(n, (i) => `cross join unnest(array[${i}]) with ordinality as u${i}(e${i}, o${i})`, " ")}`,
    laterals: (n) => `select 1 from side t ${list(n, (i) => `cross join lateral (select t.id + ${i} as x${i})`, " ")}`,
    values: (n) => `values ${list(n, (i) => `(${i}, 'a', 1.5e0)`)}`,
    "values of growing types": (n) => `values ${list(n, (i) => `(${i % 2 ? "1" : "1.5"}, null)`)}`,
    "array constructor": (n) => `select array[${list(n, (i) => `${i}`)}]`,
    "array of expressions": (n) => `select array[${list(n, (i) => `d + ${i}`)}] from side`,
    "row constructor": (n) => `select row(${list(n, (i) => `${i}`)})`,
    "map constructor": (n) => `select map(array[${list(n, (i) => `'k${i}'`)}], array[${list(n, (i) => `${i}`)}])`,
    "row compared": (n) => `select row(${list(n, (i) => `id + ${i}`)}) = row(${list(n, (i) => `${i}`)}) from side`,
    "row ordered": (n) => `select row(${list(n, (i) => `id + ${i}`)}) < row(${list(n, (i) => `${i}`)}) from side`,
    "row cast": (n) => `select cast(row(${list(n, (i) => `id + ${i}`)}) as row(${list(n, (i) => `f${i} varchar`)})) from side`,
    "row cast to json": (n) => `select cast(cast(row(${list(n, (i) => `id + ${i}`)}) as row(${list(n, (i) => `f${i} bigint`)})) as json) from side`,
    "json cast to a row": (n) => `select cast(json_parse(w) as row(${list(n, (i) => `f${i} bigint`)})) from side`,
    "nested type": (n) => `select cast(null as ${"array(".repeat(n)}bigint${")".repeat(n)})`,
    "nested type of rows": (n) => `select cast(null as ${"row(f ".repeat(n)}bigint${")".repeat(n)})`,
    "nested json cast": (n) => `select cast(json_parse(w) as ${"array(".repeat(n)}bigint${")".repeat(n)}) from side`,
    "nested json cast of rows": (n) => `select cast(json_parse(w) as ${"row(f ".repeat(n)}bigint${")".repeat(n)}) from side`,
    "nested varchar cast": (n) => `select cast(cast(null as ${"array(".repeat(n)}bigint${")".repeat(n)}) as ${"array(".repeat(n)}varchar${")".repeat(n)}) from side`,
    "nested arrays": (n) => `select ${"array[".repeat(n)}1${"]".repeat(n)}`,
    "nested arrays compared": (n) => `select ${"array[".repeat(n)}id${"]".repeat(n)} = ${"array[".repeat(n)}1${"]".repeat(n)} from side`,
    "nested arrays ordered": (n) => `select ${"array[".repeat(n)}id${"]".repeat(n)} < ${"array[".repeat(n)}1${"]".repeat(n)} from side`,
    "nested arrays as keys": (n) => `select count(*) from side group by ${"array[".repeat(n)}id${"]".repeat(n)}`,
    "nested rows compared": (n) => `select ${"row(".repeat(n)}id, 1${")".repeat(n)} = ${"row(".repeat(n)}1, 1${")".repeat(n)} from side`,
    "nested rows of zoned times": (n) => `select distinct ${"row(".repeat(n)}current_timestamp${")".repeat(n)} from side`,
    "nested arrays of zoned times": (n) => `select distinct ${"array[".repeat(n)}current_timestamp${"]".repeat(n)} from side`,
    "nested arrays of intervals": (n) => `select distinct ${"array[".repeat(n)}interval '1' day${"]".repeat(n)} from side`,
    "nested lambdas": (n) => `select ${list(n, (i) => `transform(array[1], x${i} -> `, "")}${list(n, (i) => `x${i}`, " + ")}${")[1]".repeat(n)}`,
    "nested lambdas that use all": (n) => `select ${list(n, (i) => `reduce(an, 0, (a${i}, e${i}) -> a${i} + e${i} + `, "")}1${", s -> s)".repeat(n)} from main`,
    "nested filters": (n) => `select ${list(n, (i) => `filter(an, x${i} -> cardinality(`, "")}an${") > 0)".repeat(n)} from main`,
    "lambdas in a row": (n) => `select ${list(n, () => `transform(an, x -> x + n)`, " || ")} from main`,
    "nested subqueries that use the outer": (n) => `select 1 from side t0 where ${list(n, (i) => `exists (select 1 from side t${i + 1} where t${i + 1}.id = t${i}.id and `, "")}true${")".repeat(n)}`,
    "nested scalar subqueries": (n) => `select ${"(select max(d) + ".repeat(n)}1${" from side)".repeat(n)}`,
    "intervals": (n) => `select ${list(n, (i) => `interval '${i}' day`, " + ")}`,
    "interval arithmetic": (n) => `select ts ${list(n, (i) => `+ interval '${i}' day`, " ")} from main`,
    "zones": (n) => `select current_timestamp ${list(n, () => `at time zone 'Asia/Tokyo'`, " ")}`,
    "aggregate filter": (n) => `select ${list(n, (i) => `sum(d) filter (where id = ${i}) as s${i}`)} from side`,
    "pivot by case": (n) => `select w, ${list(n, (i) => `sum(case when id = ${i} then d else 0 end) as s${i}`)} from side group by w`,
    "pivot by try": (n) => `select w, ${list(n, (i) => `try(sum(id) / count_if(id = ${i})) as s${i}`)} from side group by w`,
    "columns": (n) => `select ${list(n, (i) => `d as c${i}`)} from side`,
    "all columns again and again": (n) => `select ${list(n, () => "*")} from side`,
    "aliases": (n) => `select * from (select ${list(n, (i) => `d as c${i}`)} from side) as t(${list(n, (i) => `e${i}`)})`,
    "a long text": (n) => `select '${"x''".repeat(n)}'`,
    "a long name": (n) => `select 1 as "${"x".repeat(n)}"`,
    "comments": (n) => `select ${"/* a */ ".repeat(n)} 1`,
    "a long json path": (n) => `select json_extract(w, '$${".a".repeat(n)}') from side`,
    "a long path of json_value": (n) => `select json_value(w, 'lax $${".a".repeat(n)}') from side`,
    "a path with filters": (n) => `select json_query(w, 'lax $${"?(@.a == 1)".repeat(n)}') from side`,
    "a nested path": (n) => `select json_query(w, 'lax ${"(".repeat(n)}$.a${")".repeat(n)}') from side`,
    "a long pattern": (n) => `select regexp_like(w, '${"(a|b)".repeat(n)}') from side`,
    "a nested pattern": (n) => `select regexp_like(w, '${"(".repeat(n)}a${")".repeat(n)}') from side`,
    "a long format": (n) => `select date_format(ts, '${"%Y-%m ".repeat(n)}') from main`,
    "a long format of Joda": (n) => `select format_datetime(ts, '${"yyyy-MM ".repeat(n)}') from main`,
    "a long format of numbers": (n) => `select format('${"%s".repeat(n)}', ${list(n, () => "d")}) from main`,
    "json object": (n) => `select json_object(${list(n, (i) => `'k${i}': id`)}) from side`,
    "json array": (n) => `select json_array(${list(n, (i) => `id + ${i}`)}) from side`,
    "td_time_range": (n) => `select id from side where ${list(n, (i) => `td_time_range(id, '2024-01-${1 + (i % 28)}')`, " or ")}`,
    "td_interval": (n) => `select id from side where ${list(n, () => `td_interval(id, '-1d')`, " or ")}`,
    insert: (n) => `insert into side values ${list(n, (i) => `(${i}, 'a', 1e0, null, 1)`)}`,
    update: (n) => `update side set d = ${list(n, () => "d", " + ")}`,
    "delete": (n) => `delete from side where ${list(n, (i) => `id = ${i}`, " or ")}`,
    "create table as": (n) => `create table made as select ${list(n, (i) => `d as c${i}`)} from side`,
    "create table": (n) => `create table made (${list(n, (i) => `c${i} bigint`)})`,
    explain: (n) => `explain ${"select * from (".repeat(n)}select 1${") t".repeat(n)}`,
    "recursive with": (n) => `with recursive r(x) as (select 1 union all select x + 1 from r where x < 5 and ${list(n, (i) => `x <> ${i + 10}`, " and ")}) select * from r`,
    "recursive withs": (n) => `with recursive ${list(n, (i) => `r${i}(x) as (select 1 union all select x + 1 from r${i} where x < 2)`)} select 1 from r0`,
    "match of names": (n) => `select ${list(n, (i) => `t${i}.id`)} from ${list(n, (i) => `side t${i}`)}`,
    "grouping": (n) => `select ${list(n, (i) => `grouping(c${i % 10})`)} from (select ${list(10, (i) => `id as c${i}`)} from side) group by cube (c0, c1), ${list(8, (i) => `c${i + 2}`)}`,
    "having": (n) => `select id from side group by id having ${list(n, (i) => `count(*) > ${i}`, " and ")}`,
    "order by expressions": (n) => `select id from side order by ${list(n, (i) => `d + ${i}`)}`,
    "case in group by": (n) => `select case when id > 1 then 'a' end from side group by case ${list(n, (i) => `when id > ${i} then 'a'`, " ")} end, case when id > 1 then 'a' end`,
    "quantified": (n) => `select id from side where ${list(n, () => `id >= all (select id from side)`, " and ")}`,
    "approx percentiles": (n) => `select approx_percentile(d, array[${list(n, (i) => `0.${i + 1}`)}]) from side`,
    sessionize: (n) => `select ${list(n, () => `td_sessionize_window(id, 60) over (partition by w order by id)`)} from side`,
  },
  hive: {
    "with, each twice by a join": (n) =>
      withs(n, "select id, d from side", (t) => `select a.id, b.d from ${t} a join ${t} b on a.id = b.id`),
    "with, all columns of both": (n) =>
      withs(n, "select 1 as x0", (t, i) => `select a.*, b.x0 as x${i} from ${t} a cross join ${t} b`),
    "with backwards": (n) => `with ${list(n, (i) => `t${i} as (select * from ${i === n - 1 ? "side" : `t${i + 1}`})`)} select * from t0`,
    "lateral views": (n) => `select 1 from side ${list(n, (i) => `lateral view explode(array(${i})) u${i} as e${i}`, " ")}`,
    "lateral views of maps": (n) => `select 1 from side ${list(n, (i) => `lateral view outer explode(map('a', ${i})) u${i} as k${i}, v${i}`, " ")}`,
    "lateral views, all columns": (n) => `select * from side ${list(n, (i) => `lateral view explode(array(${i})) u${i} as e${i}`, " ")}`,
    "lateral views of one another": (n) => `select 1 from main ${list(n, (i) => `lateral view explode(array(${i === 0 ? "n" : `e${i - 1}`})) u${i} as e${i}`, " ")}`,
    "json tuple": (n) => `select 1 from side lateral view json_tuple(w, ${list(n, (i) => `'k${i}'`)}) t as ${list(n, (i) => `c${i}`)}`,
    "parse url tuple": (n) => `select 1 from side lateral view parse_url_tuple(w, ${list(n, (i) => `'QUERY:k${i}'`)}) t as ${list(n, (i) => `c${i}`)}`,
    stack: (n) => `select stack(${n}, ${list(n, (i) => `${i}`)})`,
    inline: (n) => `select inline(array(${list(n, (i) => `named_struct('a', ${i})`)}))`,
    "from with many inserts": (n) => `from side ${list(n, (i) => `insert into table main select * where id = ${i}`, " ")}`,
    "grouping sets": (n) => `select ${list(n, (i) => `c${i}`)}, grouping__id from (select ${list(n, (i) => `id as c${i}`)} from side) t group by ${list(n, (i) => `c${i}`)} grouping sets (${list(n, (i) => `c${i}`)})`,
    "with cube": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) t group by ${list(n, (i) => `c${i}`)} with cube`,
    "with rollup": (n) => `select count(*) from (select ${list(n, (i) => `id as c${i}`)} from side) t group by ${list(n, (i) => `c${i}`)} with rollup`,
    "distribute by": (n) => `select id from side distribute by ${list(n, (i) => `id + ${i}`)} sort by ${list(n, (i) => `id + ${i}`)}`,
    transform: (n) => `select transform(${list(n, (i) => `id + ${i}`)}) using 'cat' as (a) from side`,
    "named struct": (n) => `select named_struct(${list(n, (i) => `'k${i}', ${i}`)})`,
    "map": (n) => `select map(${list(n, (i) => `'k${i}', ${i}`)})`,
    "nested structs": (n) => `select ${"named_struct('a', ".repeat(n)}1${")".repeat(n)}`,
    "nested fields": (n) => `select ${"named_struct('a', ".repeat(n)}1${").a".repeat(n)}`,
    "texts in a row": (n) => `select concat(${list(n, () => "s")}) from main`,
    "bar bar": (n) => `select ${list(n, () => "s", " || ")} from main`,
    sums: (n) => `select ${list(n, () => "n", " + ")} from main`,
    products: (n) => `select ${list(n, () => "n", " * ")} from main`,
    "products of decimals": (n) => `select ${list(n, () => "de", " * ")} from main`,
    "sums of decimals": (n) => `select ${list(n, () => "de", " + ")} from main`,
    "quotients of decimals": (n) => `select ${list(n, () => "de", " / ")} from main`,
    "remainders of decimals": (n) => `select ${list(n, () => "de", " % ")} from main`,
    quotients: (n) => `select ${list(n, () => "n", " / ")} from main`,
    "whole quotients": (n) => `select ${list(n, () => "n", " div ")} from main`,
    remainders: (n) => `select ${list(n, () => "n", " % ")} from main`,
    "in list": (n) => `select n in (${list(n, (i) => `${i}`)}) from main`,
    "in list of other types": (n) => `select s in (${list(n, (i) => `${i}`)}) from main`,
    "whens": (n) => `select case ${list(n, (i) => `when d > ${i} then ${i}`, " ")} end from main`,
    "whens of an expression": (n) => `select case s ${list(n, (i) => `when ${i} then ${i}`, " ")} end from main`,
    "joins": (n) => `select t0.id from side t0 ${list(n, (i) => `join side t${i + 1} on t${i}.id = t${i + 1}.id`, " ")}`,
    "semi joins": (n) => `select t0.id from side t0 ${list(n, (i) => `left semi join side t${i + 1} on t0.id = t${i + 1}.id`, " ")}`,
    "full joins": (n) => `select t0.id from side t0 ${list(n, (i) => `full outer join side t${i + 1} on t${i}.id = t${i + 1}.id`, " ")}`,
    unions: (n) => list(n, (i) => `select ${i} as x`, " union all "),
    windows: (n) => `select ${list(n, (i) => `sum(d) over (partition by id + ${i} order by d)`)} from side`,
    "collect": (n) => `select ${list(n, (i) => `collect_set(id + ${i})`)} from side group by w`,
    "count distinct of columns": (n) => `select count(distinct ${list(n, (i) => `id + ${i}`)}) from side`,
    "nvl": (n) => `select coalesce(${list(n, (i) => `nullif(n, ${i})`)}) from main`,
    "and": (n) => `select id from side where ${list(n, (i) => `d > ${i}`, " and ")}`,
    "not": (n) => `select ${"not ".repeat(n)} b from main`,
    "bang": (n) => `select ${"! ".repeat(n)} b from main`,
    "minus": (n) => `select ${"- ".repeat(n)} n from main`,
    "tilde": (n) => `select ${"~ ".repeat(n)} n from main`,
    "columns by pattern": (n) => `select ${list(n, () => "`i.*`")} from side`,
    "sessionize": (n) => `select td_sessionize(id, 60, w) from (${list(n, () => "select id, w from side", " union all ")}) t`,
    "top k": (n) => `select each_top_k(1, ${list(n, () => "id", " + ")}, d, w) from side`,
    "hivemall feature": (n) => `select array(${list(n, (i) => `feature('k${i}', d)`)}) from side`,
    "columns": (n) => `select ${list(n, (i) => `d as c${i}`)} from side`,
    "views in views": (n) => `${"select * from (".repeat(n)}select 1 as x${") t".repeat(n)}`,
  },
};

const NESTS: Record<Dialect, Readonly<Record<string, Nests>>> = { presto: PRESTO_NESTS, hive: HIVE_NESTS };

/** Puts one expression into another. `@2` is its innermost value, so that a statement stays as long as it is deep. */
const put = (around: string, inner: string, seed: string): string =>
  around.replaceAll("@2", seed).replaceAll("@", () => inner);

/** Expressions inside each other, in turn. */
function nested(around: readonly string[], seed: string, size: number): string {
  let sql = seed;
  for (let i = 0; i < size; i++) sql = put(around[i % around.length]!, sql, seed);
  return sql;
}

/** Every construct inside itself. */
export function shapes(dialect: Dialect): Shape[] {
  const expressions = Object.values(NESTS[dialect]).flatMap(({ seed, around }) =>
    around.map((one): Shape => ({
      name: one,
      dialect,
      sql: (size) => `select ${nested([one], seed, size)} from main`,
    })),
  );
  const queries = QUERIES[dialect].map((one): Shape => ({
    name: one,
    dialect,
    sql: (size) => nested([one], "select d, id from side", size),
  }));
  const rows = Object.entries(ROWS[dialect]).map(([name, sql]): Shape => ({ name, dialect, sql }));
  return [...rows, ...queries, ...expressions, ...functionShapes(dialect)];
}

/** A value of each type of a signature, for the arguments beside the nested one. */
const VALUES: Record<Dialect, Readonly<Record<string, string>>> = {
  presto: {
    bigint: "n", integer: "i", smallint: "si", tinyint: "cast(i as tinyint)", double: "d", real: "r", decimal: "de", varchar: "s", char: "cast(s as char(3))", boolean: "b", date: "dt", timestamp: "ts",
    timestamptz: "current_timestamp", time: "time '10:00:00'", timetz: "current_time", varbinary: "to_utf8(s)", json: "json_parse(js)", intervalDaySecond: "interval '1' day", intervalYearMonth: "interval '1' month", unknown: "null",
  },
  hive: {
    bigint: "n", integer: "i", smallint: "si", tinyint: "ti", double: "d", real: "f", decimal: "de", varchar: "s", char: "cast(s as char(3))", boolean: "b", date: "dt", timestamp: "ts", varbinary: "cast(s as binary)", unknown: "null",
    intervalDaySecond: "interval '1' day", intervalYearMonth: "interval '1' month",
  },
}; // prettier-ignore

/** SQL of a value, or of a type's name, for a pattern; null for what has none. Variables are bigint. */
function valueOf(pattern: Pattern, dialect: Dialect): string | null {
  switch (pattern.kind) {
    case "variable":
      return "n";
    case "exact":
    case "family":
      return VALUES[dialect][pattern.type.kind] ?? null;
    case "array": {
      const element = valueOf(pattern.element, dialect);
      return element === null ? null : dialect === "hive" ? `array(${element})` : `array[${element}]`;
    }
    case "map": {
      const [key, value] = [valueOf(pattern.key, dialect), valueOf(pattern.value, dialect)];
      if (key === null || value === null) return null;
      return dialect === "hive" ? `map(${key}, ${value})` : `map(array[${key}], array[${value}])`;
    }
    case "row": {
      const fields = pattern.fields.map((field) => valueOf(field.type, dialect));
      return fields.includes(null) || dialect === "hive" ? null : `row(${fields.join(", ")})`;
    }
    case "lambda": {
      const result = valueOf(pattern.result, dialect);
      return result === null ? null : `(${pattern.params.map((_, i) => `p${i}`).join(", ")}) -> ${result}`;
    }
  }
}

const sortOf = (pattern: Pattern): string => {
  if (pattern.kind === "variable") return "bigint";
  if (pattern.kind === "exact" || pattern.kind === "family") return pattern.type.kind;
  if (pattern.kind === "array") return `array(${sortOf(pattern.element)})`;
  if (pattern.kind === "map") return `map(${sortOf(pattern.key)},${sortOf(pattern.value)})`;
  return pattern.kind;
};

/** The result as an argument; null if it can't be one. */
function converted(call: string, from: Pattern, to: Pattern, dialect: Dialect): string | null {
  const [a, b] = [sortOf(from), sortOf(to)];
  if (a === b || to.kind === "variable") return call;
  const NAMES: Record<string, string> = {
    bigint: "bigint",
    integer: "integer",
    smallint: "smallint",
    double: "double",
    real: dialect === "hive" ? "float" : "real",
    varchar: dialect === "hive" ? "string" : "varchar",
    boolean: "boolean",
    decimal: "decimal(20,2)",
    date: "date",
    timestamp: "timestamp",
  };
  const name = NAMES[b];
  if (name === undefined || NAMES[a] === undefined) {
    if (b === "varchar" && dialect === "presto")
      return a === "varbinary" ? `to_hex(${call})` : `json_format(cast(${call} as json))`;
    if (b === "bigint" && dialect === "presto" && /^(array|map)/.test(a)) return `cardinality(${call})`;
    if (b === "double" && dialect === "presto" && /^(array|map)/.test(a))
      return `cast(cardinality(${call}) as double)`;
    if ((b === "bigint" || b === "double") && dialect === "hive" && /^(array|map)/.test(a))
      return `cast(size(${call}) as ${b})`;
    return null;
  }
  if (a === "date" || a === "timestamp" || b === "date" || b === "timestamp")
    return `cast(cast(${call} as ${NAMES["varchar"]!}) as ${name})`;
  return `cast(${call} as ${name})`;
}

/** Every scalar function inside itself, at each of its arguments. */
function functionShapes(dialect: Dialect): Shape[] {
  const families = dialect === "hive" ? hiveFunctions() : prestoFunctions();
  return families.flatMap(({ entries }) =>
    entries.flatMap(({ name, forms }) =>
      (forms ?? []).flatMap(({ kind, signature }) =>
        kind === "scalar" ? callShapes(name, signature, dialect) : [],
      ),
    ),
  );
}

function callShapes(
  name: string,
  { params: all, optional, result, text }: Signature,
  dialect: Dialect,
): Shape[] {
  const params = all.slice(0, all.length - optional);
  const values = params.map((param) => valueOf(param, dialect));
  if (values.includes(null)) return [];
  return params.flatMap((param, place): Shape[] => {
    if (param.kind === "lambda") {
      const inner = converted("@", result, param.result, dialect);
      if (inner === null) return [];
      const lambda = `(${param.params.map((_, i) => `p${i}`).join(", ")}) -> ${inner}`;
      const around = `${name}(${values.map((value, i) => (i === place ? lambda : value)).join(", ")})`;
      return [
        {
          name: `${name}${text} at ${place + 1}`,
          dialect,
          sql: (size) => `select ${nested([around], valueOf(result, dialect) ?? "n", size)} from main`,
        },
      ];
    }
    const inner = converted("@", result, param, dialect);
    if (inner === null) return [];
    const around = `${name}(${values.map((value, i) => (i === place ? inner : value)).join(", ")})`;
    return [
      {
        name: `${name}${text} at ${place + 1}`,
        dialect,
        sql: (size) => `select ${nested([around], valueOf(result, dialect) ?? "n", size)} from main`,
      },
    ];
  });
}
