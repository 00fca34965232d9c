CREATE TABLE "svc-data".shop.users AS SELECT * FROM (VALUES
  (1, 'alice', 'JP', 34, ['red', 'blue'], MAP {'plan': 'pro', 'tier': 'a'}, 1699920000),
  (2, 'bob', 'US', NULL, ['green'], MAP {'plan': 'free'}, 1700006400),
  (3, 'carol', 'JP', 27, [], MAP {}, 1700092800),
  (4, 'dave', NULL, 51, NULL, NULL, 1700179200)
) AS t(id, name, country, age, tags, attrs, time);
CREATE TABLE "svc-data".shop.orders AS SELECT CAST(id AS BIGINT) AS id, CAST(user_id AS BIGINT) AS user_id, item, CAST(amount AS DOUBLE) AS amount, CAST(qty AS INTEGER) AS qty, paid, CAST(day AS DATE) AS day, CAST(time AS BIGINT) AS time FROM (VALUES
  (10, 1, 'apple', 1.5, 4, true, '2023-11-14', 1699920000),
  (11, 1, 'pear', 2.25, 2, false, '2023-11-15', 1700010000),
  (12, 2, 'apple', 1.5, 10, true, '2023-11-15', 1700013600),
  (13, 2, 'fig', NULL, 1, NULL, '2023-11-16', 1700100000),
  (14, 3, 'pear', 2.0, 3, true, '2023-12-01', 1701388800),
  (15, 9, 'kiwi', 0.5, 7, false, '2023-12-31', 1703980800)
) AS t(id, user_id, item, amount, qty, paid, day, time);
CREATE TABLE "svc-data".shop.logs AS SELECT CAST(time AS BIGINT) AS time, path, agent, body FROM (VALUES
  (1700000000, '/a?x=1&y=2', 'curl/8', '{"user":{"id":1,"tags":["a","b"]},"ok":true,"n":1.5}'),
  (1700000060, '/b', 'Mozilla/5.0', '{"user":{"id":2,"tags":[]},"ok":false,"n":null}'),
  (1700003600, '/a', NULL, 'not json')
) AS t(time, path, agent, body);
CREATE TABLE "svc-data".shop.nums AS SELECT CAST(id AS BIGINT) AS id, CAST(ti AS TINYINT) AS ti, CAST(si AS SMALLINT) AS si, CAST(i AS INTEGER) AS i, CAST(b AS BIGINT) AS b, CAST(r AS REAL) AS r, CAST(d AS DOUBLE) AS d, CAST(de AS DECIMAL(12,3)) AS de, CAST(bo AS BOOLEAN) AS bo, CAST(dt AS DATE) AS dt, CAST(ts AS TIMESTAMP) AS ts, CAST(s AS VARCHAR) AS s FROM (VALUES
 (1, 1, 10, 100, 1000, 1.5, 2.5, 3.125, true, '2024-01-15', '2024-01-15 10:20:30.123', 'Hello World'),
 (2, -1, -10, -100, -1000, -1.5, -2.5, -3.125, false, '2023-12-31', '2023-12-31 23:59:59.999', 'foo,bar,baz'),
 (3, 0, 0, 0, 0, 0, 0, 0, NULL, '2024-02-29', '2024-02-29 00:00:00', ''),
 (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
 (5, 127, 32767, 2147483647, 9223372036854775807, 3.25, 1e10, 123456789.999, true, '1969-07-20', '1969-07-20 20:17:40.5', 'ünïcode ☃ 日本'),
 (6, 7, 7, 7, 7, 7, 7.777, 7.777, false, '2024-03-10', '2024-03-10 02:30:00', '  padded  '),
 (7, 7, 8, 9, 10, 11, 0.1, 0.100, true, '2024-03-10', '2024-03-10 09:00:00', '12345')
) AS t(id, ti, si, i, b, r, d, de, bo, dt, ts, s);
