// Values of all types, as a statement each: what tables must carry both ways.

export const PRESTO_VALUES = `
  select * from (values
    (1, tinyint '1', smallint '2', 3, bigint '9007199254740993', real '1.1', 1e0/3, true, 'a', cast('b' as varchar(3)), cast('c' as char(3))),
    (2, null, null, null, null, null, null, null, null, null, null),
    (3, tinyint '-128', smallint '-32768', -2147483648, -9223372036854775807 - 1, real '-0.1', nan(), false, '', 'é😀', 'x'),
    (4, tinyint '127', smallint '32767', 2147483647, bigint '9223372036854775807', real '3.4e38', infinity(), true, 'it''s "q"' || chr(10) || '\\', '''', ' y'),
    (5, tinyint '0', smallint '0', 0, bigint '0', real '0', -0e0, true, '{x}', '', '')
  ) t(i, tiny, small, int, big, re, dbl, bool, text, short, fix)`;
export const PRESTO_TIMES = `
  select * from (values
    (1, date '2024-02-29', timestamp '2024-01-02 03:04:05.678', cast('2024-01-02 03:04:05.678901' as timestamp(6)), time '01:02:03.456', timestamp '2024-01-02 03:04:05.678 UTC'),
    (2, null, null, null, null, null),
    (3, date '0001-01-01', timestamp '1969-12-31 23:59:59.999', cast('1900-01-01 00:00:00.000001' as timestamp(6)), time '23:59:59.999', timestamp '1970-01-01 00:00:00.000 UTC'),
    (4, date '9999-12-31', timestamp '9999-12-31 23:59:59.999', cast('2038-01-19 03:14:08' as timestamp(6)), time '00:00:00.000', timestamp '2100-06-01 12:00:00.000 UTC')
  ) t(i, d, ts, ts6, tm, tz)`;
export const PRESTO_OTHERS = `
  select * from (values
    (1, decimal '1.10', decimal '12345678901234567890.123456789', X'00FF10', json '{"a": [1, null]}', uuid '12151fd2-7586-11e9-8f9e-2a86e4085a59'),
    (2, null, null, null, null, null),
    (3, decimal '-0.01', decimal '-0.000000001', X'', json '"x"', uuid '00000000-0000-0000-0000-000000000000')
  ) t(i, small, wide, bytes, js, id)`;
export const PRESTO_NESTED = `
  select * from (values
    (1, array[1, null, 3], array[array['a'], null], map(array['k', 'l'], array[1.5e0, null]), cast(row(1, 'x', array[date '2024-01-01']) as row(n bigint, s varchar, ds array(date))), map(array[1, 2], array[decimal '1.50', decimal '-2.25']), array[json '[1]']),
    (2, null, null, null, null, null, null),
    (3, array[], array[], map(), cast(row(null, null, null) as row(n bigint, s varchar, ds array(date))), map(), array[null])
  ) t(i, nums, texts, m, r, md, js)`;
