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
