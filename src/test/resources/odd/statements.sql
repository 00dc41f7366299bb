-- NULL in every position of functions
SELECT abs(NULL), sqrt(NULL), upper(NULL), char_length(NULL), NULL || 'a', 'a' || NULL
SELECT substring(NULL, 1, 1), substring('abc', NULL, 1), substring('abc', 1, NULL)
SELECT replace(NULL, 'a', 'b'), replace('a', NULL, 'b'), replace('a', 'a', NULL)
SELECT position(NULL IN 'abc'), position('a' IN NULL), lpad(NULL, 3, 'x'), lpad('a', NULL, 'x'), rpad('a', 3, NULL)
SELECT coalesce(NULL, NULL, 3), nullif(NULL, 1), nullif(1, NULL), nullif(1, 1), nullif(1, 2)
SELECT greatest(1, 3, 2), least(3, 1, 2), round(NULL), floor(NULL), power(NULL, 2), power(2, NULL), mod(NULL, 2)
SELECT NULL = NULL, NULL <> 1, NULL < 1, NULL IS NULL, NULL IS NOT NULL, NOT NULL, NULL AND FALSE, NULL OR TRUE, NULL AND TRUE
SELECT 1 IS DISTINCT FROM NULL, NULL IS DISTINCT FROM NULL, 1 IS NOT DISTINCT FROM 1, NULL IS NOT DISTINCT FROM NULL
SELECT NULL IN (1, 2), 1 IN (1, NULL), 3 IN (1, NULL), 3 NOT IN (1, NULL), 1 NOT IN (1, NULL)
SELECT NULL BETWEEN 1 AND 2, 1 BETWEEN NULL AND 2, 3 BETWEEN NULL AND 2, 0 BETWEEN 1 AND NULL, 0 NOT BETWEEN 1 AND NULL
SELECT NULL LIKE 'a', 'a' LIKE NULL, CASE WHEN NULL THEN 1 ELSE 2 END, CASE NULL WHEN NULL THEN 1 ELSE 2 END
SELECT i, i = NULL, i IN (1, NULL), i NOT IN (1, NULL), i BETWEEN NULL AND 2 FROM odd ORDER BY id
SELECT id FROM odd WHERE s = NULL OR s IS NULL ORDER BY id
SELECT CASE WHEN i > 0 THEN NULL ELSE NULL END IS NULL FROM odd
SELECT id, s || t, t || s, s || NULL FROM odd ORDER BY id
-- strings: empty, blanks, more than one byte a character
SELECT char_length(''), upper(''), '' || '', '' = '', '' < 'a', substring('', 1, 2), replace('', 'a', 'b'), position('' IN 'abc')
SELECT char_length('äöü'), lower('ÄÖÜ'), substring('äöü', 2, 1), position('ü' IN 'äöü'), 'ä' || 'ö'
SELECT char_length('日本語'), substring('日本語', 2), left('日本語', 2), right('日本語', 2)
SELECT char_length('😀a'), substring('😀a', 2, 1), position('a' IN '😀a'), left('😀a', 1)
SELECT 'ä' LIKE '_', '日本' LIKE '__', '😀' LIKE '_', 'äb' LIKE 'ä%', 'x' LIKE '%%', '' LIKE '%', '' LIKE '_', '' LIKE ''
SELECT 'a_b' LIKE 'a!_b' ESCAPE '!', 'axb' LIKE 'a!_b' ESCAPE '!', 'a%' LIKE 'a%%' ESCAPE '!', 'a\b' LIKE 'a\b'
SELECT id, char_length(s), upper(s), substring(s, 1, 2), left(s, 1), right(s, 1) FROM odd ORDER BY id
SELECT id, s LIKE '%ö%', s LIKE '_', s LIKE '__', s NOT LIKE '%a%', s LIKE t, t LIKE '%' FROM odd ORDER BY id
SELECT substring('abc', 0, 2), substring('abc', 2, 100), substring('abc', 10, 2), substring('abc', 1, 0)
SELECT trim('  a '), ltrim('  a '), rtrim('  a '), trim(BOTH 'x' FROM 'xxaxx'), trim(LEADING 'x' FROM 'xxax'), trim(TRAILING 'x' FROM 'axx')
SELECT lpad('abc', 2, 'x'), lpad('a', 5, 'xy'), rpad('a', 5, 'xy'), repeat('ab', 0), repeat('ab', 3), repeat('', 10)
SELECT repeat('a', -1), char_length(repeat('ä', 1000)), replace('aaa', 'a', ''), replace('aaa', '', 'b'), replace('aXa', 'X', 'ß')
SELECT min(s), max(s), min(t), max(t) FROM odd
SELECT s, count(*) FROM odd GROUP BY s ORDER BY s NULLS FIRST
SELECT 'a' < 'B', 'a' < 'ä', 'Z' < 'a', '' < ' ', 'a' = 'a ', '10' < '9'
SELECT split_part('a,b,c', ',', 2), split_part('a,b,c', ',', 5), split_part('', ',', 1)
SELECT ascii('a'), ascii(''), chr(228)
-- extremes of numbers
SELECT 9223372036854775807, -9223372036854775807 - 1, 2147483647, -2147483648, 32767, 127
! SELECT 9223372036854775807 + 1
! SELECT 2147483647 + 1
! SELECT CAST(2147483647 AS INTEGER) + CAST(1 AS INTEGER)
! SELECT -(-9223372036854775807 - 1)
! SELECT abs(-9223372036854775807 - 1)
! SELECT (-9223372036854775807 - 1) / -1
SELECT mod(-7, 3), mod(7, -3), mod(-7, -3), -7 % 3
SELECT b, b - 1 FROM odd WHERE b > 0 ORDER BY b
! SELECT b + 1 FROM odd
! SELECT sum(b * 2) FROM odd
SELECT sum(b), min(b), max(b), count(b) FROM odd
SELECT i / 2, i % 2, -i / 2, -i % 2 FROM odd WHERE i BETWEEN -10 AND 10 ORDER BY i
! SELECT 1 / 0
! SELECT i / (i - i) FROM odd
! SELECT mod(1, 0)
SELECT CAST(1.5 AS DECIMAL(2, 1)) * CAST(1.5 AS DECIMAL(2, 1)), 0.1 + 0.2, 1.10 - 1.1, 1.0 = 1.00, 10.00 / 4
SELECT CAST(2.5 AS DECIMAL(2, 1)) + 1, CAST(0.001 AS DECIMAL(4, 3)) * 1000, -0.5 + 0.5
SELECT round(2.5), round(-2.5), round(3.5), round(1.234, 2), round(1.235, 2), round(1234.5, -2), floor(-1.5), ceil(-1.5), floor(1.5), ceil(1.5)
SELECT sign(-5), sign(0), sign(5), abs(-1.5), sign(-0.5)
SELECT n, n + 0.01, n * 2, -n FROM odd WHERE n IS NOT NULL ORDER BY n
SELECT n * 1000000000000000000000000.0 FROM odd
SELECT sum(n), min(n), max(n), avg(n) FROM odd
SELECT avg(i), sum(i), count(i), min(i), max(i) FROM odd WHERE i BETWEEN -10 AND 10
SELECT avg(i) FROM odd WHERE i > 5000000
SELECT CAST(0.1 AS DOUBLE) + CAST(0.2 AS DOUBLE) > 0.3, CAST(1 AS DOUBLE) / 3, CAST(1e308 AS DOUBLE) * CAST(0.1 AS DOUBLE)
SELECT sqrt(2), power(2, 10), power(2, -1), exp(0), ln(1), log10(1000), power(0, 0)
! SELECT sqrt(-1)
! SELECT ln(0)
! SELECT ln(-1)
SELECT f, f * 2, f + f FROM odd WHERE f BETWEEN -1e300 AND 1e300 ORDER BY f
SELECT min(f), max(f) FROM odd
SELECT id FROM odd WHERE f = 0 ORDER BY id
SELECT CAST('12' AS INTEGER), CAST(' 12 ' AS INTEGER), CAST('-1.50' AS DECIMAL(4, 2)), CAST('1e3' AS DOUBLE), CAST(12 AS VARCHAR), CAST(1.50 AS VARCHAR)
! SELECT CAST('x' AS INTEGER)
! SELECT CAST('' AS INTEGER)
! SELECT CAST(3000000000 AS INTEGER)
! SELECT CAST(99999 AS SMALLINT)
! SELECT CAST(12345.678 AS DECIMAL(4, 2))
SELECT CAST(1.005 AS DECIMAL(4, 2)), CAST(-1.005 AS DECIMAL(4, 2)), CAST(0.5 AS DECIMAL(1, 0))
-- CASE and comparisons of mixed types
SELECT CASE WHEN i > 0 THEN 1 ELSE 2.5 END, CASE WHEN i > 0 THEN 1 END FROM odd ORDER BY id
SELECT CASE i WHEN 1 THEN 'one' WHEN NULL THEN 'null' ELSE 'other' END FROM odd ORDER BY id
SELECT id, coalesce(i, 0.5), coalesce(n, i), coalesce(s, t, 'none') FROM odd ORDER BY id
SELECT i = 1.0, i = 1.5, n = 1, b = 1, f = 1 FROM odd ORDER BY id
SELECT id FROM odd WHERE i > 0.5 AND i < 1.5 ORDER BY id
SELECT id FROM odd WHERE i IN (1, 1.5, 2.0) ORDER BY id
SELECT id FROM odd WHERE n IN (1, 2.5) ORDER BY id
SELECT 1 = 1.0, 1.0 = CAST(1 AS DOUBLE), CAST(1 AS SMALLINT) = CAST(1 AS BIGINT), 0.1 = CAST(0.1 AS DOUBLE)
SELECT id, CASE WHEN s = '' THEN 'none' WHEN s IS NULL THEN 'null' ELSE s END FROM odd ORDER BY id
SELECT nullif(i, 1), nullif(s, ''), nullif(n, 2.5) FROM odd ORDER BY id
SELECT CASE WHEN FALSE THEN 1 / 0 ELSE 1 END
SELECT id FROM odd WHERE i <> 0 AND 10 / i > 1 ORDER BY id
SELECT id, TRUE = (i > 0), (i > 0) IS TRUE, (i > 0) IS NOT TRUE, (i > 0) IS FALSE, (i > 0) IS UNKNOWN FROM odd ORDER BY id
SELECT p, NOT p, p AND i > 0, p OR i > 0 FROM odd ORDER BY id
SELECT id FROM odd WHERE p ORDER BY id
SELECT id FROM odd WHERE NOT p ORDER BY id
SELECT count(*) FROM odd WHERE p IS NULL
SELECT bool_and(p), bool_or(p) FROM odd
-- dates and times
SELECT CAST(d + INTERVAL '1' DAY AS DATE) FROM odd WHERE d BETWEEN DATE '1900-01-01' AND DATE '2100-01-01' ORDER BY d
SELECT CAST(DATE '2024-01-31' + INTERVAL '1' MONTH AS DATE), CAST(DATE '2024-02-29' + INTERVAL '1' YEAR AS DATE), CAST(DATE '2024-03-31' - INTERVAL '1' MONTH AS DATE)
SELECT extract(YEAR FROM d), extract(MONTH FROM d), extract(DAY FROM d), extract(DOY FROM d), extract(QUARTER FROM d), extract(WEEK FROM d) FROM odd ORDER BY id
SELECT extract(YEAR FROM DATE '0001-01-01'), extract(CENTURY FROM DATE '2000-12-31'), extract(CENTURY FROM DATE '2001-01-01'), extract(EPOCH FROM TIMESTAMP '1970-01-02 00:00:00')
SELECT d, d = DATE '2024-02-29', d < DATE '2000-01-01', d IS NULL FROM odd ORDER BY id
SELECT min(d), max(d), count(DISTINCT d) FROM odd
SELECT ts, ts + INTERVAL '1' HOUR, ts - INTERVAL '1' DAY FROM odd WHERE ts BETWEEN TIMESTAMP '1900-01-01 00:00:00' AND TIMESTAMP '2100-01-01 00:00:00' ORDER BY ts
SELECT extract(HOUR FROM ts), extract(MINUTE FROM ts), extract(SECOND FROM ts) FROM odd ORDER BY id
SELECT CAST(ts AS DATE), CAST(d AS TIMESTAMP) FROM odd ORDER BY id
SELECT CAST('2024-02-29' AS DATE), CAST(DATE '2024-02-29' AS VARCHAR), CAST(TIMESTAMP '2024-02-29 12:34:56' AS VARCHAR)
! SELECT CAST('2023-02-29' AS DATE)
! SELECT CAST('x' AS DATE)
! SELECT DATE '2023-02-29'
SELECT TIMESTAMP '1969-12-31 23:59:59' < TIMESTAMP '1970-01-01 00:00:00', extract(SECOND FROM TIMESTAMP '1969-12-31 23:59:59'), extract(HOUR FROM TIMESTAMP '1969-12-31 23:59:59')
SELECT floor(extract(YEAR FROM d) / 10), count(*) FROM odd GROUP BY floor(extract(YEAR FROM d) / 10) ORDER BY 1 NULLS LAST
-- empty tables
SELECT count(*), count(i), sum(i), min(s), max(s), avg(i) FROM nothing
SELECT * FROM nothing
SELECT i, count(*) FROM nothing GROUP BY i
SELECT count(*) FROM nothing, odd
SELECT count(*) FROM odd LEFT JOIN nothing ON odd.i = nothing.i
SELECT count(*) FROM nothing LEFT JOIN odd ON odd.i = nothing.i
SELECT count(*) FROM nothing FULL JOIN odd ON odd.i = nothing.i
SELECT id FROM odd WHERE i IN (SELECT i FROM nothing)
SELECT id FROM odd WHERE i NOT IN (SELECT i FROM nothing) ORDER BY id
SELECT id FROM odd WHERE EXISTS (SELECT 1 FROM nothing)
SELECT id FROM odd WHERE NOT EXISTS (SELECT 1 FROM nothing) ORDER BY id
SELECT id, (SELECT i FROM nothing), (SELECT max(i) FROM nothing), (SELECT count(*) FROM nothing) FROM odd ORDER BY id
SELECT count(*) FROM (SELECT DISTINCT i FROM nothing)
SELECT sum(i) FROM nothing HAVING count(*) = 0
SELECT 1 FROM nothing HAVING count(*) > 0
SELECT 1 FROM odd HAVING count(*) > 0
SELECT max(i) FROM odd HAVING max(i) IS NULL
SELECT i FROM odd UNION SELECT i FROM nothing ORDER BY 1 NULLS FIRST
SELECT i FROM odd EXCEPT SELECT i FROM nothing ORDER BY 1 NULLS FIRST
SELECT i FROM odd INTERSECT SELECT i FROM nothing
SELECT * FROM odd WHERE FALSE
SELECT count(*) FROM odd WHERE NULL
SELECT id FROM odd ORDER BY id LIMIT 0
SELECT id FROM odd ORDER BY id OFFSET 100
-- sub-queries
SELECT id FROM odd WHERE i = (SELECT max(i) FROM odd) ORDER BY id
SELECT id FROM odd o WHERE i = (SELECT max(i) FROM odd p WHERE p.p = o.p) ORDER BY id
SELECT id FROM odd WHERE i NOT IN (SELECT i FROM odd WHERE id > 3) ORDER BY id
SELECT id FROM odd WHERE i NOT IN (SELECT i FROM odd WHERE id > 3 AND i IS NOT NULL) ORDER BY id
SELECT id FROM odd WHERE (i, s) IN (SELECT i, s FROM odd) ORDER BY id
SELECT id FROM odd WHERE i > ALL (SELECT i FROM nothing) ORDER BY id
SELECT id FROM odd WHERE i > ANY (SELECT i FROM nothing) ORDER BY id
SELECT id FROM odd WHERE i >= ALL (SELECT i FROM odd WHERE i IS NOT NULL) ORDER BY id
SELECT id FROM odd WHERE i >= ALL (SELECT i FROM odd) ORDER BY id
SELECT id FROM odd WHERE i < ANY (SELECT i FROM odd) ORDER BY id
SELECT id, i IN (SELECT i FROM odd WHERE id < 4), i NOT IN (SELECT i FROM odd WHERE id < 4) FROM odd ORDER BY id
SELECT id, EXISTS (SELECT 1 FROM odd p WHERE p.i = o.i AND p.id <> o.id) FROM odd o ORDER BY id
SELECT id, (SELECT count(*) FROM odd p WHERE p.i < o.i) FROM odd o ORDER BY id
SELECT id, (SELECT sum(p.i) FROM odd p WHERE p.id < o.id AND p.i BETWEEN -10 AND 10) FROM odd o ORDER BY id
! SELECT (SELECT i FROM odd)
SELECT o.id, x.c FROM odd o, LATERAL (SELECT count(*) AS c FROM odd p WHERE p.i = o.i) x ORDER BY o.id
SELECT o.id, x.m FROM odd o LEFT JOIN LATERAL (SELECT max(p.id) AS m FROM odd p WHERE p.id < o.id) x ON TRUE ORDER BY o.id
SELECT id FROM odd o WHERE EXISTS (SELECT 1 FROM odd p WHERE p.id = o.id + 1 AND EXISTS (SELECT 1 FROM odd q WHERE q.id = o.id + p.id)) ORDER BY id
SELECT id FROM odd o WHERE NOT EXISTS (SELECT 1 FROM odd p WHERE p.id <= o.id AND NOT EXISTS (SELECT 1 FROM odd q WHERE q.id = o.id - p.id + 1)) ORDER BY id
WITH a AS (SELECT id, i FROM odd), b AS (SELECT a.id, c.i FROM a JOIN a c ON a.id = c.id) SELECT count(*), sum(a.id) FROM b JOIN a ON a.id = b.id
SELECT id FROM odd WHERE i = (SELECT min(i) FROM odd WHERE i > (SELECT min(i) FROM odd))
SELECT count(*) FROM odd o WHERE (SELECT count(*) FROM odd p WHERE p.s = o.s) > 1
-- set operations
SELECT i FROM odd UNION SELECT i FROM odd ORDER BY 1 NULLS FIRST
SELECT s FROM odd UNION ALL SELECT t FROM odd ORDER BY 1 NULLS FIRST
SELECT i, s FROM odd INTERSECT SELECT i, s FROM odd ORDER BY 1 NULLS FIRST, 2 NULLS FIRST
SELECT i FROM odd EXCEPT SELECT i FROM odd WHERE id > 3 ORDER BY 1 NULLS FIRST
SELECT p FROM odd EXCEPT ALL SELECT p FROM odd WHERE id > 3 ORDER BY 1 NULLS FIRST
SELECT p FROM odd INTERSECT ALL SELECT p FROM odd WHERE id > 2 ORDER BY 1 NULLS FIRST
SELECT 1 UNION SELECT 1.0
SELECT NULL UNION SELECT 1 ORDER BY 1 NULLS FIRST
SELECT NULL INTERSECT SELECT NULL
SELECT NULL EXCEPT SELECT NULL
SELECT 1 UNION ALL SELECT 2 UNION SELECT 1 ORDER BY 1
SELECT 1 UNION SELECT 2 INTERSECT SELECT 2 ORDER BY 1
SELECT i FROM (SELECT i FROM odd ORDER BY id LIMIT 2) UNION ALL SELECT i FROM (SELECT i FROM odd ORDER BY id DESC LIMIT 2) ORDER BY 1 NULLS FIRST
-- DISTINCT, ORDER BY, LIMIT
SELECT DISTINCT i FROM odd ORDER BY i NULLS FIRST
SELECT DISTINCT p, i > 0 FROM odd ORDER BY 1 NULLS FIRST, 2 NULLS FIRST
SELECT DISTINCT s FROM odd ORDER BY s DESC NULLS LAST
SELECT id FROM odd ORDER BY i DESC NULLS LAST, id
SELECT id FROM odd ORDER BY s NULLS FIRST, id DESC
SELECT id FROM odd ORDER BY i IS NULL, abs(id - 3), id
SELECT id AS x FROM odd ORDER BY -x
SELECT id, i FROM odd ORDER BY 2 NULLS LAST, 1 LIMIT 3 OFFSET 1
SELECT id FROM odd ORDER BY f NULLS FIRST, id
SELECT count(DISTINCT i), count(DISTINCT s), count(DISTINCT p), sum(DISTINCT id % 3) FROM odd
SELECT p, count(DISTINCT i), count(*) FROM odd GROUP BY p ORDER BY p NULLS FIRST
-- grouping
SELECT i > 0, count(*), sum(id) FROM odd GROUP BY i > 0 ORDER BY 1 NULLS FIRST
SELECT p, s, count(*) FROM odd GROUP BY ROLLUP (p, s) ORDER BY 1 NULLS FIRST, 2 NULLS FIRST, 3
SELECT p, s, count(*) FROM odd GROUP BY CUBE (p, s) ORDER BY 1 NULLS FIRST, 2 NULLS FIRST, 3
SELECT p, s, count(*), grouping(p), grouping(s), grouping(p, s) FROM odd GROUP BY GROUPING SETS ((p), (s), ()) ORDER BY 4, 5, 1 NULLS FIRST, 2 NULLS FIRST
SELECT count(*) FROM (SELECT 1 FROM odd GROUP BY GROUPING SETS (CUBE (id, i), ROLLUP (p, s), f))
SELECT id FROM odd GROUP BY GROUPING SETS ((id, i), id, p, (), ()) ORDER BY 1 NULLS FIRST
SELECT i, count(*) FROM nothing GROUP BY GROUPING SETS ((i), ()) ORDER BY 1
SELECT id % 2, count(*) FROM odd GROUP BY 1 HAVING count(*) > 1 ORDER BY 1
SELECT p, max(i) FROM odd GROUP BY p HAVING max(i) > 0 OR p IS NULL ORDER BY 1 NULLS FIRST
SELECT sum(CASE WHEN p THEN 1 ELSE 0 END), count(CASE WHEN p THEN 1 END), sum(i) FILTER (WHERE id < 3), count(*) FILTER (WHERE p) FROM odd
SELECT stddev_samp(id), stddev_pop(id), var_samp(id), var_pop(id) FROM odd
SELECT stddev_samp(id), var_samp(id), stddev_pop(id) FROM odd WHERE id = 1
SELECT min(p), max(p) FROM odd WHERE p IS NOT NULL
-- joins
SELECT a.id, b.id FROM odd a JOIN odd b ON a.i = b.i ORDER BY 1, 2
SELECT a.id, b.id FROM odd a JOIN odd b ON a.i IS NOT DISTINCT FROM b.i ORDER BY 1, 2
SELECT a.id, b.id FROM odd a LEFT JOIN odd b ON a.i = b.i AND b.id > 2 ORDER BY 1, 2 NULLS FIRST
SELECT a.id, b.id FROM odd a LEFT JOIN odd b ON a.i = b.i WHERE b.id IS NULL ORDER BY 1
SELECT a.id, b.id FROM odd a FULL JOIN odd b ON a.id = b.i ORDER BY 1 NULLS FIRST, 2 NULLS FIRST
SELECT a.id, b.id FROM odd a RIGHT JOIN odd b ON a.id = b.i AND a.p ORDER BY 2, 1 NULLS FIRST
SELECT count(*) FROM odd a JOIN odd b ON a.id < b.id
SELECT count(*) FROM odd a LEFT JOIN odd b ON a.s = b.t OR a.i = b.id
SELECT count(*) FROM odd a, odd b, odd c WHERE a.id = b.id AND b.id = c.id
SELECT count(*) FROM odd a JOIN odd b ON FALSE
SELECT count(*) FROM odd a LEFT JOIN odd b ON NULL
SELECT a.id FROM odd a JOIN odd b ON a.i = b.n ORDER BY 1
SELECT a.id, b.id FROM odd a JOIN odd b ON a.f = b.i ORDER BY 1, 2
SELECT count(*) FROM odd NATURAL JOIN (SELECT id, i FROM odd) x
SELECT id FROM odd JOIN (SELECT id, i AS j FROM odd) x USING (id) ORDER BY id
-- VALUES and windows
SELECT * FROM (VALUES (1, 'a'), (NULL, 'b'), (2, NULL)) v (x, y) ORDER BY x NULLS FIRST
SELECT x + 1, y || 'c' FROM (VALUES (1, 'a'), (NULL, 'b'), (2, NULL)) v (x, y) ORDER BY 1 NULLS FIRST
SELECT id, row_number() OVER (ORDER BY id), rank() OVER (ORDER BY p NULLS FIRST), dense_rank() OVER (ORDER BY p NULLS FIRST) FROM odd ORDER BY id
SELECT id, lag(id) OVER (ORDER BY id), lead(id, 2) OVER (ORDER BY id), lag(id, 1, 0) OVER (ORDER BY id) FROM odd ORDER BY id
SELECT id, sum(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING), count(*) OVER (PARTITION BY p) FROM odd ORDER BY id
SELECT id, ntile(2) OVER (ORDER BY id), first_value(id) OVER (ORDER BY id), last_value(id) OVER (ORDER BY id) FROM odd ORDER BY id
SELECT id, sum(id) OVER (ORDER BY i RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM odd WHERE id <> 5 ORDER BY id
SELECT id, count(*) OVER (PARTITION BY p ORDER BY i RANGE BETWEEN 7 PRECEDING AND CURRENT ROW) FROM odd WHERE id <> 5 ORDER BY id
SELECT id, count(*) OVER (ORDER BY -i NULLS FIRST RANGE 1 PRECEDING) FROM odd WHERE id <> 5 ORDER BY id
SELECT id, count(*) OVER (ORDER BY id DESC RANGE 1 PRECEDING) FROM odd
SELECT id, count(*) OVER (ORDER BY f RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM odd WHERE id <> 4 ORDER BY id
SELECT id, count(*) OVER (ORDER BY nullif(i, 1) RANGE 10 PRECEDING) FROM odd WHERE id <> 5 ORDER BY id
SELECT id, count(*) OVER (ORDER BY i RANGE BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM odd WHERE id <> 5
! SELECT ntile(0) OVER (ORDER BY id) FROM odd
! SELECT lag(id, 99999999999) OVER (ORDER BY id) FROM odd
SELECT nth_value(id, 2) OVER (ORDER BY id) FROM odd
! SELECT lag(id, 1, 'x') OVER (ORDER BY id) FROM odd
! SELECT 'a' LIKE 'a' ESCAPE 'bb'
! SELECT 'a' LIKE 'a!' ESCAPE '!'
! SELECT s LIKE 'a!b' ESCAPE '!' FROM odd
SELECT percent_rank() OVER (ORDER BY id) FROM odd
SELECT mod(5, NULL)
SELECT count(NULL) FROM odd
-- more of everything
SELECT char_length(upper('ß')) > 0, char_length(upper(CAST('ß' AS VARCHAR))) > 0
SELECT lower(s) = s, upper(t) = t FROM odd ORDER BY id
SELECT id FROM odd WHERE s > '' ORDER BY id
SELECT id FROM odd WHERE s >= 'a' AND s < 'b' ORDER BY id
SELECT id FROM odd WHERE s IN ('', 'a', '日本語') ORDER BY id
SELECT id FROM odd WHERE s NOT IN ('a', 'b') ORDER BY id
SELECT id FROM odd WHERE s NOT IN ('a', NULL) ORDER BY id
SELECT id FROM odd WHERE i IN (1, 1, 1) OR i IN (0, 1) ORDER BY id
SELECT id FROM odd WHERE i = 1 AND i = 2
SELECT id FROM odd WHERE i = 1 OR i <> 1 ORDER BY id
SELECT id FROM odd WHERE i = i ORDER BY id
SELECT id FROM odd WHERE NOT (i = 1 AND p) ORDER BY id
SELECT id FROM odd WHERE NOT (i = 1 OR p) ORDER BY id
SELECT id FROM odd WHERE (i = 1) = (p IS NULL) ORDER BY id
SELECT id FROM odd WHERE coalesce(p, FALSE) OR coalesce(i, -1) = -1 ORDER BY id
SELECT id FROM odd WHERE i BETWEEN 2 AND 1
SELECT id FROM odd WHERE i NOT BETWEEN 2 AND 1 ORDER BY id
SELECT id FROM odd WHERE i + 1 > 1 AND i < 100 ORDER BY id
SELECT id FROM odd WHERE b = 9223372036854775807 OR b = -9223372036854775807 ORDER BY id
SELECT id FROM odd WHERE b > 9223372036854775806
SELECT id FROM odd WHERE b > 1e300
SELECT id FROM odd WHERE f > 9223372036854775807 ORDER BY id
SELECT id FROM odd WHERE n = 9999999999.99 OR n < -1 ORDER BY id
SELECT id FROM odd WHERE n > 2.499 AND n < 2.501
SELECT id FROM odd WHERE d >= DATE '9999-12-31' OR d <= DATE '0001-01-01' ORDER BY id
SELECT id FROM odd WHERE ts < TIMESTAMP '1970-01-01 00:00:00' ORDER BY id
SELECT id FROM odd WHERE d = CAST(ts AS DATE) ORDER BY id
SELECT count(*) FROM odd a JOIN odd b ON a.d = b.d AND a.s = b.s
SELECT count(*) FROM odd a JOIN odd b ON a.b = b.b JOIN odd c ON c.i = b.i
SELECT count(*) FROM odd a WHERE EXISTS (SELECT 1 FROM odd b WHERE b.b > a.b) AND NOT EXISTS (SELECT 1 FROM odd c WHERE c.i = a.id)
SELECT id, CASE WHEN EXISTS (SELECT 1 FROM odd b WHERE b.id = a.id + 1) THEN 'y' ELSE 'n' END FROM odd a ORDER BY id
SELECT (SELECT max(id) FROM odd) - (SELECT min(id) FROM odd), (SELECT count(*) FROM odd WHERE i IS NULL)
SELECT id, (SELECT s FROM odd b WHERE b.id = a.id) FROM odd a ORDER BY id
SELECT id, (SELECT b.id FROM odd b WHERE b.id > a.id ORDER BY b.id LIMIT 1) FROM odd a ORDER BY id
SELECT i % 2, n % 1, -n % 2 FROM odd WHERE n BETWEEN 0 AND 10 ORDER BY id
SELECT CAST(7 AS DECIMAL(3, 1)) / 2, CAST(-7 AS INTEGER) / 2, 7 / -2, -7 / -2
SELECT CAST(n AS INTEGER), CAST(n AS DOUBLE) FROM odd WHERE n BETWEEN -1 AND 100 ORDER BY id
SELECT CAST(2.5 AS INTEGER), CAST(-2.5 AS INTEGER), CAST(3.49 AS INTEGER), CAST(-3.51 AS INTEGER)
SELECT CAST(i AS VARCHAR), CAST(b AS VARCHAR), CAST(n AS VARCHAR), CAST(d AS VARCHAR) FROM odd ORDER BY id
SELECT sum(f), count(f) FROM odd WHERE f BETWEEN -10 AND 10
SELECT p, sum(n), avg(n), min(d), max(ts) FROM odd GROUP BY p ORDER BY p NULLS FIRST
SELECT s, t, min(id) FROM odd GROUP BY s, t HAVING min(id) > 1 ORDER BY 3
SELECT count(*), count(DISTINCT p), sum(DISTINCT i) FROM odd WHERE i < 100
SELECT p IS NULL, count(DISTINCT s), count(DISTINCT i), min(s) FROM odd GROUP BY p IS NULL ORDER BY 1
SELECT d, count(*) FROM odd GROUP BY d ORDER BY d NULLS FIRST
SELECT ts, count(*) FROM odd GROUP BY ts ORDER BY ts NULLS FIRST
SELECT f, count(*) FROM odd GROUP BY f ORDER BY f NULLS FIRST
SELECT n, count(*) FROM odd GROUP BY n ORDER BY n NULLS FIRST
SELECT b, count(*) FROM odd GROUP BY b ORDER BY b NULLS FIRST
SELECT id FROM odd ORDER BY b DESC NULLS LAST LIMIT 2
SELECT id FROM odd ORDER BY n NULLS FIRST LIMIT 3
SELECT id FROM odd ORDER BY d DESC NULLS LAST, ts LIMIT 2 OFFSET 1
SELECT id FROM odd ORDER BY t DESC NULLS FIRST LIMIT 4
SELECT max(x) FROM (SELECT count(*) AS x FROM odd GROUP BY p)
SELECT a.p, b.c FROM (SELECT DISTINCT p FROM odd) a LEFT JOIN (SELECT p, count(*) AS c FROM odd GROUP BY p) b ON a.p = b.p ORDER BY 1 NULLS FIRST
SELECT * FROM (SELECT 1 AS x UNION ALL SELECT NULL) a LEFT JOIN (SELECT 1 AS y UNION ALL SELECT NULL) b ON a.x = b.y ORDER BY 1 NULLS FIRST
SELECT * FROM (SELECT 1 AS x UNION ALL SELECT NULL) a WHERE x NOT IN (SELECT 2 UNION ALL SELECT NULL)
SELECT * FROM (SELECT 1 AS x UNION ALL SELECT NULL) a WHERE x NOT IN (SELECT 2)
SELECT * FROM (SELECT 1 AS x UNION ALL SELECT NULL) a WHERE x NOT IN (SELECT i FROM nothing) ORDER BY 1 NULLS FIRST
SELECT x, x IN (SELECT 2 UNION ALL SELECT NULL), x IN (SELECT 1 UNION ALL SELECT NULL), x NOT IN (SELECT i FROM nothing) FROM (SELECT 1 AS x UNION ALL SELECT NULL) a ORDER BY 1 NULLS FIRST
SELECT id FROM odd a WHERE i NOT IN (SELECT b.i FROM odd b WHERE b.id = a.id + 1) ORDER BY id
SELECT id FROM odd a WHERE i = ANY (SELECT b.i FROM odd b WHERE b.id <> a.id) ORDER BY id
SELECT id FROM odd a WHERE i <> ALL (SELECT b.i FROM odd b WHERE b.id <> a.id) ORDER BY id
SELECT count(*) FROM (SELECT * FROM odd UNION ALL SELECT * FROM odd) x WHERE i = 1
SELECT x.i, count(*) FROM (SELECT i FROM odd UNION ALL SELECT id FROM odd) x GROUP BY x.i ORDER BY 1 NULLS FIRST
SELECT i, s FROM nothing UNION ALL SELECT id, t FROM odd ORDER BY 1
SELECT count(*) FROM odd a LEFT JOIN nothing b ON a.i = b.i LEFT JOIN odd c ON b.i = c.i
SELECT count(*) FROM odd a FULL JOIN odd b ON a.i = b.id AND a.p
SELECT count(*) FROM odd a FULL JOIN nothing b ON a.i < b.i
SELECT a.id, b.id FROM odd a LEFT JOIN odd b ON a.i > b.i AND b.id = 4 ORDER BY 1, 2 NULLS FIRST
SELECT sum(a.id * b.id) FROM odd a, odd b WHERE a.i = b.i AND a.id <= b.id
-- patterns that are none
! SELECT 'x' SIMILAR TO '['
! SELECT s SIMILAR TO '(((' FROM odd
! SELECT s SIMILAR TO 'a{2,1}' FROM odd
! SELECT s SIMILAR TO '*' FROM odd
SELECT id, greatest(i, b), least(f, i), greatest(s, t), least(d, date '2000-01-01') FROM odd
SELECT id, greatest(i, NULL), least(NULL, NULL, i), greatest(NULL, id, i) FROM odd
SELECT greatest(1, NULL, 3), least(2, NULL), greatest(NULL, 'a')
-- semi and anti joins
SELECT a.id FROM odd a SEMI JOIN odd b ON a.i = b.id ORDER BY 1
SELECT a.id FROM odd a ANTI JOIN odd b ON a.i = b.id ORDER BY 1
SELECT a.id, a.s FROM odd a SEMI JOIN (SELECT i FROM odd WHERE p) b USING (i) ORDER BY 1
SELECT a.id FROM odd a ANTI JOIN (SELECT i FROM odd WHERE p IS NULL UNION ALL SELECT NULL) b USING (i) ORDER BY 1
SELECT a.id FROM odd a ANTI JOIN (SELECT i, p FROM odd WHERE id < 3) b USING (i, p) ORDER BY 1
SELECT a.id, b.id FROM odd a SEMI JOIN nothing n ON a.i = n.i JOIN odd b ON a.id = b.id
SELECT a.id, b.id FROM odd a ANTI JOIN nothing n ON a.i = n.i JOIN odd b ON a.id = b.i ORDER BY 1, 2
SELECT a.id, c.id FROM odd a LEFT JOIN odd c ON a.i = c.id ANTI JOIN odd b ON a.i = b.id AND b.p ORDER BY 1, 2
SELECT * FROM (SELECT id, i FROM odd) a SEMI JOIN odd b ON a.i = b.i AND a.id <> b.id ORDER BY 1
SELECT count(*) FROM odd a SEMI JOIN odd b ON true
SELECT count(*) FROM odd a ANTI JOIN nothing b ON true
! SELECT a.id FROM odd a SEMI JOIN odd b
! SELECT b.s FROM odd a SEMI JOIN odd b ON a.id = b.id
! SELECT a.id FROM nothing n FULL JOIN (odd a ANTI JOIN nothing b ON a.i = b.i) ON n.i = a.id
-- aliases of earlier columns
SELECT id AS x, x + 1 AS y, y * 2 AS z FROM odd ORDER BY 1
SELECT id AS i, i FROM odd ORDER BY 1
SELECT id + 1 AS id, id * 10 AS k FROM odd ORDER BY 1
SELECT id AS x, sum(x) FROM odd GROUP BY id ORDER BY 1
SELECT count(*) AS c, c + 1 FROM odd
SELECT DISTINCT i AS x, x AS y FROM odd ORDER BY 1
SELECT id AS x, CASE WHEN x > 2 THEN x ELSE 0 END FROM odd ORDER BY 1
SELECT 1 AS a, a + 1 AS b, a + b
! SELECT x + 1, id AS x FROM odd
-- truth values and numbers, names of doubles that are no numbers
SELECT CAST(TRUE AS INTEGER), CAST(FALSE AS BIGINT), CAST(p AS DOUBLE), CAST(p AS TINYINT) + 1 FROM odd ORDER BY id
SELECT CAST(1 AS BOOLEAN), CAST(0 AS BOOLEAN), CAST(i AS BOOLEAN), CAST(f AS BOOLEAN) FROM odd ORDER BY id
SELECT sum(CAST(p AS INTEGER)), sum(p::int) FROM odd
SELECT CAST('nan' AS DOUBLE), CAST('inf' AS DOUBLE), CAST('-Infinity' AS DOUBLE), CAST('NaN' AS DOUBLE), CAST(' INF ' AS DOUBLE)
! SELECT CAST('infinite' AS DOUBLE)
! SELECT CAST('12f' AS DOUBLE)
-- other names of functions
SELECT day(d), dayofmonth(d), month(ts), year(ts) FROM odd ORDER BY id
SELECT ltrim('xxa', 'x'), rtrim('axx', 'x'), ltrim('xyxa', 'yx'), rtrim(s, 'ü') FROM odd ORDER BY id
SELECT unicode('ä'), ord('a')
-- differences of dates
SELECT id, d - DATE '2000-01-01', (DATE '2000-01-01' - d) * 2 FROM odd ORDER BY id
SELECT sum(a.d - b.d) FROM odd a, odd b WHERE a.id < b.id
SELECT id FROM odd WHERE d - DATE '1999-01-01' > 100 ORDER BY id
SELECT current_date - current_date, DATE '2020-03-01' - DATE '2020-02-01'

-- Repeated keys of ROLLUP and CUBE make groups that come several times.
SELECT i, COUNT(*) FROM odd GROUP BY ROLLUP (i, i)
SELECT i, p, COUNT(*) FROM odd GROUP BY CUBE (i, p, i)
SELECT i, p, s, COUNT(*) FROM odd GROUP BY ROLLUP ((i, p), s, (i, p))
SELECT i, p, COUNT(*) FROM odd GROUP BY p, ROLLUP (i, i)

-- Conditions without an operand, and sub-queries in the SELECT list of a query with groups.
SELECT i, (SELECT MIN(1) FROM odd x WHERE x.s = g.t) AS c FROM (SELECT i, t FROM odd GROUP BY i, d, t) g
SELECT i, EXISTS (SELECT 1 FROM odd x WHERE x.t = g.s) AS c FROM (SELECT s, i, MAX(b) AS m FROM odd GROUP BY i, s, p) g
SELECT d FROM odd WHERE (SELECT MIN(TRUE) FROM odd) GROUP BY CUBE (d, id, d)
SELECT o.id FROM odd o FULL JOIN odd p ON o.id = p.id AND EXISTS (SELECT 1 FROM odd q WHERE q.id = o.id AND q.i = p.i)
SELECT o.id FROM odd o RIGHT JOIN odd p ON o.id = p.id AND EXISTS (SELECT 1 FROM odd q WHERE q.id = o.id AND q.i = p.i)
-- functions and operators of DuckDB
SELECT (timestamp '2024-03-01 12:00:00' - timestamp '2024-02-28 10:00:00') > interval '1' day, timestamp '2024-03-01 12:00:00' - date '2024-02-28' < interval '3' day
SELECT id, ts + (ts - timestamp '2000-01-01 00:00:00') FROM odd WHERE id IN (1, 2, 3, 6) ORDER BY id
SELECT age(timestamp '2024-03-01 12:00:00', timestamp '2023-01-31 10:00:00')::VARCHAR, age(date '2001-04-10', date '1957-06-13')::VARCHAR, age(date '1957-06-13', date '2001-04-10')::VARCHAR
SELECT id, age(ts, timestamp '2000-02-29 00:00:00')::VARCHAR FROM odd WHERE id <> 4 ORDER BY id
SELECT log2(8), log(2, 64), acosh(2), asinh(1), atanh(0.5), gamma(5), signbit(-1.5e0), fdiv(5, 2), fmod(5.5, 2), fmod(-5.5, 2), round_even(12.35, 1)
! SELECT log2(0)
! SELECT acosh(0.5)
! SELECT atanh(2)
! SELECT fdiv(1, 0)
SELECT format('{} {}', 1, 'a'), format('{:>5}|{:<5}|{:^5}|', 1, 'a', 2), format('{:05d}', 42), format('{:,}', 1234567), format('{:.2f}', 3.14159), format('{1} {0}', 1, 2)
SELECT format('{:x} {:X} {:b} {:o} {:e} {:g}', 255, 255, 5, 8, 1234.5, 0.0001), format('{}', 1.5), format('{{}} {}', 1), format('{}', date '2024-01-01'), format('{}', null)
SELECT format('{:+d} {: d}', 5, 5), format('{:_}', 1234567), format('{:*^9}', 'mid'), format('{}', 1e300), format('{}', 100.0), format('{}', 123456789.0e0), format('{}', 1e16)
SELECT printf('%d %s', 1, 'a'), printf('%5d|%-5d|%05d', 1, 2, 3), printf('%.2f%%', 12.345), printf('%,d', 1234567), printf('%x', 255), printf('%e', 12345.678), printf('%10.3f|', 3.14159), printf('%c', 65)
SELECT id, format('{}: {:.1f}', s, f), printf('%s-%d', t, i) FROM odd WHERE f IS NULL OR abs(f) < 10 ORDER BY id
! SELECT format('{} {}', 1)
! SELECT format('{:d}', 'a')
! SELECT printf('%d', 1.5)
! SELECT format('{:99999}', 1)
! SELECT format('no place' || id, 1) FROM odd
SELECT CAST(date '2024-01-31' + to_months(1) AS DATE), timestamp '2024-01-01 00:00:00' + to_hours(25), CAST(ts AS TIMESTAMP) - to_milliseconds(1), CAST(date '2024-01-01' + to_weeks(2) AS DATE) FROM odd WHERE id = 1
SELECT time_bucket(interval '7' day, date '2024-02-29'), time_bucket(interval '1' month, date '2024-02-29'), time_bucket(interval '15' minute, timestamp '2024-02-29 10:22:00'), time_bucket(interval '2' month, timestamp '2024-02-29 10:22:00')
SELECT id, time_bucket(interval '3' month, d), time_bucket(interval '10' day, d), time_bucket(interval '100' hour, ts) FROM odd WHERE id <> 4 ORDER BY id
SELECT time_bucket(interval '7' day, timestamp '2024-02-29 10:22:00', timestamp '2024-01-01 00:00:00'), time_bucket(interval '5' month, timestamp '2024-02-29 10:22:00', timestamp '2024-01-15 00:00:00')
! SELECT time_bucket(interval '0' day, date '2024-02-29')
SELECT id, isodow(d), weekofyear(d), weekday(d), isoyear(d), century(d), decade(d), millennium(d), yearweek(d), era(d), julian(d), epoch_us(ts) FROM odd ORDER BY id
SELECT date_part('years', d), date_part('quarters', d), date_part('decade', d), date_part('century', d), date_part('millennia', d), date_part('julian', d), date_part('yearweek', d), date_part('mon', d), date_part('era', d) FROM odd ORDER BY d
SELECT id, date_sub('month', d, date '2024-02-29'), date_sub('year', date '2024-02-29', d), date_sub('day', ts, timestamp '2024-02-29 00:00:00'), datesub('hour', timestamp '2024-02-29 00:00:00', ts) FROM odd ORDER BY id
! SELECT date_sub('fortnight', d, d) FROM odd
SELECT make_date(10), make_timestamp_ms(1667810584123), try_strptime('x', '%Y'), try_strptime('2024', '%Y'), epoch_ms(1000)
SELECT greatest(date '2024-01-01', date '2024-02-01'), least(date '2024-01-01', date '2024-02-01'), greatest(d, date '2000-01-01') FROM odd ORDER BY id
SELECT trim('>>>x<<', '<>'), ltrim('xyxa', 'yx'), rtrim('xxabxx', 'xb'), trim(s, 'aü') FROM odd ORDER BY id
SELECT strip_accents('mühleisen áéí'), chr(8364), sha1('a'), to_base(255, 16), to_base(5, 2, 8), bin(5), bin(-1), format_bytes(16000), formatreadablesize(1), formatreadabledecimalsize(16000), format_bytes(-123456789)
SELECT url_encode('this string has/ special+ characters>ä'), url_decode('https%3A%2F%2Fduckdb.org%2F+x%'), decode(encode('ä')), nfc_normalize('ardèch')
! SELECT unhex('xy')
! SELECT to_base(-1, 2)
! SELECT decode(unhex('ff'))
SELECT damerau_levenshtein('duckdb', 'udckbd'), hamming('duck', 'luck'), jaccard('duck', 'luck'), jaro_similarity('duck', 'duckdb'), jaro_winkler_similarity('duck', 'duckdb'), jaro_similarity('martha', 'marhta'), jaro_winkler_similarity('dixon', 'dicksonx')
SELECT id, damerau_levenshtein(s, t), levenshtein(t, s), jaro_similarity(s, t) FROM odd WHERE id < 4 ORDER BY id
! SELECT hamming('a', 'ab')
! SELECT jaccard('', 'a')
SELECT parse_filename('path/to/file.csv'), parse_filename('path/to/file.csv', true), parse_dirname('path/to/file.csv'), parse_dirpath('path/to/file.csv'), parse_dirname('a'), parse_dirpath('/a')
SELECT typeof(1), typeof('a'), typeof(null), typeof(1.5), typeof(d), typeof(f), typeof(p), typeof(b), typeof(n), typeof(ts), typeof(interval '1' day) FROM odd LIMIT 1
SELECT uuid() <> uuid(), length(CAST(gen_random_uuid() AS VARCHAR)), count(DISTINCT uuid()) FROM odd
SELECT '{"a": {"b": [1,2]}}' -> 'a' -> 'b' -> 0, '{"a": {"b": "x"}}' -> 'a' ->> 'b', ('{"a": 1}' ->> 'a') = '1', '[1,2,3]' ->> -1
SELECT upper(j -> 'a'), upper(j ->> 'a'), j ->> 'a' || 'z', j -> '$.q' FROM (VALUES ('{"a": "x"}')) v(j)
SELECT id + 1 AS x FROM odd WHERE x > 3 AND x < 10 ORDER BY x
SELECT id AS i FROM odd WHERE i > 10
SELECT id * 2 AS x, x + 1 AS y FROM odd WHERE y > 4 ORDER BY x
SELECT upper(s) AS u FROM odd WHERE u = 'A' AND EXISTS (SELECT 1 FROM odd o WHERE o.id = odd.id)
! SELECT count(*) AS c FROM odd WHERE c > 1
! SELECT (SELECT 1) AS c FROM odd WHERE c > 1
SELECT columns('^i') FROM odd ORDER BY id
SELECT id, columns('^(s|t)$') || 'x' FROM odd ORDER BY id
SELECT min(columns(*)), max(columns('^d$')) FROM odd
SELECT columns('i') + columns('i') FROM odd WHERE id < 4 ORDER BY id
! SELECT columns('q') FROM odd
! SELECT columns('i') + columns('d') FROM odd
! SELECT columns('(') FROM odd
SELECT * LIKE 'i%' FROM odd ORDER BY id
SELECT * NOT LIKE '_' FROM odd ORDER BY id
SELECT * ILIKE 'I%' FROM odd ORDER BY id
SELECT odd.* SIMILAR TO '(i.?)' FROM odd ORDER BY id
SELECT like_escape('a%c', 'a$%c', '$'), ilike_escape('A%c', 'a$%c', '$'), not_like_escape('a%c', 'a$%c', '$')
SELECT CAST(CAST(s AS INTERVAL) AS VARCHAR), CAST(TRY_CAST('x' || s AS INTERVAL) AS VARCHAR), s::INTERVAL < INTERVAL '3' DAY FROM (VALUES ('1 day'), ('2 hours'), ('3 days 04:05:06.7'), (NULL)) AS t (s)
! SELECT CAST(s AS INTERVAL) FROM (VALUES ('1 dag')) AS t (s)
SELECT timestamp '2024-01-01 00:00:00' - interval '0.001' second, timestamp '2024-01-01 00:00:00' - to_milliseconds(1)
-- samples, UNPIVOT and ORDER BY ALL
SELECT count(*) BETWEEN 0 AND 6 FROM odd TABLESAMPLE BERNOULLI(50%)
SELECT count(*), count(DISTINCT id) FROM (SELECT * FROM odd USING SAMPLE 4 ROWS)
SELECT count(*) FROM odd TABLESAMPLE RESERVOIR(4 ROWS)
SELECT count(o.id) FROM odd o TABLESAMPLE (20 ROWS)
SELECT count(*) FROM (FROM odd USING SAMPLE 3)
SELECT count(*) FROM odd USING SAMPLE 0%
SELECT id FROM odd USING SAMPLE 100 PERCENT (BERNOULLI) ORDER BY id
SELECT a.id FROM odd a JOIN odd b ON a.id = b.id USING SAMPLE 100% ORDER BY a.id
! SELECT * FROM odd TABLESAMPLE 101%
! SELECT * FROM odd TABLESAMPLE 1.5 ROWS
! SELECT * FROM odd TABLESAMPLE BERNOULLI(10) REPEATABLE(3)
! SELECT * FROM odd a JOIN odd b ON a.id = b.id USING SAMPLE 3 ROWS
SELECT * FROM odd ORDER BY ALL
SELECT * FROM odd ORDER BY ALL DESC
SELECT o.*, 1 AS z FROM odd o ORDER BY ALL
UNPIVOT (SELECT id, i, b FROM odd) ON i, b INTO NAME n VALUE v
SELECT * FROM (UNPIVOT (SELECT id, s, t FROM odd) ON s, t) ORDER BY ALL
FROM (UNPIVOT odd ON s, t INTO NAME part VALUE v) SELECT part, count(*) GROUP BY part
! UNPIVOT odd ON s, nothing
! UNPIVOT odd ON i, s
-- series
SELECT * FROM range(3)
SELECT range FROM range(2, 20, 5) ORDER BY range
SELECT * FROM generate_series(1, 10, 3) AS t(i) ORDER BY i
SELECT g FROM generate_series(1, 3) g ORDER BY g
SELECT * FROM range(5, 1, -2)
SELECT * FROM generate_series(5, 1, -2)
SELECT * FROM range(0)
SELECT * FROM range(-3)
SELECT * FROM range(NULL)
SELECT * FROM generate_series(1, NULL)
SELECT * FROM range(9223372036854775800, 9223372036854775807, 3)
SELECT * FROM generate_series(-9223372036854775807, 9223372036854775807, 9223372036854775807)
! SELECT * FROM range(1, 10, 0)
! SELECT * FROM range('a')
! SELECT * FROM range()
! SELECT * FROM range(1, 2, 3, 4)
! SELECT * FROM range(1, 3.7)
SELECT sum(range), count(*), min(range), max(range) FROM range(1000000)
SELECT sum(i), count(*), min(i), max(i) FROM range(300000, -300000, -7) t(i)
SELECT count(*) FROM range(300000) t(i) WHERE i % 3 = 0
SELECT * FROM range(TIMESTAMP '2020-01-31 10:00:00', TIMESTAMP '2020-06-30 00:00:00', INTERVAL '1' MONTH)
SELECT * FROM generate_series(TIMESTAMP '2020-06-30 00:00:00', TIMESTAMP '2020-01-30 00:00:00', INTERVAL '-1' MONTH)
SELECT * FROM range(DATE '2020-01-01', DATE '2020-01-03', INTERVAL '12' HOUR)
SELECT * FROM range(5000000) LIMIT 3
SELECT * FROM range(5000000) LIMIT 3 OFFSET 2050
SELECT * FROM range(3) WITH ORDINALITY AS t(x, n)
SELECT * FROM range(10, 13) WITH ORDINALITY AS t(x)
SELECT a.a, b FROM range(4) a, range(a.a) b ORDER BY 1, 2
SELECT a.a, b FROM range(4) a LEFT JOIN LATERAL range(a.a) b ON TRUE ORDER BY 1, 2
SELECT a.a, b FROM range(4) a CROSS JOIN LATERAL generate_series(a.a, 5, 2) t(b) ORDER BY 1, 2
SELECT a.a, count(*), sum(b) FROM range(3000) a, range(a.a) t(b) WHERE b % 100 = a.a % 100 GROUP BY a.a ORDER BY 3 DESC, 1 LIMIT 5
SELECT count(*), sum(b) FROM range(3000) a, range(a.a) t(b)
SELECT i, (SELECT sum(x) FROM range(t.i) u(x)) FROM range(4) t(i) ORDER BY i
SELECT i FROM range(6) t(i) WHERE EXISTS (SELECT 1 FROM range(t.i) u(x) WHERE x = 2) ORDER BY i
SELECT i FROM range(6) t(i) WHERE i IN (SELECT x * 2 FROM range(t.i) u(x)) ORDER BY i
SELECT i FROM range(6) t(i) WHERE i NOT IN (SELECT x FROM range(1, 4) u(x)) ORDER BY i
SELECT count(*) FROM range(1000) a JOIN range(500, 2000) b ON a.a = b.b
SELECT * FROM range(2) UNION ALL SELECT * FROM range(5, 7) ORDER BY 1
WITH s AS (SELECT * FROM range(4) t(i)) SELECT x.i, y.i FROM s x, s y WHERE x.i < y.i ORDER BY 1, 2
SELECT odd.id, r FROM odd, range(odd.id, odd.id + 2) r ORDER BY 1, 2
SELECT id, r FROM odd LEFT JOIN range(3, 5) r ON r.r = odd.id ORDER BY 1, 2
SELECT range AS range FROM range(2) range ORDER BY range.range
-- lists
SELECT [1, 2, 3], ARRAY[1, 2], [], list_value(), list_value(1, NULL), [NULL], [[1], [], NULL], [[NULL]]
SELECT [1.5, 2.25], [1, 2.5], [1e0, 2.5e0], [TRUE, NULL, FALSE], [DATE '2020-01-01', NULL], [1, NULL::BIGINT]
SELECT ['a', 'b, c', '', 'x''y', NULL, ' z', 'q"r', '[1]', 'null', 'a\b', '{', 'a:b', 'a=b', '(x)', 'it''s', 'a b', 'ä', '日本']::VARCHAR
SELECT [1, 2, NULL]::VARCHAR, [[1], [], NULL]::VARCHAR, [[ 'a, b' ]]::VARCHAR, [TRUE, NULL]::VARCHAR, CAST([1.5] AS VARCHAR), [DATE '2020-01-02']::VARCHAR
SELECT [TIMESTAMP '2020-01-02 03:04:05']::VARCHAR, [TIME '03:04:05']::VARCHAR, []::VARCHAR, NULL::INT[]::VARCHAR
SELECT [1, 2]::VARCHAR[], ['1', '2']::INT[], [1.5, 2]::DECIMAL(5, 2)[], [1, 2]::BIGINT[], [[1, 2]]::DOUBLE[][], [1, NULL]::VARCHAR[]
! SELECT ['a']::INT[]
! SELECT [1, 2]::INT
! SELECT [1, 'a']
! SELECT [1, DATE '2020-01-01']
SELECT [1, 2, 3][2], [1, 2, 3][-1], [1, 2, 3][0], [1, 2, 3][4], [1, 2, 3][-4], [1, 2, 3][NULL], ['a', NULL][2], [[1, 2], [3]][2]
SELECT [1, 2, 3, 4][2:3], [1, 2, 3, 4][:2], [1, 2, 3, 4][3:], [1, 2, 3, 4][-2:], [1, 2, 3, 4][:-2], [1, 2, 3][0:2], [1, 2, 3][5:6], [1, 2, 3][3:1]
SELECT ['a', 'b', 'c'][2:3], [[1], [2]][1:1], [1, 2, 3][1:2][2], list_slice([1, 2, 3], 1, 2), list_slice(NULL, 1, 2)
SELECT list_extract([1, 2], 1), array_extract([1, 2], 2), list_element(['x', 'y'], -1), list_extract(NULL, 1)
SELECT len([1, 2]), length([1, NULL]), array_length([1, 2]), cardinality([1]), len([]), len(NULL::INT[]), len(['a', 'b']), len([[1], []])
SELECT len('abc'), length('äö'), length(NULL::VARCHAR)
SELECT list_contains([1, 2, NULL], NULL), list_contains([1, 2], 3), list_contains(NULL, 1), array_contains(['a', 'b'], 'b'), list_has([1.5, 2], 2), list_contains([1, 2], 2.0)
SELECT list_position([1, 2, 2], 2), list_position([1, 2], 5), list_position([1, NULL], NULL), list_indexof(['a'], 'a'), array_position([[1], [2]], [2])
SELECT list_concat([1], [2, 3]), [1] || [2], list_concat([1], NULL), [1] || NULL, array_cat([1], [2.5]), ['a'] || ['b', NULL]
SELECT list_append([1], 2), list_append(NULL, 2), list_append([1], NULL), array_prepend(1, [2]), list_prepend(1, [2]), array_append(['a'], 'b'), list_append([1], 2.5)
SELECT list_sort([3, 1, NULL, 2]), list_sort([3, 1, NULL], 'DESC'), list_sort([3, 1, NULL], 'ASC', 'NULLS FIRST'), list_reverse_sort([3, 1, 2]), array_sort(['b', 'a', 'ab', ''])
SELECT list_sort([-1.5, 2.25, -3]), list_sort([-1e0, 0e0, 2e0, -3e5]), list_sort([[2], [1, 2], [], [1]]), list_sort([TRUE, FALSE, NULL]), list_sort([]::INT[])
SELECT list_reverse([1, 2, NULL]), list_reverse(['a', 'bc']), list_reverse([]), list_sort(list_distinct([3, 1, 3, NULL, NULL])), list_unique([1, 1, 2, NULL])
SELECT list_sum([1, 2, NULL]), list_min([3, 1, NULL]), list_max(['a', 'b']), list_avg([1, 2, NULL]), list_sum([]::INT[]), list_count([1, NULL]), list_sum([1.5, 2.25]), list_sum([1e0, 2.5e0])
SELECT list_min([]::INT[]), list_max([NULL]::INT[]), list_avg([1.5, 2.5]), list_min([[2], [1]]), list_sum([9223372036854775807, 9223372036854775807])
SELECT array_to_string([1, NULL, 2], '-'), array_to_string(['a', 'b'], ''), array_to_string([]::VARCHAR[], ','), array_to_string(NULL, ',')
SELECT string_split('a,b,,c', ','), string_to_array('a,b', ','), str_split('aäb', ''), string_split(NULL, ','), string_split('', ','), string_split('abc', 'x'), string_split('a--b', '--')
SELECT regexp_split_to_array('a1b22c', '[0-9]+'), regexp_split_to_array('abc', 'x')
! SELECT regexp_split_to_array('abc', '[')
SELECT flatten([[1, 2], [], [3, NULL], NULL]), flatten(NULL), flatten([[[1]], [[2], [3]]])
SELECT 1 = ANY([1, 2]), 3 = ANY([1, 2]), 3 = ANY([1, NULL]), 1 <> ALL([2, 3]), 2 > ANY([1, 5]), 2 = ANY(range(3)), 7 = ANY(list_value(1, NULL))
SELECT [1, 2] = [1, 2], [1, NULL] = [1, NULL], [1, NULL] < [1, 2], [1] < [1, 2], [1, 2] = NULL, [1, 2] IS DISTINCT FROM [1, 2], [1] IN ([1], [2]), [1] = [1.0], ['a'] < ['b'], [-1] < [1], [-1e0] < [0e0]
SELECT CASE WHEN TRUE THEN [1] ELSE [2, 3] END, coalesce(NULL, [1]), nullif([1], [1]), coalesce([1], [2, 3])
SELECT range(3), range(1, 5, 2), generate_series(1, 3), range(5, 1, -2), generate_series(1, 0), range(NULL), len(range(1000))
SELECT range(DATE '2020-01-01', DATE '2020-01-03', INTERVAL 1 DAY), generate_series(TIMESTAMP '2020-01-31 00:00:00', TIMESTAMP '2020-04-30 00:00:00', INTERVAL 1 MONTH)
! SELECT len(range(100000000))
SELECT array_agg(id ORDER BY id), list(i ORDER BY id DESC), array_agg(s ORDER BY id), list(id ORDER BY id) FILTER (WHERE id > 2) FROM odd
SELECT list_sort(array_agg(DISTINCT i)), list_sort(list(DISTINCT s)), len(list(i)) FROM odd
SELECT array_agg(id) FROM odd WHERE id < 0
SELECT i % 2 AS k, array_agg(id ORDER BY id), count(*) FROM odd GROUP BY 1 ORDER BY 1 NULLS LAST
SELECT array_agg([id, i] ORDER BY id)[1:2] FROM odd
SELECT i % 10 AS k, len(array_agg(i)), list_sum(list(i)) FROM range(100000) t(i) GROUP BY 1 ORDER BY 1
SELECT l, count(*) FROM (VALUES ([1]), ([1]), ([2]), ([]), (NULL), (NULL)) t(l) GROUP BY l ORDER BY l NULLS LAST
SELECT l FROM (VALUES ([2]), ([1, 2]), (NULL), ([NULL]), ([]), ([1]), ([-1]), ([1, NULL])) t(l) ORDER BY l NULLS LAST
SELECT l FROM (VALUES ([2]), ([1, 2]), (NULL), ([]), ([1])) t(l) ORDER BY l DESC NULLS LAST LIMIT 2
SELECT DISTINCT [i % 3, i % 2] AS l FROM range(1000) t(i) ORDER BY l
SELECT count(*), min(l), max(l) FROM (SELECT [i % 100, i] AS l FROM range(10000) t(i)) t
SELECT count(*) FROM (SELECT [i] AS l FROM range(5000) t(i)) a JOIN (SELECT [i * 2] AS l FROM range(5000) t(i)) b ON a.l = b.l
SELECT l, row_number() OVER (ORDER BY l), lag(l) OVER (ORDER BY l) FROM (VALUES ([2]), ([1, 3]), ([1])) t(l) ORDER BY l
SELECT [1] UNION SELECT [2] UNION SELECT [1] ORDER BY 1
SELECT [1] INTERSECT SELECT [1]
SELECT [1] EXCEPT SELECT [2]
WITH RECURSIVE r(n, l) AS (SELECT 1, [1] UNION ALL SELECT n + 1, list_append(l, n + 1) FROM r WHERE n < 4) SELECT * FROM r ORDER BY n
! SELECT sum([1])
! SELECT [1] + [2]
! SELECT [1] = 1
-- rows of the elements of lists
SELECT * FROM unnest([1, 2, NULL]) ORDER BY 1 NULLS LAST
SELECT x FROM unnest(['a', 'b']) AS t(x) ORDER BY x
SELECT * FROM unnest([[1, 2], [3]]) AS t(x) ORDER BY x
SELECT * FROM unnest(['a', 'b']) WITH ORDINALITY AS t(x, n) ORDER BY n
SELECT * FROM unnest(NULL::INT[])
SELECT * FROM unnest([]::INT[])
SELECT id, x FROM (VALUES (1, [1, 2]), (2, []), (3, NULL), (4, [NULL])) t(id, l), unnest(t.l) AS u(x) ORDER BY id, x
SELECT id, x FROM (VALUES (1, [1, 2]), (2, []), (3, NULL)) t(id, l) LEFT JOIN LATERAL unnest(t.l) AS u(x) ON TRUE ORDER BY id, x
SELECT id, x FROM (VALUES (1, [1, 2]), (2, [3])) t(id, l) CROSS JOIN unnest(l) AS u(x) WHERE x > 1 ORDER BY x
SELECT id, sum(x) FROM (VALUES (1, [1, 2]), (2, [3]), (3, [])) t(id, l), unnest(l) u(x) GROUP BY id ORDER BY id
SELECT id, (SELECT sum(x) FROM unnest(l) u(x)), (SELECT count(*) FROM unnest(l) u(x) WHERE x > 1) FROM (VALUES (1, [1, 2]), (2, [3]), (3, []), (4, NULL)) t(id, l) ORDER BY id
SELECT id FROM (VALUES (1, [1, 2]), (2, [3]), (3, NULL)) t(id, l) WHERE EXISTS (SELECT 1 FROM unnest(l) u(x) WHERE x = 2) OR 3 IN (SELECT x FROM unnest(l) v(x)) ORDER BY id
SELECT unnest([1, 2, 3]), unnest([10, 20]) ORDER BY 1
SELECT id, unnest(l) AS x FROM (VALUES (1, [1, 2]), (2, []), (3, NULL)) t(id, l) ORDER BY id, x
SELECT unnest([1, 2]) + 1 AS x ORDER BY x
SELECT 1, unnest([])
SELECT unnest(NULL)
SELECT count(*) FROM (SELECT unnest([1, 2, 3]) AS x)
SELECT x * 2 FROM (SELECT unnest([1, 2, 3]) AS x) WHERE x > 1 ORDER BY 1
SELECT 7 FROM (SELECT unnest([1, 2, 3]) AS x)
SELECT DISTINCT unnest([1, 1, 2]) AS x ORDER BY x
SELECT 5 IN (SELECT unnest([5, 6])), 7 IN (SELECT unnest([5, 6]))
SELECT unnest(string_split('b a', ' ')) AS w ORDER BY w
SELECT w, count(*) FROM (SELECT unnest(string_split('a b a c b a', ' ')) AS w) GROUP BY w ORDER BY 2 DESC, 1
SELECT id, x FROM odd, unnest([id, id * 10]) AS u(x) WHERE id < 4 ORDER BY id, x
SELECT sum(x), count(*) FROM range(5000) t(i), unnest([i, i + 1, NULL]) AS u(x)
SELECT sum(len(x)), count(*) FROM (SELECT string_split(repeat('ab,', i % 7), ',') AS l FROM range(5000) t(i)) t, unnest(l) AS u(x)
! SELECT * FROM odd WHERE unnest([1]) = 1
! SELECT unnest(unnest([[1]]))
! SELECT unnest(1)
! SELECT * FROM unnest('a')
SELECT unnest([1, 2, 3]) AS x ORDER BY x DESC LIMIT 2
SELECT unnest([1, 2, 3]) AS x LIMIT 1
SELECT max(x) FROM (SELECT DISTINCT unnest([1, 1, 2]) AS x)
SELECT unnest(list(id ORDER BY id)) AS x FROM odd WHERE id < 4 ORDER BY x

-- Booleans as strings, and names of the session.
SELECT p::VARCHAR, p || 'x', concat(p, i), CAST(i > 0 AS VARCHAR), length(p::VARCHAR) FROM odd
SELECT upper(CAST(p AS VARCHAR)), count(*) FROM odd GROUP BY 1
SELECT id FROM odd WHERE p::VARCHAR = 'true'

-- Correlated sub-queries in the condition of an inner join.
SELECT o.id, x.id FROM odd o JOIN odd x ON o.i = x.i AND EXISTS (SELECT 1 FROM odd q WHERE q.id = o.id + 1 AND q.i <> x.b)
SELECT o.id FROM odd o JOIN odd x ON o.id = x.id AND (SELECT MAX(q.i) FROM odd q WHERE q.id < x.id AND q.b > o.i) > 0
SELECT o.id FROM odd o JOIN odd x ON EXISTS (SELECT 1 FROM odd q WHERE (SELECT MIN(TRUE) FROM odd r WHERE r.id < x.i))
SELECT o.id, x.id FROM odd o JOIN odd x ON o.i IN (SELECT q.i FROM odd q WHERE q.id <> x.id AND q.id >= o.id) AND o.id < x.id
-- parts of times by strings, percentages of LIMIT, set operations by name, PIVOT
SELECT extract('year' FROM d), extract('MONTH' FROM ts), extract('dow' FROM d) FROM odd WHERE d IS NOT NULL ORDER BY id
! SELECT extract('fortnight' FROM DATE '2020-01-01')
SELECT id FROM odd ORDER BY id LIMIT 50%
SELECT id FROM odd ORDER BY id DESC LIMIT 34 PERCENT
SELECT id FROM odd ORDER BY id LIMIT 16%
SELECT id FROM odd ORDER BY id LIMIT 0%
SELECT id FROM odd ORDER BY id LIMIT 100%
SELECT id FROM odd ORDER BY id LIMIT 50% OFFSET 2
SELECT id FROM odd ORDER BY i NULLS FIRST, id DESC LIMIT 66.7%
SELECT i FROM nothing ORDER BY i LIMIT 50%
SELECT count(*) FROM (SELECT * FROM range(5000) LIMIT 12.5%)
SELECT max(i) FROM (SELECT i FROM range(5000) t(i) ORDER BY i LIMIT 10%)
SELECT s FROM odd ORDER BY length(s) NULLS FIRST, id LIMIT 50%
! SELECT id FROM odd LIMIT 101%
SELECT 1 AS a, 2 AS b UNION ALL BY NAME SELECT 3 AS b, 4 AS a ORDER BY a
SELECT 1 AS a, 2 AS b UNION BY NAME SELECT 2 AS b, 1 AS a
SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS b UNION ALL BY NAME SELECT 3 AS c, 4 AS A ORDER BY ALL
SELECT id, s FROM odd UNION ALL BY NAME SELECT d, id FROM odd ORDER BY id, s NULLS FIRST, d NULLS FIRST
WITH x AS (SELECT id, n FROM odd), y AS (SELECT i AS n, id FROM odd) SELECT * FROM x UNION BY NAME SELECT * FROM y ORDER BY id, n
SELECT * FROM (SELECT i FROM nothing UNION ALL BY NAME SELECT s FROM nothing)
SELECT count(*), count(k) FROM (SELECT i FROM range(3000) t(i) UNION ALL BY NAME SELECT i AS k FROM range(2500) t(i))
SELECT id FROM odd WHERE id IN (SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS a) ORDER BY id
SELECT * FROM (PIVOT (SELECT id, p, i FROM odd) ON p IN (TRUE, FALSE) USING sum(i) GROUP BY id) ORDER BY id
PIVOT (VALUES (1, 'x', 10), (1, 'y', 20), (2, 'x', 5), (2, 'x', 6)) t(k, c, v) ON c IN ('x', 'y') USING sum(v) GROUP BY k ORDER BY k
PIVOT (VALUES (1, 'x', 10), (1, 'y', 20), (2, 'x', 5), (2, 'x', 6)) t(k, c, v) ON c IN ('x', 'y') USING sum(v) ORDER BY k
PIVOT (VALUES (1, 'x', 10), (1, 'y', 20), (2, 'x', 5)) t(k, c, v) ON c IN ('x', 'y', 'z') USING sum(v) AS s, count(*) AS n GROUP BY k ORDER BY k
PIVOT (VALUES (1, 'x', 10), (1, 'y', 20), (2, 'x', 5)) t(k, c, v) ON c IN ('x', 'y') USING max(v) AS m, min(v) AS n ORDER BY k
PIVOT (SELECT i, s FROM nothing) ON s IN ('a') USING sum(i)
-- more functions of lists
SELECT list_has_all([1, 2, 3], [1, 2]), list_has_any([1, 2], [2, 3]), list_has_all([1, NULL], [NULL]), list_has_any([NULL], [NULL]), list_has_all([1], []), list_has_all(NULL, [1])
SELECT [1, 2] @> [1], [1, 3] <@ [1, 2], [1, 2] && [2], array_has_all([1], [2, NULL]), array_has_any([1], NULL), list_has_any([1, 2], [2.0]), list_has_all(['a', ''], ['']), list_has_any([[1], [2]], [[2]])
SELECT list_resize([1, 2], 4), list_resize([1, 2], 4, 9), list_resize([1, 2, 3], 1), list_resize([1], NULL), list_resize(NULL, 2), array_resize(['a'], 3, 'b')
! SELECT list_resize([1, 2], -1)
SELECT list_where([1, 2, 3], [true, false, true]), list_where([1, 2, 3], [true]), list_where([1, 2], [true, true, true]), list_where([1], NULL), list_where(NULL, [true])
! SELECT list_where([1, 2], [true, NULL])
SELECT list_select([10, 20, 30], [3, 1, 1]), list_select([10, 20], [5]), list_select([10, 20], [0]), list_select([10, 20], [-1]), array_select(['a', NULL], [2, 1]), list_select([1], NULL)
! SELECT list_select([10, 20], [NULL])
SELECT list_intersect([1, 2, 2, 3], [2, 3, 4]), list_intersect([1, NULL], [NULL, 1]), list_intersect(NULL, [1]), list_intersect([1], NULL), list_intersect([3, 1, 2, 1], [1, 3]), array_intersect(['a'], ['b'])
SELECT list_grade_up([3, 1, 2, NULL]), list_grade_up([3, 1, 2], 'DESC'), list_grade_up([3, NULL, 2], 'DESC', 'NULLS FIRST'), list_grade_up([1, 1, 2, 2], 'DESC'), list_grade_up([1, NULL, 1, NULL]), array_grade_up(['b', '', 'a'])
SELECT regexp_extract_all('a1b22', '[0-9]+'), regexp_extract_all('a1b22', '([a-z])([0-9]+)', 2), regexp_extract_all('x', 'y'), regexp_extract_all('abc', ''), regexp_extract_all('a1', NULL), regexp_extract_all('a1b', '(x)?[a-z]', 1)
! SELECT regexp_extract_all('a1', '(1)', 5)
SELECT array_length([1, 2], 1), array_push_front([1, 2], 0), array_pop_front([1, 2, 3]), array_pop_back([1, 2, 3]), array_pop_front(list_where([1], [false])), array_pop_back(['a', 'b'])
SELECT list_first([NULL, 1]), list_last([1, NULL]), list_any_value([NULL, 1]), list_product([2, 3]), list_bool_and([true, NULL]), list_bool_or([NULL, false]), list_bool_and([true, false]), list_string_agg(['a', NULL, 'b'])
SELECT list_median([1, 2, 4, 9]), list_median([NULL, 3, 1]), list_var_pop([1, 2, 4]), list_var_samp([1, 2, 4]), list_stddev_samp([1]), list_stddev_samp([1, 2]), list_stddev_pop([1]), list_product([NULL, 2])
SELECT list_aggregate([1, 2], 'sum'), list_aggr(['a', 'b'], 'string_agg', '-'), array_aggregate([1, NULL], 'count'), list_aggregate([1, 2], 'max'), list_aggregate(NULL, 'min'), array_aggr([1.5, 2.5], 'avg')
SELECT list_dot_product([1.0, 2.0], [3.0, 4.0]), list_distance([1, 2], [4, 6]), list_cosine_similarity([1.0, 2.0], [2.0, 4.0]), list_negative_inner_product([1], [2]), list_cosine_distance([1, 0], [0, 1]), list_distance(NULL, [1])
! SELECT list_distance([1, 2], [1])
! SELECT list_distance([1, NULL], [1, 2])
SELECT list_reverse_sort([1, NULL, 2], 'NULLS FIRST'), list_reverse_sort([1, NULL, 2])
SELECT id, list_sort(list_intersect([i, id], [id, 1])), list_has_all([i, id], [i]), list_grade_up([i, id, b]), list_resize([s], id % 3, t), list_median([i, id]) FROM odd ORDER BY id
SELECT ARRAY(SELECT 1 WHERE false), ARRAY(SELECT 1), ARRAY(SELECT unnest([3, 1, 2]) AS x ORDER BY x), ARRAY(SELECT s FROM odd ORDER BY id), ARRAY(SELECT i FROM odd WHERE id > 100)
SELECT ARRAY(SELECT x FROM (VALUES (3), (1), (2)) t(x) ORDER BY x DESC LIMIT 2), ARRAY(SELECT x FROM (VALUES (3), (NULL), (2)) t(x) ORDER BY -x NULLS LAST), ARRAY(SELECT DISTINCT x FROM (VALUES (3), (1), (1)) t(x) ORDER BY x), ARRAY(SELECT x AS y FROM (VALUES (3), (1)) t(x) ORDER BY y)
SELECT o.id, ARRAY(SELECT q.id FROM odd q WHERE q.i = o.i ORDER BY q.id DESC) FROM odd o ORDER BY o.id
SELECT ARRAY(SELECT id FROM odd ORDER BY i DESC NULLS FIRST, id LIMIT 3 OFFSET 1), ARRAY(SELECT 1 UNION ALL SELECT 2 ORDER BY 1 DESC), len(ARRAY(SELECT id FROM odd))
! SELECT ARRAY(SELECT 1, 2)
-- lambda functions
SELECT list_transform([1, 2], lambda x : x + 1), list_transform([1, 2], lambda x, i : x + i), list_transform([1, NULL], lambda x : x IS NULL), list_transform([1, 2], lambda x : NULL), list_transform([], lambda x : x + 1), list_transform(NULL, lambda x : x + 1)
SELECT list_filter([1, NULL, 3], lambda x : x > 1), list_filter(['a', 'b'], lambda x, i : i > 1), list_filter([1, 2, 3], lambda x : x - 1), list_filter(['a'], lambda x : NULL), list_filter([5, 6, 7], lambda x, i : i % 2 = 1), list_filter(NULL, lambda x : TRUE)
SELECT list_reduce([1, 2, 3], lambda a, b : a * b), list_reduce([1, 2, 3], lambda a, b : a * b + 0.5), list_reduce([1, 2, 3], lambda a, b, i : a * b + i, 10), list_reduce([1, 2, 3], lambda a, b, i : i), list_reduce([7], lambda a, b : a - b), list_reduce([7], lambda a, b : a - b, 1)
SELECT list_reduce(list_filter([1], lambda x : FALSE), lambda a, b : a * b, 5), list_reduce([1, NULL, 3], lambda a, b : coalesce(a, 0) + coalesce(b, 0)), list_reduce(['a', 'b'], lambda a, b : a || b, 'z'), list_reduce([1, 2, 3], lambda a, b : a + b, 1.5), list_reduce([[1], [2, 3]], lambda a, b : list_concat(a, b)), list_reduce([1, 2], lambda a, b : NULL), list_reduce([1], lambda a, b : a + b, NULL)
! SELECT list_reduce(list_filter([1], lambda x : FALSE), lambda a, b : a * b)
! SELECT list_reduce([1, 2], lambda a, b : [a, b])
! SELECT list_transform([1, 2], lambda x, y, z : x)
! SELECT list_transform([1, 2])
! SELECT list_transform(1, lambda x : x)
! SELECT list_transform([1], lambda x : (SELECT x))
! SELECT list_filter([1], lambda x : y)
! SELECT list_transform([1, 0], lambda x : CAST('a' AS INTEGER) + x)
SELECT [x + 1 for x in [10, 20, 30] if x > 10], [x + i for x, i in [10, 20, 30] if x > 10], [x for x in [1, 2] if FALSE], [upper(s) for s in ['a', 'b']], [[y + x for y in [1, 2]] for x in [10, 20]], [x for x in NULL]
SELECT list_transform([[1, 2], [3], NULL, []], lambda l : list_transform(l, lambda x : x + len(l))), list_transform([1, 2], lambda x : list_transform([x, 5], lambda x : x * 10)), list_filter([[1], []], lambda l : len(l) > 0)
SELECT apply([1, 2], lambda x : x + 1), reduce([1, 2], lambda x, y : x + y), list_apply([1], lambda x : x), array_apply([1], lambda x : x), array_filter([1, 2], lambda x : x > 1), array_reduce([1, 2], lambda x, y : x - y), array_transform([1], lambda x : x)
SELECT list_transform(t.l, lambda l : l + len(t.l)) FROM (SELECT [1, 2] AS l) t
SELECT list_transform([1, 2], lambda x : x + sum(a)) FROM (VALUES (1), (2)) t(a)
SELECT len(list_transform([1, 2], lambda x : x)), list_sum(list_transform([1, 2, 3], lambda x : x * x)), unnest(list_transform([3, 4], lambda x : x * 2)), list_transform(['a', NULL, ''], lambda s : s || '!'), list_transform([DATE '2020-01-31', NULL], lambda d : year(d)), list_transform([1.5, 2.5], lambda x : x * 2)
SELECT id, list_transform([i, id, NULL], lambda x : x = b), list_filter([i, id], lambda x : x > b), list_transform([s, t], lambda x : x || s), [x || id for x in [s, t] if x IS NOT NULL] FROM odd ORDER BY id
SELECT id, list_reduce([id, id + 1, id + 2], lambda a, x : a + x * id), list_reduce(range(id), lambda a, x : a + x, 0), list_reduce(list_transform(range(id + 1), lambda x : s), lambda a, x : coalesce(a, '-') || coalesce(x, '+')) FROM odd ORDER BY id
SELECT id FROM odd WHERE list_has_any(list_transform([id, id + 1], lambda x : x * 2), [6, 8]) ORDER BY id
SELECT list_transform([id % 3, 1], lambda x : x + 1) AS l, count(*) FROM odd GROUP BY l ORDER BY l
SELECT o.id, q.id FROM odd o JOIN odd q ON list_sum([x * 2 for x in [o.id, q.id]]) = 10 ORDER BY 1, 2
SELECT n, len(l), list_sum(l), list_sum(list_filter(l, lambda x : x % 7 = n % 7)), list_reduce(l, lambda a, x, i : (a * 31 + x * n + i) % 1000003, n) FROM (SELECT n, list_transform(range(n), lambda x, i : x * n + i) AS l FROM (VALUES (0), (1), (2047), (2048), (2049), (5000), (3)) t(n)) u ORDER BY n
SELECT sum(list_sum(list_transform([n, n % 10, NULL], lambda x : x + n % 3))), sum(len(list_filter(range(n % 5), lambda x : x < n % 4))), sum(list_reduce([n, 1, n % 17], lambda a, x : a + x, 0)) FROM range(140000) t(n)
SELECT id, ARRAY(SELECT list_sum(list_transform([q.id, o.id], lambda x : x + o.id)) FROM odd q WHERE q.id <= o.id ORDER BY q.id) FROM odd o ORDER BY id
SELECT list_sort(list_transform(list(id), lambda x : x + 1)), list_sum([x for x in list(id) if x % 2 = 0]) FROM odd
! SELECT [1, x for x in [1]]
-- correlated sub-queries of all forms: within one another, below limits, set operations, windows and outer joins
SELECT id, (SELECT count(*) FROM odd b WHERE b.i = a.i AND b.s NOT IN (SELECT c.s FROM odd c WHERE c.id = b.id + 1)) FROM odd a ORDER BY id
SELECT id, (SELECT count(*) FROM odd b WHERE b.id > a.id AND EXISTS (SELECT 1 FROM odd c WHERE c.id < b.id AND c.id > a.id)) FROM odd a ORDER BY id
SELECT id, (SELECT max(b.i) FROM odd b WHERE b.i <> a.i AND b.id IN (SELECT c.id FROM odd c WHERE c.i = b.i OR c.i = a.i)) FROM odd a ORDER BY id
SELECT id, (SELECT b.id FROM odd b WHERE b.id > a.id AND b.id NOT IN (SELECT c.id FROM odd c WHERE c.id = a.id + 1) ORDER BY b.id LIMIT 1) FROM odd a ORDER BY id
SELECT id, (SELECT b.id FROM odd b WHERE b.id >= a.id ORDER BY b.id DESC LIMIT 1 OFFSET 1) FROM odd a ORDER BY id
SELECT id, (SELECT count(*) FROM (SELECT b.i FROM odd b WHERE b.id <= a.id UNION SELECT a.i EXCEPT SELECT c.i FROM odd c WHERE c.id = a.id + 1) AS u) FROM odd a ORDER BY id
SELECT id, (SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY b.id) AS r FROM odd b WHERE b.id < a.id AND EXISTS (SELECT 1 FROM odd c WHERE c.id = b.id AND c.id <> a.id)) AS w) FROM odd a ORDER BY id
SELECT id, (SELECT count(c.id) FROM odd b LEFT JOIN odd c ON c.id = b.id + a.id WHERE b.id <= a.id) FROM odd a ORDER BY id
SELECT id, (SELECT count(*) FROM odd b FULL JOIN (SELECT * FROM odd d WHERE d.id < a.id) c ON c.id = b.id + 1) FROM odd a ORDER BY id
SELECT id, (SELECT sum(n) FROM (SELECT b.i, count(*) AS n FROM odd b WHERE b.id <> a.id GROUP BY b.i HAVING count(*) >= (SELECT min(c.id) FROM odd c WHERE c.id >= a.id - 3)) AS g) FROM odd a ORDER BY id
SELECT id FROM odd a WHERE i > ALL (SELECT b.i FROM odd b WHERE b.id < a.id AND b.i IN (SELECT c.i FROM odd c WHERE c.id <> a.id)) ORDER BY id
SELECT id FROM odd a WHERE CASE WHEN i > 0 THEN EXISTS (SELECT 1 FROM odd b WHERE b.i > a.i AND NOT EXISTS (SELECT 1 FROM odd c WHERE c.i > b.i AND c.id <> a.id)) ELSE id IN (SELECT b.id FROM odd b WHERE b.s = a.s) END ORDER BY id
SELECT a.id, l.n, l.m FROM odd a, LATERAL (SELECT count(*) AS n, max(b.id) AS m FROM odd b WHERE b.id < a.id AND b.id NOT IN (SELECT c.id FROM odd c WHERE c.id = a.id - 1)) AS l ORDER BY a.id
SELECT a.id, l.id FROM odd a LEFT JOIN LATERAL (SELECT b.id FROM odd b WHERE b.id > a.id AND b.id IN (SELECT c.id FROM odd c WHERE c.id < a.id + 3) ORDER BY b.id LIMIT 2) AS l ON TRUE ORDER BY a.id, l.id
-- conditions that equalities of joins imply
SELECT a.id, b.id FROM odd a JOIN odd b ON a.i = b.i WHERE a.i = 1 ORDER BY 1, 2
SELECT a.id, b.id FROM odd a LEFT JOIN odd b ON a.i = b.i AND b.id <> a.id WHERE a.i >= 0 ORDER BY 1, 2
SELECT a.id, b.id FROM odd a LEFT JOIN odd b ON a.id = b.id AND a.id < 3 ORDER BY 1, 2
SELECT a.id, b.id FROM (SELECT * FROM odd WHERE id < 4) a FULL JOIN odd b ON a.id = b.id ORDER BY 1, 2
SELECT a.id, b.id FROM (SELECT * FROM odd WHERE id < 4) a RIGHT JOIN odd b ON a.id = b.id WHERE b.id IN (1, 3, 5) ORDER BY 1, 2
SELECT id FROM odd a WHERE id > 2 AND id NOT IN (SELECT b.id FROM odd b WHERE b.i IS NOT NULL) ORDER BY id
SELECT id FROM odd a WHERE id > 2 AND NOT EXISTS (SELECT 1 FROM odd b WHERE b.id = a.id AND b.i > 0) ORDER BY id
SELECT a.s, a.n, b.n FROM (SELECT s, count(*) AS n FROM odd GROUP BY s) a, (SELECT s, sum(id) AS n FROM odd GROUP BY s) b WHERE a.s = b.s AND a.s BETWEEN 'A' AND 'c' ORDER BY a.s
SELECT a.k, a.n, b.n FROM (SELECT 1 AS k, count(*) AS n FROM odd) a LEFT JOIN (SELECT id AS k, count(*) AS n FROM odd GROUP BY id) b ON a.k = b.k
SELECT a.id, b.id, c.id FROM odd a, odd b, odd c WHERE a.id = b.id AND b.id = c.id AND (a.id < 3 OR a.id = 5) ORDER BY 1
SELECT x.i, count(*) FROM odd x JOIN (SELECT i FROM odd UNION SELECT id FROM odd) y ON x.i = y.i WHERE x.i <> 2 GROUP BY x.i ORDER BY 1
-- filters on ranks
SELECT id, r FROM (SELECT id, rank() OVER (PARTITION BY b ORDER BY i DESC NULLS LAST) AS r FROM odd) t WHERE r <= 2 ORDER BY id
SELECT id, r FROM (SELECT id, rank() OVER (ORDER BY s NULLS FIRST) AS r FROM odd) t WHERE r < 3 ORDER BY id
SELECT id, r FROM (SELECT id, row_number() OVER (PARTITION BY i ORDER BY id) AS r FROM odd) t WHERE 1 = r ORDER BY id
SELECT id, r, d FROM (SELECT id, rank() OVER w AS r, dense_rank() OVER w AS d FROM odd WINDOW w AS (PARTITION BY b ORDER BY i)) t WHERE r BETWEEN 2 AND 3 ORDER BY id
SELECT id, r, q FROM (SELECT id, rank() OVER (ORDER BY i) AS r, rank() OVER (ORDER BY i, id) AS q FROM odd) t WHERE r <= 3 ORDER BY id
SELECT id, r, q FROM (SELECT id, rank() OVER (ORDER BY i) AS r, row_number() OVER (ORDER BY i, id) AS q FROM odd) t WHERE q IN (1, 3) ORDER BY id
SELECT id, r, n FROM (SELECT id, rank() OVER (ORDER BY i) AS r, count(*) OVER () AS n FROM odd) t WHERE r <= 2 ORDER BY id
SELECT id, d FROM (SELECT id, dense_rank() OVER (ORDER BY b) AS d FROM odd) t WHERE d <= 1 ORDER BY id
SELECT id, r FROM (SELECT id, rank() OVER (ORDER BY i) AS r FROM odd) t WHERE r <= 0 OR r > 3 ORDER BY id
SELECT id, r FROM (SELECT id, rank() OVER (ORDER BY i) AS r FROM odd) t WHERE r < 2.5 AND r <> 1 ORDER BY id
SELECT id FROM odd QUALIFY row_number() OVER (PARTITION BY b ORDER BY id DESC) = 1 ORDER BY id
SELECT count(*), sum(n) FROM (SELECT n, rank() OVER (PARTITION BY n % 7 ORDER BY n % 1001 DESC, n) AS r FROM range(300000) t(n)) u WHERE r <= 5
SELECT count(*), sum(n) FROM (SELECT n, row_number() OVER (PARTITION BY n // 2 ORDER BY n DESC) AS r FROM range(300000) t(n)) u WHERE r = 1
SELECT count(*), sum(n) FROM (SELECT n, rank() OVER (ORDER BY (n * 7919) % 10007) AS r FROM range(300000) t(n)) u WHERE r < 100
-- rows of VALUES whose values have several types
SELECT * FROM (VALUES (1, NULL), (2, 'x')) v(a, b) ORDER BY a
SELECT * FROM (VALUES (1, 'x'), ('2', NULL)) v(a, b) ORDER BY a
SELECT a + 1 FROM (VALUES (1), ('2'), (NULL)) v(a) ORDER BY 1
SELECT a FROM (VALUES (DATE '2020-01-01'), (NULL), ('2020-01-02')) v(a) ORDER BY a
SELECT a FROM (VALUES (1), (2.5), (NULL), (1e0)) v(a) ORDER BY a
! SELECT a FROM (VALUES (1), ('x')) v(a)
! SELECT a FROM (VALUES (1, 2), (3)) v(a)
-- macros
SELECT plus(1), plus(1, 2), plus(1, b := 3), plus(1, 2, 3), PLUS(plus(1), plus(2))
SELECT id, plus(i), choice(p, s), twice(id) FROM odd WHERE id <> 5 ORDER BY id
SELECT p, spread(id), count(*) FROM odd GROUP BY ALL ORDER BY p
SELECT spread(id) FROM odd HAVING spread(id) > 1
SELECT twice(id) AS t, count(*) FROM odd GROUP BY twice(id) HAVING twice(id) > 2 ORDER BY t
SELECT id FROM odd WHERE twice(id) IN (2, 4) ORDER BY -twice(id)
SELECT sum(twice(id)) OVER (ORDER BY twice(id)) AS w FROM odd ORDER BY w
SELECT largest(3), largest(id), largest(0) FROM odd ORDER BY id
SELECT * FROM firsts(2) ORDER BY id
SELECT f.id, firsts.n FROM firsts(2, k := 1) AS f JOIN firsts(3) AS firsts ON f.id = firsts.id ORDER BY f.id
SELECT a, b, c FROM firsts(1) AS f(a, b, c)
SELECT * FROM joined(2) ORDER BY s
SELECT (SELECT max(id) FROM firsts(4)), id FROM firsts(2) ORDER BY id
WITH firsts AS (SELECT 1 AS one) SELECT * FROM firsts, firsts(1) AS f
SELECT list_transform([1, 2], lambda b : plus(b, 1))
! SELECT plus()
! SELECT plus(1, 2, 3, 4)
! SELECT plus(1, d := 2)
! SELECT plus(b := 1)
! SELECT firsts(1)
! SELECT * FROM plus(1, 2)
! SELECT twice('a')
-- structs
SELECT {'a': 1, 'b': 'x'}
SELECT {a: 1, "B c": 'it''s', 'd': ' x', e: NULL, f: '', g: 'null', h: [1,2], i: {'j': 1.5}}
SELECT ROW(1, 'x, y'), (1, 2)
SELECT struct_extract({'a':1}, 'A')
SELECT {'a':1}['a'], {'a':1}.a, ({'a':1}).a, {'a':1}['A']
SELECT {'a':1} = {'a':1.0}, {'a':1} = {'b':1}
SELECT {'a':1} = ROW(1)
SELECT {'a':NULL} = {'a':NULL}, {'a':NULL} < {'a':1}, {'a':NULL} > {'a':1}, ROW(NULL) = ROW(NULL), (1, NULL) = (1, NULL)
SELECT {'a':NULL} IS NULL, NULL::STRUCT(a INTEGER) IS NULL
SELECT {'a':1,'b':2}::STRUCT(b INTEGER, a BIGINT)
SELECT {'a':1,'b':2}::STRUCT(a INTEGER)
SELECT {'a':1}::STRUCT(a INTEGER, b VARCHAR)
SELECT ROW(1, 'x')::STRUCT(a INTEGER, b VARCHAR), {'a':1}::VARCHAR
SELECT [{'a':1},{'a':2.5}], [{'a':1},{'b':2}], [{'a':1}, NULL]
SELECT [ROW(1), ROW(2)], [ROW(1), {'a': 2}]
SELECT s.* FROM (SELECT {'a':1,'b':2} AS s) t
SELECT t.s.a, s.a FROM (SELECT {'a':1,'b':2} AS s) t
SELECT unnest({'a':1,'b':2})
SELECT * FROM unnest([{'a':1,'b':2},{'a':3,'b':4}])
SELECT * FROM unnest([{'a':1,'b':2},{'a':3,'b':4}]) AS u(x)
SELECT t FROM (VALUES (1,2),(3,4)) t(x,y)
SELECT array_agg({'a': x}) FROM (VALUES (1),(2)) t(x)
SELECT {'a': TRUE, 'd': DATE '2020-01-01', 'ts': TIMESTAMP '2020-01-01 12:00:00', 'f': 1.5::DOUBLE, 'x': 'a:b'}
SELECT {'it''s': 1, 'x y': 2}
SELECT struct_keys({'a':1}), struct_values({'a':1})
SELECT struct_concat({'a':1},{'b':2}), struct_update({'a':1}, a := 2)
SELECT COALESCE(NULL, {'a':1}), CASE WHEN TRUE THEN {'a':1} ELSE {'a':2.5} END
SELECT {'a':1} UNION ALL SELECT {'a':2.5} ORDER BY 1
SELECT {'a':1} UNION ALL SELECT {'b':2.5}
SELECT max({'a': x}), min({'a': x}), count(DISTINCT {'a': x}), arg_max({'a':x}, x), first({'a':x} ORDER BY x) FROM (VALUES (1),(2)) t(x)
SELECT {'a':1} IN ({'a':1},{'a':2}), {'a': 1} BETWEEN {'a':0} AND {'a':2}
SELECT list_transform([1,2], lambda x : {'v': x}), list_sort([{'a':2},{'a':1}]), list_contains([{'a':1}], {'a':1})
SELECT greatest({'a':1},{'a':2})
SELECT {'id': id, 'name': name, 'x': x, 'd': d, 's': s} FROM people ORDER BY id
SELECT id, r.name, r.x + 1 FROM (SELECT id, {'name': name, 'x': x} AS r FROM people) q ORDER BY id
SELECT q.r.name FROM (SELECT id, {'name': name, 'x': x} AS r FROM people) q ORDER BY q.r.name, q.id
SELECT r, count(*) FROM (SELECT {'name': name, 'x': x} AS r FROM people) q GROUP BY r ORDER BY r
SELECT r.name, sum(r.x) FROM (SELECT {'name': name, 'x': x} AS r FROM people) q GROUP BY r.name ORDER BY r.name
SELECT DISTINCT {'name': name, 'x': x} AS r FROM people ORDER BY r DESC
SELECT DISTINCT ROW(name, x) AS r FROM people ORDER BY r
SELECT a.id, b.id FROM people a JOIN people b ON {'n': a.name, 'x': a.x} = {'n': b.name, 'x': b.x} ORDER BY 1, 2
SELECT a.id, b.id FROM (SELECT id, {'n': name} r FROM people) a JOIN (SELECT id, {'n': name} r FROM people) b ON a.r = b.r ORDER BY 1, 2
SELECT a.id, b.id FROM (SELECT id, {'n': name} r FROM people) a JOIN (SELECT id, {'n': name} r FROM people) b ON a.r.n = b.r.n AND a.id <> b.id ORDER BY 1, 2
SELECT a.id, b.r FROM people a LEFT JOIN (SELECT id, {'n': name} r FROM people WHERE id < 3) b ON a.id = b.id ORDER BY 1
SELECT a.id, b.r.n FROM people a LEFT JOIN (SELECT id, {'n': name} r FROM people WHERE id < 3) b ON a.id = b.id ORDER BY 1
SELECT a.id, b.r IS NULL FROM people a LEFT JOIN (SELECT id, {'n': name} r FROM people WHERE id < 3) b ON a.id = b.id ORDER BY 1
SELECT id FROM people WHERE {'a': x} = {'a': 10} ORDER BY id
SELECT id FROM people WHERE (name, x) = ('ann', 10) ORDER BY id
SELECT id FROM people WHERE (name, x) IN (('ann', 10), ('bob', 1)) ORDER BY id
SELECT id FROM people WHERE (name, x) IN (SELECT name, x FROM people WHERE id = 4) ORDER BY id
SELECT id FROM people WHERE {'n': name, 'x': x} IN (SELECT {'n': name, 'x': x} FROM people WHERE id = 4) ORDER BY id
SELECT id FROM people WHERE {'x': x} > {'x': 5} ORDER BY id
SELECT id FROM people WHERE (x, id) > (10, 1) ORDER BY id
SELECT array_agg({'id': id, 'n': name} ORDER BY id) FROM people
SELECT name, array_agg({'id': id, 'x': x} ORDER BY id DESC) FROM people GROUP BY name ORDER BY name
SELECT list_transform(array_agg({'id': id, 'x': x} ORDER BY id), lambda r : r.x * 2) FROM people
SELECT list_filter(array_agg({'id': id, 'x': x} ORDER BY id), lambda r : r.x > 0) FROM people
SELECT list_sort(array_agg({'x': x, 'id': id})) FROM people
SELECT u.e.id, u.e.n FROM (SELECT array_agg({'id': id, 'n': name} ORDER BY id) l FROM people) q, unnest(q.l) AS u(e)
SELECT unnest({'a': 1, 'b': [1,2]}), 5 AS z
SELECT max({'x': x, 'id': id}), min({'x': x, 'id': id}) FROM people
SELECT arg_max({'id': id, 'n': name}, x) FROM people
SELECT first({'a': id} ORDER BY id DESC), last({'a': id} ORDER BY id DESC), any_value({'a': 1}) FROM people
SELECT count({'a': x}), count(DISTINCT {'a': x}) FROM people
SELECT id, lag({'a': x}) OVER (ORDER BY id), first_value({'a': x}) OVER (ORDER BY id) FROM people ORDER BY id
SELECT id, row_number() OVER (PARTITION BY r.name ORDER BY r.x, id) FROM (SELECT id, {'name': name, 'x': x} AS r FROM people) q ORDER BY id
SELECT id FROM (SELECT id, {'name': name, 'x': x} AS r FROM people) q QUALIFY row_number() OVER (PARTITION BY r.name ORDER BY id) = 1 ORDER BY id
SELECT t FROM people t ORDER BY t.id
SELECT people FROM people WHERE id = 1
SELECT array_agg(t ORDER BY t.id) FROM (SELECT id, x FROM people) t
SELECT count(t) FROM people t
SELECT t.id FROM people t WHERE EXISTS (SELECT 1 FROM (SELECT {'k': id} r FROM people) q WHERE q.r.k = t.id AND r.k > 3) ORDER BY 1
SELECT (SELECT {'m': max(x)} FROM people) AS m
SELECT id, (SELECT {'m': max(b.x), 'c': count(*)} FROM people b WHERE b.name = a.name) FROM people a ORDER BY id
SELECT id, (SELECT {'m': max(b.x), 'c': count(*)} FROM people b WHERE b.name = a.name).c FROM people a ORDER BY id
WITH w AS (SELECT {'a': id} r FROM people) SELECT w1.r, w2.r.a FROM w w1, w w2 WHERE w1.r = w2.r ORDER BY 1
SELECT {'a': x} FROM people UNION SELECT {'a': id} FROM people ORDER BY 1
SELECT {'a': x} FROM people EXCEPT SELECT {'a': 10} ORDER BY 1
SELECT {'a': x} FROM people INTERSECT SELECT {'a': 10} ORDER BY 1
SELECT coalesce(r, {'a': 0}) FROM (SELECT CASE WHEN x > 0 THEN {'a': x} END r, id FROM people) q ORDER BY id
SELECT CASE WHEN x > 0 THEN {'a': x} ELSE {'a': 1.5} END FROM people ORDER BY id
SELECT r IS DISTINCT FROM {'a': 10}, r IS NOT DISTINCT FROM NULL FROM (SELECT CASE WHEN x > 0 THEN {'a': x} END r, id FROM people) q ORDER BY id
SELECT {'a': {'b': {'c': id}}}.a.b.c FROM people ORDER BY id
SELECT r.a.b FROM (SELECT {'a': {'b': id}} r FROM people) q ORDER BY r.a.b
SELECT r['a']['b'] FROM (SELECT {'a': {'b': id}} r FROM people) q ORDER BY 1
SELECT (r).a.b, ((r).a).b FROM (SELECT {'a': {'b': id}} r FROM people) q ORDER BY 1
SELECT l[1].a, l[2].a, l[3].a FROM (SELECT [{'a': 1}, {'a': 2}] l) q
SELECT r.l[1], r.l[1:1] FROM (SELECT {'l': [1,2]} r) q
SELECT r.l[1].z FROM (SELECT {'l': [{'z': 7}]} r) q
SELECT CAST(r AS STRUCT(a VARCHAR, b DOUBLE)) FROM (SELECT {'a': id, 'b': x} r FROM people) q ORDER BY 1
SELECT CAST(ROW(1, '2') AS STRUCT(a VARCHAR, b INTEGER)), CAST([{'a':1}] AS STRUCT(a VARCHAR)[])
SELECT CAST(NULL AS STRUCT(a INTEGER)), CAST(NULL AS STRUCT(a INTEGER)).a, NULL::STRUCT(a INTEGER)[]
SELECT CAST(r AS VARCHAR), r::VARCHAR || '!' FROM (SELECT {'a': id} r FROM people) q ORDER BY 1
SELECT length({'a': 1}::VARCHAR)
SELECT struct_insert(r, c := 5, d := 'x') FROM (SELECT {'a': id} r FROM people) q ORDER BY 1
SELECT struct_insert(NULL::STRUCT(a INTEGER), c := 5)
SELECT struct_pack(a := id, b := name) FROM people ORDER BY id
SELECT struct_update({'a':1,'b':2}, b := 'x', c := 3)
SELECT struct_extract(r, 'a') FROM (SELECT {'a': id} r FROM people) q ORDER BY 1
SELECT struct_concat(ROW(1), ROW(2)), struct_concat({'a':1}, {'b':NULL})
SELECT {'a': 1, 'b': 2} = {'b': 2, 'a': 1}, {'a': 1, 'b': 2} < {'b': 1, 'a': 2}
SELECT ROW(1,2) < ROW(1,3), ROW(1,NULL) < ROW(1,3), ROW(1,2) = ROW(1.0,2.0), (1,2) <> (1,2)
SELECT ROW(1,2) BETWEEN ROW(1,1) AND ROW(1,3)
SELECT {'a': 1}.A, {'Ab': 1}.ab
SELECT {'a': i, 'sq': i*i} FROM range(5) t(i)
SELECT s.sq FROM (SELECT {'a': i, 'sq': i*i} s FROM range(5) t(i)) q WHERE s.a >= 3
SELECT sum(s.sq) FROM (SELECT {'a': i, 'sq': i*i} s FROM range(100000) t(i)) q WHERE s.a % 2 = 0
SELECT count(*) FROM (SELECT DISTINCT {'a': i % 1000, 'b': 'x' || (i % 7)} FROM range(100000) t(i)) q
SELECT [{'a':1}] || [{'a':2}], list_append([{'a':1}], {'a':2}), list_concat([{'a':1}],[{'a':2.5}])
SELECT list_reduce([{'a':1},{'a':2}], lambda acc, x : {'a': acc.a + x.a})
SELECT list_max([{'a':1},{'a':2}]), list_min([{'a':1},{'a':2}]), list_first([{'a':1}]), flatten([[{'a':1}],[{'a':2}]])
SELECT [x.a + y FOR x IN [{'a':1},{'a':2}] IF x.a > 1] FROM (SELECT 10 AS y) t
SELECT array_to_string([{'a':1},{'a':2}], ';')
SELECT {'a': [1,2,3]}.a[2], len({'a': [1,2,3]}.a)
SELECT {'k': [{'z': 1, 'y': [NULL]}]}
SELECT {'a': 'x''y', 'b': 'a\b', 'c': 'c"d', 'd': 'e{f', 'e': 'g=h', 'f': 'tab	x', 'g': 'a,b', 'h': '[x]'}
SELECT ['a\b', 'x''y', 'nULL', ' a', 'a;b', 'a(b', 'x:y', 'a"b']
SELECT id FROM people ORDER BY {'a': x, 'b': name} DESC, id
SELECT struct_insert(NULL::STRUCT(a INTEGER), c := 5), struct_update(NULL::STRUCT(a INTEGER), a := 5), struct_concat(NULL::STRUCT(a INTEGER), {'b': 1})
SELECT struct_keys({'abc': 1, 'd e': 2}), struct_values({'a':1,'b':'x'})
SELECT {d: 1, t: 2, ts: 3, fn: 4, date: 5, time: 6, fname: 7}
SELECT {d:1}, {t :2}
SELECT { 'a' : 1 , b : 2 }
SELECT [{'a':1,'b':2}]::STRUCT(b INTEGER)[], {'r': {'a': 1}}::STRUCT(r STRUCT(a VARCHAR, b INTEGER))
SELECT * FROM range(3) WITH ORDINALITY AS t(x, n)
SELECT * FROM range(10, 13) WITH ORDINALITY AS t(x)
SELECT * FROM unnest(['a', 'b']) WITH ORDINALITY AS t(x, n) ORDER BY n
SELECT * FROM unnest([{'a':1},{'a':2}]) WITH ORDINALITY AS t(x, n) ORDER BY n
SELECT * FROM unnest([{'a':1},{'a':2}]) WITH ORDINALITY
SELECT x.a, n FROM unnest([{'a':1},{'a':2}]) WITH ORDINALITY AS t(x, n) ORDER BY n
SELECT u.a FROM unnest([{'a':1},{'a':2}]) AS u
SELECT unnest.a FROM unnest([{'a':1},{'a':2}])
SELECT u.u.a FROM unnest([{'a':1},{'a':2}]) AS u(u) ORDER BY 1
SELECT o.id, i.sku, i.qty FROM (SELECT 1 AS id, [{'sku': 'x', 'qty': 2}, {'sku': 'y', 'qty': 1}] AS items) o, unnest(o.items) AS t(i)
SELECT o.id, sum(i.qty) FROM (SELECT 1 AS id, [{'sku': 'x', 'qty': 2}, {'sku': 'y', 'qty': 1}] AS items UNION ALL SELECT 2, NULL) o LEFT JOIN LATERAL unnest(o.items) AS t(i) ON TRUE GROUP BY o.id ORDER BY 1
SELECT o.r.id, i.qty FROM (SELECT {'id': 7, 'items': [{'qty': 2}, {'qty': 1}]} r) o, unnest(o.r.items) AS t(i)
SELECT i.qty FROM (SELECT {'id': 7, 'items': [{'qty': 2}, {'qty': 1}]} r) o, unnest(r.items) AS t(i)
SELECT (SELECT sum(i.qty) FROM unnest(o.r.items) AS t(i)) FROM (SELECT {'id': 7, 'items': [{'qty': 2}, {'qty': 1}]} r) o
SELECT (SELECT max(x) FROM unnest(r.l) AS t(x)) FROM (SELECT {'l': [1,5,2]} r) o
SELECT a.r.k FROM (SELECT {'k': 1} r) a JOIN (SELECT {'k': 1} r) b ON a.r.k = b.r.k
SELECT r.k, s.k FROM (SELECT {'k': 1} r) a JOIN (SELECT {'k': 1} s) b ON r.k = s.k
SELECT k.k FROM (SELECT {'k': 5} k) k
SELECT t.* FROM (SELECT {'k': 5} s) t
SELECT s.k AS z, count(*) FROM (SELECT {'k': i % 2} s FROM range(5) r(i)) t GROUP BY z ORDER BY z
SELECT s.k, count(*) FROM (SELECT {'k': i % 2} s FROM range(5) r(i)) t GROUP BY 1 ORDER BY 1
SELECT s.k, count(*) FROM (SELECT {'k': i % 2} s FROM range(5) r(i)) t GROUP BY ALL ORDER BY ALL
SELECT s.k, count(*) FROM (SELECT {'k': i % 2} s FROM range(5) r(i)) t GROUP BY s.k HAVING s.k > 0
SELECT s.k, sum(s.v) OVER (PARTITION BY s.k ORDER BY s.v) FROM (SELECT {'k': i % 2, 'v': i} s FROM range(5) r(i)) t ORDER BY 1, 2
SELECT s.k, sum(s.v) OVER w FROM (SELECT {'k': i % 2, 'v': i} s FROM range(5) r(i)) t WINDOW w AS (PARTITION BY s.k ORDER BY s.v) ORDER BY 1, 2
SELECT * EXCLUDE (s), s.k FROM (SELECT {'k': i} s, i FROM range(2) r(i)) t ORDER BY i
SELECT DISTINCT ON (s.k) s.k, s.v FROM (SELECT {'k': i % 2, 'v': i} s FROM range(5) r(i)) t ORDER BY s.k, s.v DESC
SELECT s.k FROM (SELECT {'k': i} s FROM range(3) r(i)) t WHERE s.k IN (SELECT s.k FROM (SELECT {'k': 1} s) u)
SELECT (SELECT s.k + u.s.k FROM (SELECT {'k': 10} s) u) FROM (SELECT {'k': i} s FROM range(2) r(i)) t ORDER BY 1
SELECT max(s.k) FILTER (WHERE s.k < 3) FROM (SELECT {'k': i} s FROM range(5) r(i)) t
SELECT string_agg(s.n, ',' ORDER BY s.n) FROM (SELECT {'n': 'x' || i} s FROM range(3) r(i)) t
WITH RECURSIVE r(s) AS (SELECT {'n': 1} UNION ALL SELECT {'n': s.n + 1} FROM r WHERE s.n < 4) SELECT s.n FROM r ORDER BY 1
VALUES ({'a': 1}), ({'a': 2})
SELECT s.a FROM (VALUES ({'a': 1}), ({'a': 2.5})) t(s) ORDER BY 1
SELECT {'a': 1, 'b': 2} AS s UNION ALL SELECT {'b': 5, 'a': 6} ORDER BY 1
SELECT * FROM (SELECT {'a': 1} s) NATURAL JOIN (SELECT {'a': 1} s) x
SELECT * FROM (SELECT {'a': 1} s) x JOIN (SELECT {'a': 1} s, 5 z) y USING (s)
SELECT i.qty FROM (SELECT {'id': 7, 'items': [{'qty': 2}, {'qty': 1}]} r) o CROSS JOIN LATERAL unnest(r.items) AS t(i)
SELECT i.qty FROM (SELECT {'id': 7, 'items': [{'qty': 2}, {'qty': 1}]} r) o LEFT JOIN LATERAL unnest(r.items) AS t(i) ON TRUE
SELECT (SELECT max(x.k) FROM unnest(r.l) AS t(x)) FROM (SELECT {'l': [{'k': 1},{'k': 5}]} r) o
SELECT x.v, y FROM (SELECT [{'v': 1, 'l': [10, 20]}, {'v': 2, 'l': [30]}] l) o, unnest(l) AS t(x), unnest(x.l) AS s(y) ORDER BY 1, 2
SELECT x.v, y FROM (SELECT [{'v': 1, 'l': [10, 20]}, {'v': 2, 'l': [30]}] l) o, unnest(o.l) AS t(x), unnest(t.x.l) AS s(y) ORDER BY 1, 2
SELECT u.a, n FROM unnest([{'a':1},{'a':2}]) WITH ORDINALITY AS u(u, n)
SELECT a.x FROM unnest([1]) AS a(x)
SELECT TRY_CAST({'a': 'x'} AS STRUCT(a INTEGER)), TRY_CAST({'a': 1} AS VARCHAR)
SELECT {'a': TRUE}.a AND TRUE
SELECT count(*) FILTER (WHERE s.ok) FROM (SELECT {'ok': i > 2} s FROM range(5) t(i)) u
SELECT s.b LIKE 'x%', s.a BETWEEN 1 AND 2, s.a IN (1,2), s.a IS NULL, coalesce(s.n, 5), nullif(s.a, 1) FROM (SELECT {'a': 1, 'b': 'xy', 'n': NULL} s) t
SELECT s.a::VARCHAR, CAST(s.a AS DOUBLE) FROM (SELECT {'a': 1} s) t
SELECT CASE s.a WHEN 1 THEN 'one' ELSE 'x' END FROM (SELECT {'a': 1} s) t
SELECT s.l[1], s.l[-1], len(s.l), list_sum(s.l), list_transform(s.l, lambda v : v + s.a) FROM (SELECT {'a': 1, 'l': [1,2,3]} s) t
SELECT list_transform([1,2], lambda x : s.a + x) FROM (SELECT {'a': 10} s) t
SELECT list_transform([{'x': {'y': 1}}], lambda e : e.x.y), list_filter([{'x': NULL}, {'x': 1}], lambda e : e.x IS NOT NULL)
SELECT list_transform([[{'a': 1}]], lambda l : list_transform(l, lambda e : e.a + len(l)))
SELECT list_sum(list_transform([{'p': 2.5, 'q': 2}, {'p': 1.0, 'q': 4}], lambda o : o.p * o.q))
SELECT list_aggregate([{'a': 2}, {'a': 1}], 'max'), list_sort([{'a': 2}, NULL, {'a': 1}], 'DESC'), list_reverse([{'a': 2}, {'a': 1}]), list_slice([{'a': 2}, {'a': 1}], 2, 2)
SELECT list_has_any([{'a': 1}], [{'a': 1}]), list_has_all([{'a': 1}], [{'a': 2}]), list_unique([{'a': 1},{'a': 1}])
SELECT list_resize([{'a': 1}], 2), list_where([{'a': 1},{'a': 2}], [FALSE, TRUE]), list_select([{'a': 1},{'a': 2}], [2])
SELECT generate_series(1, s.n) FROM (SELECT {'n': 3} s) t
SELECT x FROM (SELECT {'n': 3} s) t, range(s.n) r(x) ORDER BY x
SELECT x FROM (SELECT {'n': 3} s) t, range(t.s.n) r(x) ORDER BY x
SELECT mode({'a': i % 2}) FROM range(5) t(i)
SELECT quantile_disc({'a': i}, 0.5) FROM range(5) t(i)
SELECT array_agg(DISTINCT {'a': i % 2} ORDER BY {'a': i % 2}) FROM range(5) t(i)
SELECT string_agg({'a': i}::VARCHAR, ';' ORDER BY i) FROM range(3) t(i)
SELECT bool_and(s.b), count(DISTINCT s.b), avg(s.v), median(s.v), stddev_samp(s.v) FROM (SELECT {'b': i > 1, 'v': i} s FROM range(5) t(i)) u
SELECT ROW(1, 'a')[2], (ROW(1, 'a'))[1]
SELECT (SELECT t FROM (SELECT 1 AS a, 'x' AS b) t)
SELECT array_agg(t) FROM (SELECT 1 AS a, 'x' AS b) t
SELECT t.a, (SELECT array_agg(u) FROM (SELECT i AS b FROM range(3) r(i)) u) FROM (SELECT 1 a) t
SELECT ARRAY(SELECT {'a': i} FROM range(3) t(i) ORDER BY i DESC)
SELECT e.a FROM (SELECT unnest(l) AS e FROM (SELECT [{'a': 1}, {'a': 2}] l) t) u ORDER BY 1
SELECT id, {'k': 'v'} AS extra FROM range(2) t(id) ORDER BY id
SELECT {'a': 1}, {'a': 1}
SELECT {'a': random() >= 0}.a
SELECT s FROM (SELECT {'a': 1} AS s) ORDER BY s.a
SELECT * FROM (SELECT {'a': 1} AS s) WHERE s = {'a': 1}
SELECT * FROM (SELECT {'a': 1} AS s) WHERE s <> {'a': 1} OR s > {'a': 0}
SELECT * FROM (SELECT {'a': i} AS s FROM range(5) t(i)) WHERE s IN ({'a': 1}, {'a': 3}) ORDER BY s
SELECT * FROM (SELECT {'a': i} AS s FROM range(5) t(i)) WHERE s NOT IN ({'a': 1}, {'a': 3}) ORDER BY s
SELECT * FROM (SELECT {'a': i} AS s FROM range(5) t(i)) WHERE s IN (ROW(1), ROW(3)) ORDER BY s
SELECT * FROM (SELECT {'a': i} AS s FROM range(5) t(i)) WHERE s = ANY([{'a': 1}]) ORDER BY s
SELECT * FROM (SELECT {'a': i} AS s FROM range(5) t(i)) WHERE s = (SELECT {'a': 2}) ORDER BY s
SELECT * FROM (SELECT {'a': i} AS s FROM range(5) t(i)) WHERE EXISTS (SELECT 1 FROM (SELECT {'a': 2} AS r) u WHERE r = s)
SELECT row(1, row(2, 3)), row('a', [1]), row(NULL)
SELECT (1, 2) = (1, 2), (1, 2) < (2, 1), (1, NULL) = (1, 2), (1, NULL) IS NULL, (NULL, NULL) IS NULL
SELECT ROW(1, 'a')[2], (ROW(1, 'a'))[1], r[1] FROM (SELECT ROW(1, 2) r) t
SELECT TRY_CAST({'a': 1} AS VARCHAR), TRY_CAST([1, 300] AS TINYINT[])
SELECT {'a': 1}['a'], {'a': NULL}['a'], r['k'] FROM (SELECT {'k': 1} r) t
-- maps
SELECT typeof({'a':1}), typeof(ROW(1,'x')), typeof(MAP{'k':1}), typeof([{'a':1}])
SELECT MAP{'k': 1, 'j': 2}, MAP{}, MAP(['a'],[1]), MAP {1: {'a': 1}}
SELECT MAP{'k': 1}['k'], MAP{'k': 1}['z'], element_at(MAP{'k': 1}, 'k'), map_extract(MAP{'k': 1}, 'k'), map_extract_value(MAP{'k': 1}, 'k')
SELECT map_from_entries([{'k': 'a', 'v': 1}]), map_from_entries([ROW('a', 1)])
SELECT map_contains(MAP{'k': 1}, 'k'), map_contains_value(MAP{'k': 1}, 1), map_contains_entry(MAP{'k': 1}, 'k', 1)
SELECT map_concat(MAP{'k': 1}, MAP{'k': 2, 'j': 3}), map_concat(NULL, MAP{'k': 1})
SELECT MAP{'a': 1, 'b': 2} = MAP{'b': 2, 'a': 1}, MAP{'a': 1} = MAP{'a': 1.0}, MAP{'a':1} < MAP{'b':0}
SELECT MAP{'k': 1}::MAP(VARCHAR, DOUBLE), MAP{'k': 1}::VARCHAR, MAP{'a b': 'x,y', 'c=d': ' z', 'e': NULL}
SELECT * FROM (SELECT MAP{'k':1} m), unnest(map_entries(m)) AS u(e)
SELECT MAP{'a':1}.a
SELECT m[1] FROM (SELECT MAP{1:'x'} m), (SELECT NULL::MAP(INTEGER,INTEGER) AS n)
SELECT map_values(NULL), cardinality(NULL::MAP(INTEGER,INTEGER)), NULL['a']
SELECT map()
SELECT k FROM (SELECT MAP {'a': 1, 'b': 2} m) q, unnest(map_keys(m)) AS u(k) ORDER BY k
SELECT e.key, e.value FROM (SELECT MAP {'a': 1, 'b': 2} m) q, unnest(map_entries(m)) AS u(e) ORDER BY 1
SELECT list_transform(map_entries(MAP {'a': 1, 'b': 2}), lambda e : e.value * 2)
SELECT map_from_entries(list_transform(map_entries(MAP {'a': 1, 'b': 2}), lambda e : {'k': e.key, 'v': e.value * 2}))
SELECT MAP {'a': {'x': 1}}['a'].x, MAP {'a': [1,2]}['a'][2], MAP {'a': MAP {'b': 5}}['a']['b']
SELECT {'m': MAP {'a': 1}}.m['a'], [MAP {'a': 1}][1]['a']
SELECT MAP {1: 'a', 2: 'b'}[1], MAP {1: 'a', 2: 'b'}[3], MAP {1.5: 'a'}[1.5], MAP {DATE '2020-01-01': 1}[DATE '2020-01-01'], MAP {TRUE: 1}[TRUE]
SELECT MAP {{'a': 1}: 'x'}[{'a': 1}], MAP {[1,2]: 'y'}[[1,2]]
SELECT MAP {'a': 1} = MAP {'a': 1}, MAP {'a': 1} <> MAP {'a': 2}, MAP {'a': 1} < MAP {'a': 2}, MAP {'a': NULL} = MAP {'a': NULL}
SELECT CAST(MAP {'a': 1} AS MAP(VARCHAR, BIGINT)), CAST(MAP {1: 'a'} AS MAP(VARCHAR, VARCHAR)), MAP {'1': '2'}::MAP(INTEGER, INTEGER)
SELECT MAP {} = MAP {}, cardinality(MAP {}), MAP {}['a'], map_keys(MAP {})
SELECT map_contains(MAP {'a': 1}, 'b'), map_contains(MAP {'a': NULL}, 'a'), map_contains(MAP {1: 1}, 1.0), map_contains_value(MAP {'a': NULL}, NULL), map_contains_entry(MAP {'a': 1}, 'a', 2)
SELECT map_contains(NULL, 'a'), map_contains(MAP {'a': 1}, NULL), map_contains(NULL::MAP(VARCHAR, INTEGER), 'a'), element_at(NULL::MAP(VARCHAR, INTEGER), 'a'), element_at(MAP{'a':1}, NULL), element_at(MAP{'a':1}, 'z'), MAP{'a':1}[NULL]
SELECT [MAP {'a': 1}, MAP {'b': 2.5}], {'m': MAP {'q r': 's,t'}}
SELECT MAP {'a': 'x y', 'b': '', 'c': NULL, 'd': 'null', 'e=f': 'g=h', ' i ': 'j:k', 'l''m': 'n"o'}
SELECT m::VARCHAR, length(m::VARCHAR) FROM (SELECT MAP {'a': 1} m) q
SELECT MAP {'a': 1, 'b': 2.5}, MAP {1: 1, 2.5: 2}
SELECT map([1,2],NULL), map(NULL,[1])
SELECT map([],[]), map(['a'], [NULL])
SELECT coalesce(NULL, MAP {'a': 1}), CASE WHEN TRUE THEN MAP {'a': 1} ELSE MAP {'b': 2.5} END
SELECT MAP {'a': 1} UNION ALL SELECT MAP {'b': 2.5} ORDER BY 1
SELECT MAP {'a': 1} IN (MAP {'a': 1}, MAP {'b': 2}), MAP {'a': 1} IS NULL, MAP {'a': 1} IS NOT DISTINCT FROM MAP {'a': 1}
SELECT sum(m['v']) FROM (SELECT MAP {'v': i, 'w': -i} m FROM range(10000) t(i)) q
SELECT count(DISTINCT m) FROM (SELECT MAP {'v': i % 100, 'w': i % 10} m FROM range(50000) t(i)) q
SELECT MAP {1.2: 'a', 2.3: 'b'}::MAP(INTEGER, VARCHAR)
SELECT map_concat(NULL, NULL), map_concat(MAP{}, MAP{'a': 1})
SELECT CASE WHEN TRUE THEN MAP{} ELSE MAP{'a': 1} END, [MAP{}, MAP{'b': 2}]
SELECT * FROM (VALUES ({'a': 1}, MAP {'x': 1}), ({'a': 2}, MAP {'y': 2})) t(s, m) ORDER BY s.a
SELECT m['a'] + 1, m['zz'] IS NULL, coalesce(m['zz'], 0), m['a'] IN (1, 2) FROM (SELECT MAP {'a': 1} m) t
SELECT m[k] FROM (SELECT MAP {'a': 1, 'b': 2} m, 'b' k) t
SELECT list_transform(map_keys(m), lambda k : m[k]) FROM (SELECT MAP {'a': 1, 'b': 2} m) t
SELECT TRY_CAST(['x', '1'] AS INTEGER[]), TRY_CAST({'a': 'x', 'b': '5'} AS STRUCT(b INTEGER, a INTEGER)), TRY_CAST(MAP {'a': 'x'} AS MAP(VARCHAR, INTEGER)), TRY_CAST([{'a': '1'}] AS STRUCT(a DATE)[])
-- nested values that there are not
! SELECT struct_pack(1)
! SELECT struct_insert({'a': 1}, a := 3)
! SELECT struct_extract({'a':1}, 1)
! SELECT {'a':1,'A':2}
! SELECT {'a':1}.b
! SELECT {'a':1,'b':2}::STRUCT(x INTEGER, y BIGINT)
! SELECT ROW(1, 'x')::STRUCT(a INTEGER)
! SELECT MAP{'k': 1, 'k': 2}
! SELECT MAP{NULL: 1}
! SELECT unnest(MAP{'k':1})
! SELECT MAP([1,2],['a'])
! SELECT MAP([1,NULL],['a','b'])
! SELECT {'a': 'x'}::STRUCT(a INTEGER)
! SELECT {'a': 1}::INTEGER
! SELECT 1::STRUCT(a INTEGER)
! SELECT {'a': 1} = 1
! SELECT {'a': 1} + 1
! SELECT MAP {name: x} FROM people
! SELECT MAP {1.2: 'a', 1.3: 'b'}::MAP(INTEGER, VARCHAR)
! SELECT MAP {'a': 1}::INTEGER
! SELECT MAP {'a': 1}::STRUCT(a INTEGER)
! SELECT MAP {'a': 1, 'b': 'x'}
! SELECT map([1,1],[3,4])
! SELECT map_from_entries([('a', 1), NULL])
! SELECT map_from_entries([('a', 1), ('a', 2)])
! SELECT map_from_entries([1])
! SELECT {d: 1, t: 2, D: 8}
! SELECT s.nope FROM (SELECT {'k': 1} s) t
! SELECT t.s.nope FROM (SELECT {'k': 1} s) t
! SELECT nope.k FROM (SELECT {'k': 1} s) t
! SELECT s.k.z FROM (SELECT {'k': 1} s) t
! SELECT {'a': }
! SELECT {'': 2}
! SELECT MAP {1}
! SELECT [{'a': 1}, 2]
! SELECT {'a': 1} UNION SELECT 1
! SELECT sum({'a': 1})
! SELECT upper({'a': 1})
-- structs of several types
SELECT {'a':1} = {'a':1.0}, {'a':1} = {'b':1}
SELECT {'a': 1} = {'a': 1, 'b': 2}, {'a': 1} = {'a': 1, 'b': NULL}, [{'a': 1}] = [{'a': 1, 'b': 2}], MAP {'k': {'a': 1}} = MAP {'k': {'b': 1}}
SELECT {'a': 1} = NULL, {'a': 1} = ROW(1), {'a': 1} BETWEEN {'a': 0} AND {'a': 2.5}
SELECT {'a': 1} IN ({'a': 1.0}, {'a': 2}), {'a': 1} IN ({'b': 1}), {'a': 'x'} < {'a': 'y'}
SELECT a.s, b.s FROM (SELECT {'k': 1} s) a JOIN (SELECT {'k': 1::BIGINT} s) b ON a.s = b.s
SELECT a.s, b.s FROM (SELECT {'k': 1} s) a JOIN (SELECT {'k': 1.0, 'z': NULL} s) b ON a.s = b.s
SELECT CASE WHEN i > 0 THEN {'a': i} WHEN i = 0 THEN {'b': 2} ELSE NULL END FROM range(-1, 2) t(i) ORDER BY i
SELECT coalesce({'a': NULL::INTEGER}, {'b': 2}), coalesce(NULL, {'b': 2}), nullif({'a': 1}, {'a': 1})
SELECT greatest({'a': 1}, {'a': 2.5}), least({'a': 1}, {'a': 2.5})
SELECT s FROM (SELECT {'a': 1} s UNION ALL SELECT {'b': 'x'} UNION ALL SELECT NULL) t ORDER BY s
SELECT s FROM (SELECT {'a': 1} s UNION SELECT {'a': 1.0}) t
SELECT {'a': 1} s UNION ALL SELECT {'b': 'x'} UNION ALL SELECT {'a':2, 'b':'y'} ORDER BY 1
SELECT MAP {'a': {'x': 1}} s UNION ALL SELECT MAP {'b': {'y': 1}} ORDER BY 1
SELECT * FROM (SELECT 1 i, {'a': 1} s) t UNION ALL SELECT * FROM (SELECT 2, {'b': 2} s) u ORDER BY i
SELECT * FROM (VALUES ({'a': 1}), ({'b': 2}), (NULL)) t(s) ORDER BY s
SELECT ROW(1, 'x') UNION ALL SELECT ROW(2.5, 'y') ORDER BY 1
WITH a AS (SELECT {'a': 1} s), b AS (SELECT {'a': 1, 'b': 2} s) SELECT * FROM a UNION SELECT * FROM b ORDER BY 1
SELECT {'a': 1} EXCEPT SELECT {'a': 1.0}
SELECT {'a': 1} INTERSECT SELECT {'a': 1.0}
-- correlated aggregates of no rows: their row is there, whatever is computed from it
SELECT id, (SELECT count(*) + 5 FROM odd p WHERE p.i = o.id) FROM odd o ORDER BY id
SELECT id, (SELECT sum(i) FROM odd p WHERE p.i = o.id HAVING count(*) > 0) FROM odd o ORDER BY id
SELECT id, (SELECT sum(i) FROM odd p WHERE p.i = o.id HAVING count(*) = 0) FROM odd o ORDER BY id
SELECT id, (SELECT coalesce(max(s), 'none') || count(*) FROM odd p WHERE p.i = o.id) FROM odd o ORDER BY id
SELECT id, (SELECT coalesce(sum(i), -1) FROM odd p WHERE p.i < o.id) FROM odd o ORDER BY id
SELECT o.id, c FROM odd o, LATERAL (SELECT count(*) AS c FROM odd p WHERE p.i = o.id GROUP BY ROLLUP (s)) l ORDER BY 1, 2
SELECT o.id, c, k FROM odd o, LATERAL (SELECT count(*) AS c, t AS k FROM odd p WHERE p.i = o.id GROUP BY GROUPING SETS ((s, t), ())) l ORDER BY 1, 2, 3
SELECT o.id, m FROM odd o, LATERAL (SELECT max(s) AS m FROM odd p WHERE p.i = o.id) l WHERE m IS NULL ORDER BY 1
SELECT o.id, m FROM odd o LEFT JOIN LATERAL (SELECT count(s) AS m FROM odd p WHERE p.i = o.id) l ON o.id > 2 ORDER BY 1
SELECT o.id, m FROM odd o LEFT JOIN LATERAL (SELECT count(s) AS m FROM odd p WHERE p.i = o.id) l ON m > 0 ORDER BY 1
SELECT id, (SELECT count(*) FROM odd p WHERE p.i = o.i AND p.s IN (SELECT s FROM odd q WHERE q.i = o.i)) FROM odd o ORDER BY id
SELECT id FROM odd o WHERE i IN (SELECT max(i) FROM odd p WHERE p.id = o.id) ORDER BY 1
SELECT id FROM odd o WHERE i NOT IN (SELECT count(*) FROM odd p WHERE p.i = o.id) ORDER BY 1
SELECT id FROM odd o WHERE id > 1 AND (SELECT count(*) FROM odd p WHERE p.i = o.i) = 0 ORDER BY 1
SELECT id, NOT EXISTS (SELECT 1 FROM odd p WHERE p.i = o.i), EXISTS (SELECT 1 FROM odd p WHERE p.i = o.i AND p.id <> o.id) FROM odd o ORDER BY id
SELECT id, NOT EXISTS (SELECT 1 FROM odd p WHERE p.i = o.i AND p.s > (SELECT min(s) FROM odd q WHERE q.i <= o.i)) FROM odd o ORDER BY id
SELECT id FROM odd o WHERE CASE WHEN TRUE THEN NOT EXISTS (SELECT 1 FROM odd p WHERE p.i = o.id) END ORDER BY id
SELECT id FROM odd o WHERE (SELECT count(*) FROM odd p WHERE (p.i = o.i AND p.s = 'a') OR (p.i = o.i AND p.id > 2)) > 0 ORDER BY id
SELECT id, (SELECT count(*) FROM (SELECT s FROM odd p WHERE p.i = o.i UNION SELECT t FROM odd p WHERE p.i < o.id) u) FROM odd o ORDER BY id
SELECT id, (SELECT max(c) FROM (SELECT count(*) AS c FROM odd p WHERE p.i = o.i) x JOIN (SELECT count(*) AS d FROM odd p WHERE p.id < o.id) y ON c <= d) FROM odd o ORDER BY id
SELECT id, (SELECT sum(c) OVER () FROM (SELECT count(*) AS c FROM odd p WHERE p.i = o.id) x) FROM odd o ORDER BY id
-- microseconds
SELECT TIMESTAMP '2020-01-01 00:00:00.123456', TIMESTAMP '1960-01-01 00:00:00.9999999', TIME '23:59:59.9999999'::VARCHAR, TIME '00:00:00.000001'::VARCHAR
SELECT CAST('2020-01-01 00:00:00.123456789' AS TIMESTAMP)::VARCHAR, CAST('12:34:56.1234567' AS TIME)::VARCHAR, CAST('2020-01-01 00:00:00.10' AS TIMESTAMP)::VARCHAR
SELECT id, ts, t IS NULL, t > TIME '12:34:56.1234' FROM fine ORDER BY id
SELECT id, ts::VARCHAR, t::VARCHAR, ts::DATE, ts::TIME::VARCHAR FROM fine ORDER BY id
SELECT id FROM fine WHERE ts > TIMESTAMP '2024-02-29 12:34:56.123456' ORDER BY id
SELECT id FROM fine WHERE ts = TIMESTAMP '2024-02-29 12:34:56.123456' OR t = TIME '12:34:56.123400' OR ts <= TIMESTAMP '1600-02-29 00:00:00.000001' ORDER BY id
SELECT id FROM fine WHERE ts BETWEEN TIMESTAMP '1969-12-31 23:59:59.999999' AND TIMESTAMP '2024-02-29 12:34:56.123456' ORDER BY id
SELECT id FROM fine WHERE t < TIME '12:34:56.123456' ORDER BY id
SELECT id FROM fine WHERE ts IN (TIMESTAMP '2024-02-29 12:34:56.123457', TIMESTAMP '1969-12-31 23:59:59.999999') ORDER BY id
SELECT id FROM fine WHERE ts = DATE '0001-01-01' OR ts > DATE '9999-12-31' ORDER BY id
SELECT min(ts), max(ts), min(t)::VARCHAR, max(t)::VARCHAR, count(DISTINCT ts), count(DISTINCT t) FROM fine
SELECT ts, count(*) FROM fine GROUP BY ts ORDER BY ts NULLS FIRST
SELECT t::VARCHAR, id FROM fine ORDER BY t NULLS LAST, id
SELECT a.id, b.id FROM fine a JOIN fine b ON a.ts = b.ts - to_microseconds(1) ORDER BY a.id
SELECT a.id, b.id FROM fine a JOIN fine b ON a.ts::TIME = b.t ORDER BY a.id, b.id
SELECT id, extract(MICROSECOND FROM ts), extract(MILLISECOND FROM ts), extract(SECOND FROM ts), extract(MICROSECOND FROM t), extract(MILLISECOND FROM t) FROM fine ORDER BY id
SELECT id, epoch_us(ts), epoch_ms(ts), date_part('microseconds', t), date_part('us', ts) FROM fine ORDER BY id
SELECT epoch_ns(TIMESTAMP '1960-01-01 00:00:12.345678'), epoch_ns(TIMESTAMP '2020-01-01 00:00:12.345678')
SELECT epoch(TIMESTAMP '1960-01-01 00:00:12.345678'), epoch(TIMESTAMP '2020-01-01 00:00:12.345678'), epoch_ms(TIMESTAMP '1960-01-01 00:00:12.3455'), epoch_ms(TIMESTAMP '2020-01-01 00:00:12.3445')
SELECT id, date_trunc('second', ts), date_trunc('millisecond', ts), date_trunc('microseconds', ts), date_trunc('day', ts) FROM fine WHERE id <> 7 ORDER BY id
SELECT id, epoch_us(ts - (TIMESTAMP '2000-01-01 00:00:00.000001' - ts)) FROM fine WHERE id IN (1, 2, 3, 6) ORDER BY id
SELECT id, ts + INTERVAL '1 microsecond', ts - to_microseconds(7), ts + INTERVAL '0.000123' SECOND, ts - INTERVAL '1.5 milliseconds' FROM fine WHERE id IN (1, 2, 3, 4, 6) ORDER BY id
SELECT id, (t + to_microseconds(2))::VARCHAR, (t - INTERVAL '1 us')::VARCHAR FROM fine ORDER BY id
SELECT id, ts + INTERVAL '1' MONTH, ts - INTERVAL '1' YEAR FROM fine WHERE id <> 5 AND id <> 7 ORDER BY id
SELECT ts - TIMESTAMP '2024-02-29 12:34:56.123455' = INTERVAL '1 microsecond', ts - TIMESTAMP '2024-02-29 12:34:56.123455' > INTERVAL '0.000001' SECOND FROM fine WHERE id IN (1, 6) ORDER BY id
SELECT id, date_diff('microsecond', ts, TIMESTAMP '2000-01-01 00:00:00'), date_diff('millisecond', ts, TIMESTAMP '2000-01-01 00:00:00'), date_sub('millisecond', ts, TIMESTAMP '2000-01-01 00:00:00'), date_sub('microsecond', ts, TIMESTAMP '2000-01-01 00:00:00') FROM fine ORDER BY id
SELECT date_diff('millisecond', TIMESTAMP '1969-12-31 23:59:59.9995', TIMESTAMP '1970-01-01 00:00:00.0005'), date_sub('second', TIMESTAMP '1960-01-01 00:00:12.345678', TIMESTAMP '1960-01-01 00:00:14.345677')
SELECT age(TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2019-12-31 23:59:59.999999')::VARCHAR, age(TIMESTAMP '2020-03-01 00:00:00.5', TIMESTAMP '2020-01-31 00:00:00.123456')::VARCHAR
SELECT make_timestamp(1577836800123456), make_timestamp(-1), make_time(1, 2, 3.456789)::VARCHAR, make_timestamp(2020, 1, 2, 3, 4, 5.678912), make_timestamp_ms(1577836800123), make_timestamp_ms(-1)
SELECT strftime(TIMESTAMP '2020-01-01 00:00:12.345678', '%H:%M:%S.%f|%g'), strptime('2020-01-01 01:02:03.123456', '%Y-%m-%d %H:%M:%S.%f'), try_strptime('x', '%f')
SELECT id, strftime(ts, '%Y-%m-%d %H:%M:%S.%f') FROM fine WHERE id <> 7 ORDER BY id
SELECT id, time_bucket(INTERVAL '250 microseconds', ts), time_bucket(INTERVAL '1 second', ts) FROM fine ORDER BY id
SELECT * FROM generate_series(TIMESTAMP '1969-12-31 23:59:59.999998', TIMESTAMP '1970-01-01 00:00:00.000001', INTERVAL '1 microsecond')
SELECT range(TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:00.000003', to_microseconds(2))
SELECT CAST(TIMESTAMP '2020-01-01 00:00:00.5678' AS TIMESTAMP(3)), CAST(TIMESTAMP '1960-01-01 00:00:12.5' AS TIMESTAMP(0)), CAST('2020-01-01 00:00:00.567' AS TIMESTAMP_S), TIMESTAMP '2020-01-01 00:00:00.123999'::TIMESTAMP_MS
SELECT id, CAST(ts AS TIMESTAMP(3)), CAST(ts AS TIMESTAMP(6)), TRY_CAST(ts::VARCHAR AS TIMESTAMP(0)) FROM fine WHERE id <> 5 ORDER BY id
SELECT id, sum(id) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1 microsecond' PRECEDING AND CURRENT ROW) FROM fine WHERE ts IS NOT NULL ORDER BY id
SELECT coalesce(ts, TIMESTAMP '2020-01-01 00:00:00'), CASE WHEN id = 1 THEN ts ELSE TIMESTAMP '2020-01-01 00:00:00' END FROM fine ORDER BY id
SELECT * FROM (VALUES (TIMESTAMP '2020-01-01 00:00:00'), (TIMESTAMP '2020-01-01 00:00:00.000001'), (NULL)) v (x) ORDER BY x NULLS FIRST
SELECT ts FROM fine WHERE id = 1 UNION ALL SELECT TIMESTAMP '2020-01-01 00:00:00' UNION ALL SELECT TIMESTAMP '2020-01-01 00:00:00.5' ORDER BY 1
SELECT greatest(TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:00.000001'), least(TIME '00:00:00.000002', TIME '00:00:00.000001')::VARCHAR
SELECT [ts, TIMESTAMP '2020-01-01 00:00:00.000001']::VARCHAR, {'t': t}::VARCHAR FROM fine WHERE id = 1
SELECT INTERVAL '1 second' = INTERVAL '1000000 microseconds', to_milliseconds(1) = to_microseconds(1000), to_seconds(1) > INTERVAL '999999 us', 3 * INTERVAL '0.000001' SECOND = to_microseconds(3)
SELECT typeof(TIMESTAMP '2020-01-01 00:00:00.123456'), typeof(TIME '00:00:00.1')
SELECT CAST(DATE '2020-01-01' AS TIMESTAMP), CAST(DATE '0001-01-01' AS TIMESTAMP), DATE '1970-01-01' < TIMESTAMP '1970-01-01 00:00:00.000001'
SELECT CAST(CAST('999999-01-01' AS DATE) AS VARCHAR), extract(YEAR FROM CAST('12345-01-01' AS DATE))
! SELECT CAST('300000-01-01 00:00:00' AS TIMESTAMP)
! SELECT epoch_ms(9223372036854775807)
! SELECT CAST(CAST('999999-01-01' AS DATE) AS TIMESTAMP)
! SELECT CAST('2020-01-01 00:00:00.' AS TIMESTAMP)
! SELECT round_fraction(TIMESTAMP '2020-01-01 00:00:00', 7)
-- sequences: each statement goes on where the ones before ended
SELECT nextval('numbers')
SELECT nextval('numbers'), currval('numbers'), nextval('main.numbers')
SELECT nextval('NUMBERS') FROM range(5)
SELECT nextval('numbers') AS a, nextval('numbers') AS b FROM range(3) ORDER BY a
SELECT id, nextval('numbers') FROM odd WHERE id > 3
SELECT id, CASE WHEN id > 4 THEN nextval('numbers') ELSE 0 END FROM odd ORDER BY id
SELECT x + x FROM (SELECT nextval('numbers') AS x FROM range(2)) ORDER BY 1
SELECT DISTINCT nextval('numbers') - nextval('numbers') FROM range(10)
SELECT count(*) FROM range(5) WHERE nextval('numbers') > 0
SELECT currval('numbers')
SELECT nextval('countdown') FROM range(3)
! SELECT nextval('countdown')
SELECT nextval('triple') FROM range(7)
! SELECT nextval('nosuch')
! SELECT currval('nosuch')
! SELECT nextval('numbers', 1)
-- PIVOT and UNPIVOT
PIVOT people ON name USING sum(x) GROUP BY d ORDER BY d
PIVOT people ON name
PIVOT (SELECT name, x FROM people) ON name USING sum(x)
PIVOT people ON name, x > 5 USING count(*) GROUP BY d ORDER BY d
PIVOT people ON upper(name) || '_' USING max(x) AS most, count(*) AS n GROUP BY d ORDER BY d
PIVOT people ON d USING coalesce(sum(x), 0) + 1 GROUP BY name ORDER BY name
PIVOT people ON name IN ('ann', 'bob'), x IN (10, 30) USING count(*) GROUP BY s ORDER BY s
PIVOT odd ON p USING sum(i) GROUP BY t ORDER BY t
PIVOT odd ON i USING count(*) AS n
SELECT * FROM (PIVOT people ON name USING sum(x) GROUP BY d) AS p JOIN people USING (d) ORDER BY people.id
FROM people PIVOT (sum(x) AS total, count(*) AS n FOR name IN ('ann', 'bob' AS b) GROUP BY d) ORDER BY d
FROM people PIVOT (count(*) FOR name IN ('ann', 'bob') x IN (10, 30) GROUP BY s) ORDER BY s
! PIVOT people ON nosuch
! CREATE VIEW unknown AS PIVOT people ON name
UNPIVOT (SELECT id, x, d FROM people) ON id, x
UNPIVOT people ON id AS first, x AS second INTO NAME k VALUE v
UNPIVOT (SELECT id, x, d, s, name FROM people) ON (id, x), (x, id) INTO NAME k VALUE v, w
UNPIVOT (SELECT id, x FROM people) ON *
UNPIVOT people ON COLUMNS('^(id|x)$') INTO NAME k VALUE v
FROM people UNPIVOT INCLUDE NULLS (v FOR k IN (id, x AS y)) ORDER BY d, k, v
FROM people UNPIVOT ((v, w) FOR k IN ((id, x), (x, id))) ORDER BY d, k, v
-- method calls, aliases of the first columns, operators, joins of sub-queries
SELECT 'abc'.upper(), ('a' || 'b').upper().lower(), (1 - 5).abs(), [3, 1].list_sum()
SELECT s.upper(), s.replace('a', 'x').length(), odd.s.lower() FROM odd ORDER BY id
SELECT a, s FROM odd AS o(a) JOIN (SELECT 1 AS x, 2 AS y) AS q(k) ON a = k
SELECT k, y FROM (SELECT 1 AS x, 2 AS y) AS q(k)
SELECT k, col1 FROM (VALUES (1, 'a'), (2, 'b')) AS v(k) ORDER BY k
! SELECT * FROM (SELECT 1 AS x) AS q(a, b)
SELECT name FROM people WHERE name GLOB '*n?' OR name GLOB '[x-zZ]*' ORDER BY name
SELECT 'a.c' GLOB 'a.c', 'abc' GLOB 'a.c', 'a]' GLOB '*]', 'abc' GLOB '[!b]bc', 'b*' GLOB 'b\*', '' GLOB '*', NULL GLOB 'a'
SELECT 'abc' ^@ 'ab', NULL ^@ 'a', @ -5, @(-2.5)
SELECT a, s FROM odd o JOIN (SELECT id AS a, i FROM odd) q ON a = o.id ORDER BY a
SELECT q.* FROM nothing n RIGHT JOIN (SELECT * FROM (VALUES (1, 2)) v(x, y)) q ON n.i = q.x
SELECT v.col0, w.col1, k FROM (VALUES (1)) v JOIN (VALUES (1, 'a')) w ON v.col0 = w.col0 JOIN odd o(k) ON k = v.col0
SELECT (VALUES (1)) AS x, id AS y FROM odd WHERE id < 3 ORDER BY y
SELECT k FROM odd AS o(k), (SELECT 1, 2) q(l) WHERE k = l
-- upper bounds of BETWEEN that begin with NOT
SELECT id FROM odd WHERE TRUE BETWEEN TRUE AND NOT EXISTS (SELECT 1 FROM nothing) AND id < 3 ORDER BY id
! SELECT 1 BETWEEN 0 AND NOT
-- sub-queries in every place: quantified comparisons, conditions of joins, HAVING, lists
SELECT o.id, p.id FROM odd o LEFT JOIN odd p ON o.i = p.i AND EXISTS (SELECT 1 FROM odd q WHERE q.id > o.id AND q.id < p.id) ORDER BY 1, 2
SELECT o.id, p.id FROM odd o LEFT JOIN odd p ON o.id + 1 = p.id AND p.i IN (SELECT q.i FROM odd q WHERE q.id > 2) ORDER BY 1, 2
SELECT o.id, p.id FROM odd o FULL JOIN odd p ON o.id + 1 = p.id AND o.i NOT IN (SELECT q.i FROM odd q WHERE q.id <> 3) ORDER BY 1, 2
SELECT o.id, p.id FROM odd o LEFT JOIN odd p ON o.id < p.id AND (SELECT count(*) FROM odd q WHERE q.id > o.id AND q.id <= p.id) = 1 ORDER BY 1, 2
SELECT o.id, p.id FROM odd o JOIN odd p ON o.id < p.id AND (SELECT count(*) FROM odd q WHERE q.id > o.id AND q.id <= p.id) = 1 ORDER BY 1, 2
SELECT o.id, p.id FROM odd o FULL JOIN odd p ON o.id < p.id AND (SELECT count(*) FROM odd q WHERE q.id > o.id AND q.id <= p.id) = 1 ORDER BY 1, 2
SELECT o.id FROM odd o SEMI JOIN odd p ON o.i = p.i AND p.id > (SELECT min(q.id) FROM odd q WHERE q.i = o.i) ORDER BY 1
SELECT o.id FROM odd o ANTI JOIN odd p ON o.i = p.i AND p.id > (SELECT min(q.id) FROM odd q WHERE q.i = o.i AND q.id <= p.id) ORDER BY 1
SELECT id, i > ALL (SELECT i FROM odd WHERE id > 3), i > ANY (SELECT i FROM odd), i >= ALL (SELECT i FROM odd WHERE i IS NOT NULL), i < ANY (SELECT i FROM odd WHERE FALSE), i < ALL (SELECT i FROM odd WHERE FALSE) FROM odd ORDER BY id
SELECT id, i <> ALL (SELECT i FROM odd WHERE id > 3), i <> ANY (SELECT i FROM odd WHERE id = 1), i = ALL (SELECT i FROM odd WHERE id IN (1, 6)), i = ANY (SELECT i FROM odd), i <> ANY (SELECT i FROM odd WHERE i IS NULL) FROM odd ORDER BY id
SELECT id, i > ALL (SELECT q.i FROM odd q WHERE q.id > o.id), i > ANY (SELECT q.i FROM odd q WHERE q.id > o.id), i <> ANY (SELECT q.i FROM odd q WHERE q.id > o.id), i = ALL (SELECT q.i FROM odd q WHERE q.id >= o.id) FROM odd o ORDER BY id
SELECT id FROM odd o WHERE i > ALL (SELECT q.i FROM odd q WHERE q.id > o.id) ORDER BY id
SELECT id FROM odd o WHERE i > ANY (SELECT q.i FROM odd q WHERE q.id > o.id) ORDER BY id
SELECT id FROM odd o WHERE NOT i > ANY (SELECT q.i FROM odd q WHERE q.id > o.id) ORDER BY id
SELECT id FROM odd o WHERE i NOT IN (SELECT q.i FROM odd q WHERE q.id > o.id) ORDER BY id
SELECT id FROM odd o WHERE i NOT IN (SELECT q.i FROM odd q WHERE q.id = o.id + 1) ORDER BY id
SELECT id FROM odd o WHERE i NOT IN (SELECT q.i FROM odd q WHERE q.s = o.s) ORDER BY id
SELECT id FROM odd o WHERE (i, b) NOT IN (SELECT q.i, q.b FROM odd q WHERE q.id > 3) ORDER BY id
SELECT id, EXISTS (SELECT 1 FROM nothing), EXISTS (SELECT i FROM odd), EXISTS (SELECT count(*) FROM nothing), NOT EXISTS (SELECT i FROM odd q WHERE q.i = o.i AND q.id <> o.id), EXISTS (SELECT i FROM odd q WHERE q.i < o.i GROUP BY i) FROM odd o ORDER BY id
SELECT id FROM odd WHERE EXISTS (SELECT 1 FROM nothing) OR NOT EXISTS (SELECT 1 FROM nothing) ORDER BY id
SELECT count(*) FROM odd WHERE EXISTS (SELECT 1 FROM nothing)
SELECT id FROM odd o WHERE EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id <> o.id LIMIT 1) ORDER BY id
SELECT id FROM odd o WHERE EXISTS (SELECT DISTINCT q.i FROM odd q WHERE q.i = o.i AND q.id <> o.id) ORDER BY id
SELECT id FROM odd o WHERE EXISTS (SELECT q.i FROM odd q WHERE q.i = o.i GROUP BY q.i HAVING count(*) > 1) ORDER BY id
SELECT CASE WHEN i IN (SELECT i FROM odd WHERE id > 3) THEN (SELECT max(id) FROM odd q WHERE q.i = o.i) ELSE (SELECT count(*) FROM nothing) END FROM odd o ORDER BY id
SELECT i, count(*) FROM odd GROUP BY i HAVING count(*) > (SELECT 1) AND i IN (SELECT i FROM odd) ORDER BY 1
SELECT i, count(*) FROM odd o GROUP BY i HAVING EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id > 1) AND EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id < 6) ORDER BY 1
SELECT id FROM odd o ORDER BY (SELECT count(*) FROM odd q WHERE q.i < o.i) DESC NULLS LAST, id
SELECT sum((SELECT max(q.id) FROM odd q WHERE q.i = o.i)) FROM odd o
SELECT id, sum((SELECT max(q.id) FROM odd q WHERE q.i = o.i)) OVER (ORDER BY id) FROM odd o ORDER BY id
SELECT id, row_number() OVER (ORDER BY (SELECT count(*) FROM odd q WHERE q.i < o.i), id) FROM odd o ORDER BY id
SELECT id FROM odd o QUALIFY row_number() OVER (ORDER BY id) > (SELECT 3) ORDER BY id
SELECT id FROM odd o QUALIFY row_number() OVER (ORDER BY id) IN (SELECT q.i FROM odd q) ORDER BY id
SELECT (SELECT i FROM odd q WHERE q.id = o.id) FROM odd o ORDER BY id
! SELECT (SELECT q.i FROM odd q WHERE q.i = o.i) FROM odd o
SELECT (SELECT q.id FROM odd q WHERE q.i = o.id) FROM odd o WHERE o.id > 1 ORDER BY o.id
! SELECT (SELECT q.id FROM odd q WHERE q.i = o.id) FROM odd o WHERE o.id < 3 ORDER BY o.id
SELECT sum((SELECT p.id FROM odd p WHERE p.i = q.id)) FROM odd q WHERE q.id > 1
SELECT o.id, (SELECT sum((SELECT p.id FROM odd p WHERE p.i = q.id)) FROM odd q WHERE q.i = o.i) FROM odd o WHERE o.id IN (2, 5) ORDER BY 1
! SELECT o.id, (SELECT sum((SELECT p.id FROM odd p WHERE p.i = q.id)) FROM odd q WHERE q.i = o.i) FROM odd o ORDER BY 1
SELECT id FROM odd o WHERE i = (SELECT q.i FROM odd q WHERE q.id = o.id) ORDER BY id
SELECT id FROM odd o WHERE (SELECT max(id) FROM odd q WHERE q.i = o.i) IN (SELECT id FROM odd) ORDER BY id
SELECT id FROM odd o WHERE (SELECT max(id) FROM odd q WHERE q.i = o.i) IN (SELECT p.id FROM odd p WHERE p.i = o.i) ORDER BY id
SELECT id FROM odd WHERE id IN (SELECT id FROM odd WHERE i IN (SELECT i FROM odd WHERE id NOT IN (SELECT id FROM odd WHERE s IS NULL))) ORDER BY id
SELECT * FROM (VALUES ((SELECT max(id) FROM odd)), ((SELECT min(id) FROM odd))) v(x) ORDER BY x
SELECT id FROM odd GROUP BY id, (SELECT max(i) FROM odd) ORDER BY id
SELECT (SELECT max(q.i) FROM odd q WHERE q.id <= o.id) AS m, count(*) FROM odd o GROUP BY m ORDER BY m
SELECT unnest((SELECT array_agg(id ORDER BY id) FROM odd))
SELECT x FROM odd o, LATERAL (SELECT q.i AS x FROM odd q WHERE q.id IN (SELECT p.id FROM odd p WHERE p.id > o.id)) ORDER BY x NULLS LAST
SELECT id, i IN (SELECT i FROM odd) IS TRUE, (i NOT IN (SELECT i FROM odd)) IS NULL FROM odd ORDER BY id
SELECT id FROM odd WHERE (i IN (SELECT i FROM odd WHERE id < 3)) = (id IN (SELECT id FROM odd WHERE i = 1)) ORDER BY id
SELECT id FROM odd o WHERE NOT (NOT EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id > o.id)) ORDER BY id
SELECT (SELECT i FROM odd ORDER BY id LIMIT 1), (SELECT id FROM odd q WHERE q.i <= o.i ORDER BY q.i DESC, q.id LIMIT 1) FROM odd o ORDER BY id
SELECT o.id, (SELECT count(*) FROM (SELECT 1 FROM odd q WHERE q.id > o.id UNION SELECT 2 FROM odd q WHERE q.id < o.id)) FROM odd o ORDER BY id
SELECT id FROM odd WHERE s IN (SELECT t FROM odd) OR t IN (SELECT s FROM odd) ORDER BY id
SELECT random() > 2, (SELECT count(*) FROM odd q WHERE q.id = o.id AND random() < 2) FROM odd o ORDER BY 2
-- outer columns beside aggregates, windows in sub-queries of HAVING, scalar sub-queries with several rows
SELECT id, (SELECT sum(q.id) + o.id FROM odd q) FROM odd o ORDER BY id
SELECT id, (SELECT count(*) FROM odd q HAVING count(*) > o.id) FROM odd o ORDER BY id
SELECT id, (SELECT max(q.id) FROM odd q GROUP BY q.id ORDER BY abs(q.id - o.id), count(*) LIMIT 1) FROM odd o ORDER BY id
SELECT id, (SELECT sum(x) FROM (SELECT i, count(*) + o.id AS x FROM odd GROUP BY GROUPING SETS ((i), ()))) FROM odd o ORDER BY id
SELECT id, (SELECT max(x) FROM (SELECT o.id + q.id AS x, count(*) FROM odd q GROUP BY o.id + q.id)) FROM odd o ORDER BY id
SELECT id, (SELECT max(x) FROM (SELECT o.id AS x, count(*) FROM odd q GROUP BY o.id)) FROM odd o ORDER BY id
SELECT id, (SELECT count(x) FROM (SELECT o.id AS x, count(*) FROM odd q GROUP BY GROUPING SETS ((o.id), ()))) FROM odd o ORDER BY id
SELECT id, (SELECT (SELECT max(p.id) + q.m + o.id FROM odd p) FROM (SELECT max(id) AS m FROM odd) q) FROM odd o ORDER BY id
SELECT id, (SELECT CASE WHEN count(*) > 3 THEN o.s ELSE min(q.s) END FROM odd q) FROM odd o ORDER BY id
SELECT id, (SELECT count(*) OVER () + o.id FROM odd q LIMIT 1) FROM odd o ORDER BY id
SELECT id, (SELECT sum(q.id + o.id) FROM odd q WHERE q.id < o.id) FROM odd o ORDER BY id
! SELECT id, (SELECT sum(q.id) + q.id FROM odd q) FROM odd o ORDER BY id
! SELECT sum(id) + i FROM odd
SELECT count(*) FROM odd o GROUP BY i HAVING (SELECT max(x) FROM (SELECT row_number() OVER (ORDER BY id) AS x FROM odd)) > count(*) ORDER BY 1
SELECT i AS k, count(*) FROM odd o GROUP BY i HAVING k IN (SELECT row_number() OVER (ORDER BY id) FROM odd) ORDER BY 1
! SELECT i FROM odd GROUP BY i HAVING row_number() OVER (ORDER BY i) > 1
SELECT i, count(*) FROM odd o GROUP BY i HAVING EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id > 1) AND EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id < 6) ORDER BY 1
SELECT i, i + 1 FROM odd o WHERE id < 5 GROUP BY i HAVING EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id > 1) OR (SELECT count(*) FROM odd q WHERE q.i < o.i) = 1 ORDER BY 1
SELECT o.id, p.id FROM odd o FULL JOIN odd p ON o.id < p.id AND (SELECT count(*) FROM odd q WHERE q.id > o.id AND q.id <= p.id) = 1 ORDER BY 1, 2
SELECT o.id, p.id FROM odd o FULL JOIN odd p ON o.i = p.i AND o.id <> p.id AND o.id + p.id IN (SELECT q.id + 1 FROM odd q WHERE q.i = o.i AND q.id >= p.id) ORDER BY 1, 2
SELECT o.id, p.id FROM odd o RIGHT JOIN odd p ON o.id < p.id AND (SELECT count(*) FROM odd q WHERE q.id > o.id AND q.id <= p.id) = 1 AND o.id IN (SELECT q.id FROM odd q WHERE q.i = o.i) ORDER BY 1, 2
SELECT unnest((SELECT array_agg(id ORDER BY id) FROM odd))
SELECT id, unnest((SELECT array_agg(q.id ORDER BY q.id) FROM odd q WHERE q.id <= o.id)) AS x FROM odd o ORDER BY id, x
SELECT o.id, x FROM odd o, unnest((SELECT array_agg(q.id ORDER BY q.id) FROM odd q WHERE q.id <= o.id)) t(x) ORDER BY 1, 2
SELECT x FROM unnest((SELECT array_agg(id ORDER BY id) FROM odd)) t(x) ORDER BY x
SELECT id FROM odd WHERE EXISTS (SELECT 1 FROM nothing) OR NOT EXISTS (SELECT 1 FROM nothing) ORDER BY id
SELECT o.id FROM odd o, (SELECT count(*) FROM nothing) x ORDER BY id
SELECT o.id FROM odd o LEFT JOIN (SELECT count(*) AS n FROM nothing) x ON TRUE ORDER BY id
SELECT * FROM range((SELECT 3)) t(x) ORDER BY x
SELECT id, (i, b) IN (SELECT q.i, q.b FROM odd q WHERE q.id > 3), (b + 1) IN (SELECT b FROM odd), 5 IN (SELECT i FROM odd), NULL IN (SELECT i FROM odd), NULL IN (SELECT i FROM nothing) FROM odd WHERE id <> 2 ORDER BY id
SELECT id, (SELECT o.i), (SELECT o.i - 1 WHERE o.id > 2), (SELECT max(x) FROM (VALUES (o.i), (3)) v(x)) FROM odd o WHERE id > 1 ORDER BY id
SELECT id, (SELECT max(x) FROM (SELECT o.i AS x UNION ALL SELECT 3)) FROM odd o ORDER BY id
SELECT id FROM odd o WHERE (SELECT p FROM odd q WHERE q.id = o.id) ORDER BY id
SELECT id FROM odd o WHERE NOT (SELECT p FROM odd q WHERE q.id = o.id) ORDER BY id
SELECT DISTINCT (SELECT max(q.id) FROM odd q WHERE q.i = o.i) FROM odd o ORDER BY 1
SELECT id FROM odd UNION SELECT (SELECT max(id) + 1 FROM odd) ORDER BY 1
SELECT count(*) FILTER (WHERE i IN (SELECT i FROM odd WHERE id > 2)), sum(id) FILTER (WHERE EXISTS (SELECT 1 FROM odd q WHERE q.i = o.i AND q.id <> o.id)) FROM odd o
SELECT o.id, (SELECT sum((SELECT p.id FROM odd p WHERE p.i = q.id)) FROM odd q WHERE q.i = o.i) FROM odd o WHERE o.id IN (2, 5) ORDER BY 1
! SELECT o.id, (SELECT sum((SELECT p.id FROM odd p WHERE p.i = q.id)) FROM odd q WHERE q.i = o.i) FROM odd o ORDER BY 1
SELECT o.id, (SELECT sum((SELECT p.id FROM odd p WHERE p.i = q.id)) FROM odd q WHERE q.i > o.i) FROM odd o WHERE o.id = 6 ORDER BY 1
SELECT (SELECT q.id FROM odd q WHERE q.i = o.id ORDER BY q.id LIMIT 1) FROM odd o ORDER BY o.id
SELECT (SELECT DISTINCT q.i FROM odd q WHERE q.i = o.i) FROM odd o ORDER BY o.id
SELECT (SELECT sum(o.id)) FROM odd o
! SELECT i, (SELECT sum(o.id) FROM nothing) FROM odd o GROUP BY i
! SELECT id, (SELECT max(p.id) + min(q.id) FROM odd p) FROM odd q
-- a common table expression with random values has the same rows wherever it is named
WITH a AS (SELECT random() AS r) SELECT x.r = y.r FROM a x, a y
WITH a AS (SELECT id, random() AS r FROM odd) SELECT count(*) FROM a x JOIN a y ON x.id = y.id WHERE x.r = y.r
WITH a AS (SELECT id, random() AS r FROM odd), b AS (SELECT id, random() AS r FROM odd) SELECT count(*) FROM a x JOIN b y ON x.id = y.id WHERE x.r = y.r
WITH a AS (SELECT id, random() AS r FROM odd), b AS (SELECT * FROM a WHERE r < 2) SELECT count(*) FROM a x JOIN b y ON x.id = y.id AND x.r = y.r WHERE y.id IN (SELECT id FROM a WHERE r = y.r)
WITH a AS (SELECT id, random() AS r FROM odd) SELECT (SELECT sum(r) FROM a) = (SELECT sum(r) FROM a WHERE r < 2), (SELECT max(r) FROM a) = (SELECT max(z.r) FROM a y, a z)
WITH a AS (SELECT id, random() AS r FROM odd) SELECT count(*) FROM (SELECT * FROM a UNION SELECT * FROM a)
WITH a AS (SELECT id, random() AS r FROM odd) SELECT count(*) FROM odd o WHERE EXISTS (SELECT 1 FROM a x JOIN a y USING (id) WHERE x.r = y.r AND x.id = o.id)
WITH a AS (SELECT id, random() AS r FROM odd) SELECT count(*) > 0 FROM a
WITH a AS (SELECT id, random() AS r FROM odd), b AS (SELECT max(r) AS m FROM a) SELECT count(*) FROM a, b WHERE r = m
WITH a AS (SELECT CASE WHEN random() < 2 THEN id END AS r FROM odd) SELECT x.r, y.r FROM a x JOIN a y ON x.r = y.r ORDER BY 1
SELECT count(*) FROM (SELECT id, random() AS r FROM odd) x JOIN (SELECT id, random() AS r FROM odd) y USING (id) WHERE x.r = y.r
-- aliases in front, and items for some columns of a star
SELECT q: i - 1, "q r": s, t FROM odd WHERE i > 0
SELECT u.i, v.b FROM u: odd JOIN v: (SELECT id, b FROM odd) ON u.id = v.id
FROM u: range(3) SELECT u.*, y: 1, z: y + 1
! SELECT q: i AS r FROM odd
! SELECT i FROM u: (SELECT 1) t(i)
SELECT x.z FROM (SELECT z: i FROM odd) x WHERE z > 0
SELECT * RENAME (id AS i, i AS id) FROM odd
SELECT * EXCLUDE (s, t, d, ts) REPLACE (i / 2 AS i) RENAME (id AS number) FROM odd WHERE number > 2
SELECT o.* EXCLUDE (o.s, T) REPLACE (o.i IS NULL AS p) RENAME (o.n AS m), m: 7 FROM odd o
SELECT * EXCLUDE s, i FROM odd
SELECT * REPLACE i / 2 AS i FROM odd
SELECT * RENAME i AS j FROM odd
SELECT m.j FROM (SELECT * RENAME (i AS j) FROM odd) m ORDER BY m.j
SELECT * EXCLUDE (id) FROM odd a JOIN odd b USING (id) WHERE a.id < 3
SELECT * EXCLUDE (b.id) FROM odd a JOIN odd b ON a.id = b.id
SELECT s.* EXCLUDE (x) FROM (SELECT {'x': 1, 'y': 2, 'z': 'c'} AS s)
! SELECT * EXCLUDE (nope) FROM odd
! SELECT * REPLACE (1 AS nope) FROM odd
! SELECT * EXCLUDE (i) RENAME (i AS j) FROM odd
! SELECT * EXCLUDE (i) REPLACE (1 AS i) FROM odd
! SELECT * EXCLUDE (i, i) FROM odd
! SELECT * RENAME (i AS j) EXCLUDE (s) FROM odd
! SELECT * EXCLUDE (id, i, b, n, f, s, t, d, ts, p) FROM odd
! SELECT i EXCLUDE (s) FROM odd
SELECT COLUMNS(* EXCLUDE (s, t, d, ts, p)) + 1 FROM odd WHERE id < 2
SELECT COLUMNS(o.* EXCLUDE (n)) FROM odd o
SELECT COLUMNS(lambda c: c LIKE '%s' OR length(c) = 2) FROM odd
SELECT lower(COLUMNS(lambda c: c IN ('s', 't'))) FROM odd
! SELECT COLUMNS(lambda c: i > 1) FROM odd
! SELECT COLUMNS(lambda c: length(c)) FROM odd
! SELECT COLUMNS(lambda c: c = 'nope') FROM odd
SELECT COLUMNS(['t', 'i']), min(COLUMNS(['s'])) OVER () FROM odd
! SELECT COLUMNS(['t', 'nope']) FROM odd
SELECT COLUMNS('^i') * COLUMNS('^i') - COLUMNS('^i') FROM odd WHERE id <> 5
SELECT max(COLUMNS('^(id|i)$')) - min(COLUMNS('^(id|i)$')) FROM odd WHERE id <> 5
! SELECT COLUMNS('i') + COLUMNS('b') FROM odd
SELECT x1, x2 FROM (SELECT COLUMNS('^(s|t)$') AS 'x_\1' FROM odd) r(x1, x2)
SELECT x_s, x_t FROM (SELECT COLUMNS('^(s|t)$') AS 'x_\1' FROM odd)
SELECT coalesce(*COLUMNS(['t', 's'])), greatest(*COLUMNS('^(id|i)$')) FROM odd
SELECT [*COLUMNS('^(id|i)$'), 7] FROM odd
! SELECT *COLUMNS('^(id|i)$') > 1 FROM odd
SELECT id FROM odd WHERE COLUMNS('^(id|i)$') > 0
SELECT id FROM odd WHERE coalesce(*COLUMNS('^(i|b)$')) > 0
SELECT CASE WHEN COLUMNS('^(id|i)$') > 1 THEN 'many' ELSE 'few' END FROM odd
SELECT COLUMNS('^(s|p)$'), count(*), sum(id) FROM odd GROUP BY ALL
SELECT *, count(*) FROM (SELECT s, p FROM odd) GROUP BY ALL ORDER BY ALL
SELECT * EXCLUDE (id), count(*) FROM (SELECT s, p, id FROM odd) GROUP BY ALL
SELECT * LIKE 's%' FROM odd
SELECT * EXCLUDE (s) NOT ILIKE 'D%' FROM odd
SELECT * SIMILAR TO '[st]s?' FROM odd
SELECT * NOT SIMILAR TO '..?' FROM (SELECT 1 AS abc, 2 AS de)
SELECT * GLOB 't*', 1 FROM odd
SELECT * LIKE 'a!_b' ESCAPE '!' FROM (SELECT 1 AS a_b, 2 AS axb)
SELECT o.* LIKE 't_' FROM odd o
! SELECT * RENAME (i AS j) LIKE 'j' FROM odd
SELECT a.id, s.n FROM odd a JOIN (SELECT id, n FROM odd) s ON a.id = s.id
SELECT * FROM (odd JOIN (SELECT id FROM odd WHERE id > 3) USING (id)) CROSS JOIN ((SELECT 1 AS one))
SELECT a.id FROM odd a LEFT JOIN ((SELECT 1 AS k) x JOIN (VALUES (1)) v(j) ON k = j) ON a.id = k
-- expressions in LIMIT and OFFSET
SELECT id FROM odd ORDER BY id LIMIT 2 + 1 OFFSET 2 * 1
SELECT id FROM odd ORDER BY id LIMIT (SELECT max(i) - min(i) FROM odd WHERE i BETWEEN 0 AND 5)
SELECT id FROM odd ORDER BY id OFFSET (SELECT count(*) - 4 FROM odd) LIMIT 2
SELECT id FROM odd ORDER BY id LIMIT (SELECT NULL) OFFSET (SELECT NULL)
SELECT id FROM odd ORDER BY id LIMIT (SELECT NULL) OFFSET (SELECT 2)
SELECT id FROM odd ORDER BY id LIMIT NULL OFFSET 2
SELECT id FROM odd ORDER BY id LIMIT CAST('3' AS INTEGER)
SELECT id FROM odd ORDER BY id LIMIT greatest(1, 2) + length('a')
SELECT id FROM odd ORDER BY id LIMIT 7 % 4
SELECT id FROM odd ORDER BY id LIMIT 50 % OFFSET 1
SELECT id FROM odd ORDER BY id LIMIT 2.6
SELECT id FROM odd ORDER BY id LIMIT CASE WHEN true THEN 2 ELSE 1 END
SELECT count(*) FROM (SELECT id FROM odd LIMIT random() * 0)
SELECT * FROM ((SELECT id FROM odd ORDER BY id LIMIT (SELECT 2)) UNION ALL (SELECT id FROM odd ORDER BY id DESC LIMIT 1 + 1)) ORDER BY 1
VALUES (1), (2), (3) LIMIT 1 + 1
SELECT s FROM (SELECT s, id FROM odd ORDER BY id LIMIT (SELECT 3)) q ORDER BY s
SELECT id FROM odd WHERE id IN (SELECT id FROM odd ORDER BY id DESC LIMIT (SELECT 3)) ORDER BY id
SELECT s FROM odd ORDER BY id LIMIT (SELECT 2)
SELECT DISTINCT i FROM odd ORDER BY i NULLS FIRST LIMIT (SELECT 3)
SELECT i, count(*) FROM odd GROUP BY i ORDER BY count(*) DESC, i LIMIT (SELECT 2)
SELECT count(*) FROM nothing LIMIT (SELECT count(*) + 1 FROM nothing)
! SELECT id FROM odd ORDER BY id LIMIT 1 - 2
! SELECT id FROM odd ORDER BY id LIMIT (SELECT -1)
! SELECT id FROM odd ORDER BY id OFFSET (SELECT -1)
! SELECT id FROM odd ORDER BY id LIMIT 'a'
! SELECT id FROM odd ORDER BY id LIMIT id
! SELECT id FROM odd ORDER BY id LIMIT (SELECT id FROM odd)
! SELECT id FROM odd ORDER BY id LIMIT (SELECT o.id FROM odd o WHERE o.id = odd.id)
! SELECT id FROM odd ORDER BY id LIMIT sum(1)
! SELECT id FROM odd ORDER BY id LIMIT 1, 2
! SELECT id FROM odd FETCH FIRST 3 ROWS WITH TIES
-- DESCRIBE, SHOW and SUMMARIZE in FROM and WITH
SELECT column_name, column_type FROM (DESCRIBE people)
SELECT column_name FROM (DESCRIBE SELECT id, i + 1 AS j FROM odd) ORDER BY 1
WITH x AS (DESCRIBE people) SELECT column_name FROM x WHERE column_type = 'INTEGER'
WITH x AS (SELECT id, i FROM odd), y AS (DESCRIBE x) SELECT column_name FROM y
WITH x AS (SELECT 1 AS a), y AS (SUMMARIZE FROM x) SELECT column_name, "min", "max" FROM y
SELECT name FROM (SHOW TABLES) ORDER BY name
SELECT column_name, "count" FROM (SUMMARIZE people)
SELECT s.column_name FROM (SUMMARIZE SELECT id, i FROM odd WHERE id > 2) s JOIN (DESCRIBE people) d ON s.column_name = d.column_name
SELECT (SELECT count(*) FROM (DESCRIBE people))
! SELECT * FROM (DESCRIBE nope)
! SELECT * FROM (SHOW nope)
-- slices with steps and of strings, lists in lists as rows
SELECT [1,2,3,4,5,6][1:5:2], [1,2,3,4][1:-1:2], [1,2,3,4][:-1:2], [1,2,3,4][1:-:2], [1,2,3][1:3:10]
SELECT list_slice([1,2,3,4,5,6], 1, 5, 2), array_slice([1,2,3,4], NULL, 2), [1,2,3][NULL:2], [1,2,3][1:2:NULL]
SELECT [1,2,3,4,5,6][5:1:-2], [1,2,3][1:3:-1], [1,2,3][:-:-1], [1,2,3][1:3:9223372036854775807]
! SELECT [1,2,3][1:2:0]
SELECT 'abcdef'[2], 'abcdef'[-1], 'abcdef'[0], 'abcdef'[10], 'äöü'[2]
SELECT 'abcdef'[1:3], 'abcdef'[:-2], 'abcdef'[3:], 'abcdef'[-3:-1], 'äöü'[2:3], ''[1:2], NULL[1:2]
SELECT id, s[1], s[2:], s[:1], s[-1] FROM odd ORDER BY id
SELECT substring('abc', 2)[1], upper('abc')[2:3], ('a' || 'bc')[2]
SELECT array_slice('hello', 2, 3), list_slice('hello', -3, -1)
SELECT s[1], count(*) FROM odd WHERE s[1] = 'a' OR s[2:2] = 'ö' GROUP BY s[1] ORDER BY 1
! SELECT id[1] FROM odd
SELECT unnest([[1,2],[3]], max_depth := 2)
SELECT unnest([[[1],[2]],[[3]]], max_depth := 2)
SELECT unnest([[1, NULL], [], NULL, [3]], recursive := true)
SELECT unnest([[1,2],[3]], recursive := false)
SELECT unnest({'a': 1, 'b': {'c': 2}}, recursive := true)
SELECT unnest([{'a': 1, 'b': 2}, {'a': 3, 'b': NULL}], recursive := true)
SELECT id, unnest([[id, 2], [3]], recursive := true) AS x FROM odd WHERE id < 3
! SELECT unnest([[1,2],[3]], max_depth := 0)
! SELECT unnest([1], depth := 2)
SELECT list_concat([1],[2],[3]), array_cat([1], NULL, [2])
-- columns that joins with USING have in common, in all clauses
SELECT id, a.i FROM odd a JOIN people b USING (id) WHERE id > 1 ORDER BY id
SELECT id, count(*) FROM odd a JOIN people b USING (id) GROUP BY id HAVING id > 2 ORDER BY id
SELECT a.i FROM odd a JOIN people b USING (id) ORDER BY id DESC
SELECT id + 1 FROM odd a LEFT JOIN people b USING (id) WHERE id > 3
SELECT id, a.i, b.x FROM (SELECT id, i FROM odd WHERE id > 2) a FULL JOIN people b USING (id) WHERE id > 1 ORDER BY id
SELECT id FROM (SELECT id FROM odd WHERE id > 2) a RIGHT JOIN people b USING (id) WHERE id < 4 ORDER BY id
SELECT i FROM (SELECT id, i FROM odd) a NATURAL JOIN (SELECT id FROM people) b WHERE id = 1
SELECT sum(a.id) OVER w AS s FROM odd a JOIN people b USING (id) WINDOW w AS (ORDER BY id) ORDER BY s
SELECT -id AS id FROM odd a JOIN people b USING (id) ORDER BY id
SELECT id AS q FROM odd a JOIN people b USING (id) QUALIFY row_number() OVER (ORDER BY id DESC) = 1
SELECT DISTINCT id FROM odd a JOIN people b USING (id) JOIN odd c USING (id) WHERE id > 1 ORDER BY id
SELECT id FROM odd a LEFT JOIN people b USING (id) FULL JOIN (SELECT 7 AS id) z USING (id) WHERE id > 4 ORDER BY id
SELECT id FROM odd a JOIN people b USING (id) WHERE id IN (SELECT id FROM people) AND EXISTS (SELECT 1 FROM odd WHERE id = b.id)
SELECT CASE id WHEN 1 THEN 'x' END, coalesce(id, 0) FROM odd a JOIN people b USING (id) GROUP BY id ORDER BY id
! SELECT id FROM odd a CROSS JOIN people b WHERE id > 1
! SELECT id FROM odd a JOIN people b ON a.id = b.id WHERE id > 1
SELECT * FROM (VALUES (1, 10), (2, 20)) t(k, ts) ASOF JOIN (VALUES (1, 5), (1, 7), (2, 25)) u(k, ts) ON t.k = u.k AND t.ts >= u.ts ORDER BY 1
SELECT * FROM (VALUES (1, 10), (2, 20)) t(k, ts) ASOF LEFT JOIN (VALUES (1, 5), (2, 25)) u(k, ts) ON u.ts <= t.ts AND t.k = u.k ORDER BY 1
SELECT * FROM (VALUES (1, 10), (2, 20)) t(k, ts) ASOF JOIN (VALUES (1, 5), (2, 15), (3, 18)) u(k, ts) ON t.ts > u.ts ORDER BY 1
! SELECT * FROM (VALUES (1, 10)) t(k, ts) ASOF JOIN (VALUES (1, 5)) u(k, ts) ON t.k = u.k
! SELECT * FROM (VALUES (1, 10)) t(k, ts) ASOF JOIN (VALUES (1, 5)) u(k, ts) ON t.k <= u.k AND t.ts >= u.ts
SELECT rank() OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), lag(k) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM (VALUES (1), (2)) t(k) ORDER BY 1
SELECT row_number() OVER w, sum(k) OVER w, ntile(2) OVER (w ROWS 1 PRECEDING) FROM (VALUES (1), (2), (3)) t(k) WINDOW w AS (ORDER BY k) ORDER BY 1
SELECT row_number() OVER w, sum(k) OVER w FROM (VALUES (1), (2), (3)) t(k) WINDOW w AS (ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) ORDER BY 1
SELECT TIMESTAMP '2024-01-01T10:00:30.25', TIMESTAMP '2024-01-01 10:00', TIMESTAMP '2024-01-01'
SELECT hour(TIME '1:02'), minute(TIME '10:30'), TIME '10:00' < TIME '10:00:01'
! SELECT TIME '25:00'
! SELECT TIMESTAMP '2024-01-01 1x'
SELECT TIMESTAMP '2024-01-01' + INTERVAL '3 days 04:05:06', TIMESTAMP '2024-01-01' + INTERVAL '04:05', TIMESTAMP '2024-01-01' + INTERVAL '-04:05:06.25', TIMESTAMP '2024-01-01' - INTERVAL '1 day -1:00:00'
! SELECT INTERVAL '1 day 4'
SELECT timezone('America/New_York', timezone('Europe/Berlin', TIMESTAMP '2024-07-01 00:00:00')), TIMESTAMP '2024-01-01 00:00:00' AT TIME ZONE 'UTC' AT TIME ZONE 'Asia/Tokyo'
SELECT CAST('2024-01-01 00:00:00+01' AS TIMESTAMP WITH TIME ZONE) AT TIME ZONE 'UTC', TIMESTAMP WITH TIME ZONE '2024-01-01 00:00:00+01' AT TIME ZONE 'America/New_York'
SELECT CAST('2024-01-01 00:00:00+01'::TIMESTAMPTZ AT TIME ZONE 'UTC' AS DATE), extract(hour FROM TIMESTAMP '2024-01-01 12:00:00' AT TIME ZONE 'Europe/Berlin' AT TIME ZONE 'UTC')
SELECT TIMESTAMP '2024-03-31 02:30:00' AT TIME ZONE 'Europe/Berlin' AT TIME ZONE 'UTC', CAST(NULL AS TIMESTAMP) AT TIME ZONE 'Europe/Berlin' IS NULL
! SELECT TIMESTAMP '2024-01-01 00:00:00' AT TIME ZONE 'Nowhere'
SELECT e'a' = 'a', e'a' || 'b' = 'ab', n'a' = lower('A'), e'a\tb' LIKE 'a%', position(e'a' IN 'ba'), e'a' IN ('a', 'b')
SELECT e'a' UNION ALL SELECT lower('A')
SELECT count(*) FROM (VALUES ('a'), ('b')) v(x) WHERE x = e'a' OR x = CASE WHEN x > e'a' THEN e'q' ELSE x END
SELECT round(2.567, 2), round(-2.5), trunc(2.9), round(0.05, 1), round(99.99, 1), round(1.5), round(123.456, -2), round(123.456, -5), trunc(-0.9), round(-0.4)
SELECT round(d), round(d, 1), round(d, 2), round(d, 3), round(d, 5), round(d, -1) FROM (VALUES (2.567), (-2.567), (0.5), (NULL), (9999999.999), (-0.4), (1.005)) v(d) ORDER BY d NULLS LAST
SELECT trunc(d), trunc(d, 1), trunc(d, 2), trunc(d, 3), trunc(d, -1) FROM (VALUES (2.567), (-2.567), (0.5), (NULL), (9999999.999), (-0.4), (1.005)) v(d) ORDER BY d NULLS LAST
SELECT round(d), round(d, 2), trunc(d), trunc(d, 2), round(d, -1) FROM (VALUES (123456789012345678901234567890.99999), (-0.4), (2.5), (NULL)) v(d) ORDER BY d NULLS LAST
SELECT round(d, 1) AS r, count(*), sum(round(d, 1)) FROM (VALUES (2.567), (2.61), (-0.44)) v(d) GROUP BY r ORDER BY r
SELECT round(15, -1), round(CAST(NULL AS DECIMAL(5, 2)), 1), trunc(15, -1), round(2.675e0, 1), round(1e300, 2), trunc(-2.5e0)
SELECT ceil(d), floor(d), abs(d) FROM (VALUES (-0.5), (0.5), (99.9), (-99.9), (1.0), (NULL)) v(d) ORDER BY d NULLS LAST
SELECT abs(i) FROM (VALUES (-9223372036854775807), (NULL), (0)) v(i) ORDER BY i NULLS LAST
! SELECT abs(i) FROM (VALUES (-9223372036854775808)) v(i)
! SELECT abs(CAST(-128 AS TINYINT))
-- casts of strings to nested values, and between nested values
SELECT '[1,2]'::INTEGER[], '[]'::INTEGER[], ' [ 1 , 2 ] '::INTEGER[], '[NULL, 1]'::INTEGER[]
SELECT '[a, b]'::VARCHAR[], '["a,b", ''c'']'::VARCHAR[], '[a b,  c ]'::VARCHAR[], '[null, "NULL"]'::VARCHAR[]
SELECT '[1,,2]'::VARCHAR[]
SELECT '[1,]'::VARCHAR[]
SELECT '[,]'::VARCHAR[]
! SELECT '[1,,2]'::INTEGER[]
! SELECT '[1,]'::INTEGER[]
SELECT '[[1,2],[3],[],NULL]'::INTEGER[][]
! SELECT '[1, x]'::INTEGER[]
! SELECT '[1, 2'::INTEGER[]
! SELECT '1, 2'::INTEGER[]
! SELECT '[1] x'::INTEGER[]
! SELECT ''::INTEGER[]
SELECT TRY_CAST('[1, x]' AS INTEGER[])
SELECT TRY_CAST('[1, 2' AS INTEGER[]), TRY_CAST('' AS INTEGER[]), TRY_CAST('abc' AS INTEGER[])
SELECT TRY_CAST('[[1,x],[2]]' AS INTEGER[][])
SELECT TRY_CAST('[[1,x],[2, [2]]' AS INTEGER[][])
SELECT TRY_CAST('[[1],x]' AS INTEGER[][])
! SELECT '[a\,b, c\]d]'::VARCHAR[]
SELECT '["a\"b", ''it\''s'']'::VARCHAR[]
SELECT '[{a: 1}, {a: 2}]'::STRUCT(a INTEGER)[]
SELECT '{a: 1, b: x}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{''a'': 1, ''b'': ''x y''}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{"a": 1, "b": "x, y"}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{b: x, a: 1}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{b: x}'::STRUCT(a INTEGER, b VARCHAR)
! SELECT '{c: 1}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{a: NULL, b: NULL}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{a: 1, a: 2}'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{a: }'::STRUCT(a VARCHAR)
SELECT '{a: , b: 1}'::STRUCT(a VARCHAR, b INTEGER)
SELECT '(1, x)'::STRUCT(a INTEGER, b VARCHAR)
! SELECT '(1, x, 3)'::STRUCT(a INTEGER, b VARCHAR)
SELECT '(1)'::STRUCT(a INTEGER, b VARCHAR)
SELECT '()'::STRUCT(a INTEGER, b VARCHAR)
SELECT '{a: {b: 1, c: [1,2]}, d: [x,y]}'::STRUCT(a STRUCT(b INTEGER, c INTEGER[]), d VARCHAR[])
SELECT TRY_CAST('{a: x, b: y}' AS STRUCT(a INTEGER, b VARCHAR))
SELECT TRY_CAST('{c: x, b: y}' AS STRUCT(a INTEGER, b VARCHAR))
SELECT '{k=1, j=2}'::MAP(VARCHAR, INTEGER)
SELECT '{ k = 1 ,j=2 }'::MAP(VARCHAR, INTEGER)
SELECT '{}'::MAP(VARCHAR, INTEGER)
SELECT '{k=NULL}'::MAP(VARCHAR, INTEGER)
! SELECT '{NULL=1}'::MAP(VARCHAR, INTEGER)
! SELECT '{k=1, k=2}'::MAP(VARCHAR, INTEGER)
SELECT TRY_CAST('{k=1, k=2}' AS MAP(VARCHAR, INTEGER))
SELECT TRY_CAST('{k=x}' AS MAP(VARCHAR, INTEGER))
SELECT TRY_CAST('{x=1}' AS MAP(INTEGER, INTEGER))
SELECT TRY_CAST('{NULL=1}' AS MAP(INTEGER, INTEGER))
SELECT '{1=[1,2], 2=[]}'::MAP(INTEGER, INTEGER[])
SELECT '{"a=b"=1}'::MAP(VARCHAR, INTEGER)
SELECT '{a=b=c}'::MAP(VARCHAR, VARCHAR)
SELECT '{[1]=a}'::MAP(INTEGER[], VARCHAR)
! SELECT '{k: 1}'::MAP(VARCHAR, INTEGER)
SELECT [1,2]::VARCHAR[], ['1','2']::INTEGER[], [1.5, 2.5]::INTEGER[], [true]::VARCHAR[]
SELECT [[1,2],[3]]::VARCHAR[], [{'a': 1}]::VARCHAR[], ['[1]', '[2,3]']::INTEGER[][]
SELECT {'a': '1', 'b': 2}::STRUCT(a INTEGER, b VARCHAR)
SELECT {'a': '[1,2]'}::STRUCT(a INTEGER[])
SELECT MAP {'a': '1'}::MAP(VARCHAR, INTEGER), MAP {1: 2}::MAP(VARCHAR, VARCHAR)
SELECT [DATE '2020-01-01']::VARCHAR[], ['2020-01-01']::DATE[], '[2020-01-01]'::DATE[], '[2020-01-01 10:00:00]'::TIMESTAMP[]
SELECT CAST(NULL AS INTEGER[]), CAST(NULL::VARCHAR AS INTEGER[]), NULL::STRUCT(a INTEGER)
SELECT s::INTEGER[] FROM (VALUES ('[1]'), (NULL), ('[2, 3]')) t(s)
SELECT TRY_CAST(s AS INTEGER[]) FROM (VALUES ('[1]'), (NULL), ('[2, 3'), ('x')) t(s)
SELECT list_sum('[1,2,3]'::INTEGER[]), ('{a: 5}'::STRUCT(a INTEGER)).a, ('{k=7}'::MAP(VARCHAR, INTEGER))['k']
SELECT '[''a'', ''b'']'::VARCHAR[]::VARCHAR
SELECT '[a"b"c]'::VARCHAR[], '[ "a" ]'::VARCHAR[], '["a" b]'::VARCHAR[]
SELECT '[{"a":1},{"b":[2]}]'::VARCHAR[], '[[1, "x"], y]'::VARCHAR[]
SELECT '[ 日本, ü ]'::VARCHAR[]
! SELECT '[1, 2, ]'::INTEGER[]
! SELECT [1,2]::INTEGER
! SELECT 5::INTEGER[]
SELECT '[1,2]' = [1,2]::VARCHAR, '[1,2]'::INTEGER[] = [1,2]
SELECT '[a\,b]'::VARCHAR[]
! SELECT '[a\]b]'::VARCHAR[]
SELECT '[a\\b]'::VARCHAR[]
SELECT '[\a]'::VARCHAR[]
SELECT '["a\,b"]'::VARCHAR[]
SELECT '[a\"b]'::VARCHAR[]
! SELECT '{a: x\,y}'::STRUCT(a VARCHAR)
! SELECT '{x\=y=1}'::MAP(VARCHAR, INTEGER)
SELECT '[a\ ]'::VARCHAR[]
! SELECT '[[\]]]'::VARCHAR[]
SELECT '["[", a]'::VARCHAR[]
SELECT '[a}b]'::VARCHAR[]
SELECT '[(a,b), c]'::VARCHAR[]
! SELECT '[a(b]'::VARCHAR[]
SELECT '{"A": 1}'::STRUCT("A" INTEGER), '{"a b": 1}'::STRUCT("a b" INTEGER)
-- UUIDs
SELECT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID
SELECT '{A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11}'::UUID, 'a0eebc999c0b4ef8bb6d6bb9bd380a11'::UUID
SELECT UUID 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
! SELECT 'xyz'::UUID
SELECT TRY_CAST('xyz' AS UUID), TRY_CAST('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1' AS UUID)
SELECT 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID > '00eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID
SELECT 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID = 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'
SELECT 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' < '00eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID
SELECT * FROM ids ORDER BY id
SELECT * FROM ids ORDER BY id DESC NULLS LAST
SELECT min(id), max(id), count(DISTINCT id), any_value(id) FILTER (WHERE n = 1) FROM ids
SELECT n FROM ids WHERE id = '80000000-0000-0000-0000-000000000000'
SELECT n FROM ids WHERE id > '7fffffff-ffff-ffff-ffff-ffffffffffff' ORDER BY n
SELECT n FROM ids WHERE id IN ('80000000-0000-0000-0000-000000000000', 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11') ORDER BY n
SELECT n FROM ids WHERE id BETWEEN '00000000-0000-0000-0000-000000000000' AND '80000000-0000-0000-0000-000000000000' ORDER BY n
SELECT n FROM ids WHERE id > UUID '00eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' AND id < UUID 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' ORDER BY n
SELECT a.n, b.n FROM ids a JOIN ids b ON a.id = b.id ORDER BY 1
SELECT a.n, b.n FROM ids a JOIN ids b ON a.id < b.id ORDER BY 1, 2
SELECT id, count(*) FROM (SELECT id FROM ids UNION ALL SELECT id FROM ids) GROUP BY id ORDER BY id
SELECT id::VARCHAR, upper(id::VARCHAR), id || 'x', replace(id::VARCHAR, '-', '') FROM ids ORDER BY n
SELECT list(id ORDER BY n), {'a': min(id)}, array_agg(id ORDER BY id) FROM ids
SELECT coalesce(id, '00000000-0000-0000-0000-000000000000') FROM ids ORDER BY n
SELECT CASE WHEN n = 1 THEN id END FROM ids ORDER BY n
SELECT row_number() OVER (ORDER BY id), lag(id) OVER (ORDER BY n) FROM ids ORDER BY 1
SELECT '\xF0\xEE\xBC\x99\x9C\x0B\x4E\xF8\xBB\x6D\x6B\xB9\xBD\x38\x0A\x11'::BLOB::UUID
! SELECT 1::UUID
! SELECT id::INTEGER FROM ids
! SELECT id::HUGEINT FROM ids WHERE n = 2
SELECT concat('a', id) FROM ids WHERE n = 1
SELECT id IS NULL, id IS DISTINCT FROM NULL FROM ids ORDER BY n
SELECT greatest('f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID, '00eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID)
SELECT '[f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11, NULL]'::UUID[]
SELECT id FROM ids WHERE id = 'F0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'
! SELECT id FROM ids WHERE id = 'abc'
-- binary strings
! SELECT '\xZZ'::BLOB
! SELECT '\x1'::BLOB
SELECT '\xAA'::BLOB::VARCHAR, 'a\x00b'::BLOB::VARCHAR, 'ab'::BLOB::VARCHAR
SELECT md5('ab'::BLOB), sha256('ab'::BLOB), sha1('ab'::BLOB)
! SELECT array_extract('\xAA\xBB'::BLOB, 1)
! SELECT decode('\xAA'::BLOB)
SELECT typeof('\xAA'::BLOB), typeof('a'::BYTEA), typeof('a'::VARBINARY)
SELECT concat('\xAA'::BLOB, '\xBB'::BLOB)
-- aggregates of lists of values
SELECT g, histogram(i), histogram(s) FROM measured GROUP BY g ORDER BY g
SELECT histogram(d), histogram(dt), histogram(b), histogram(n) FROM measured
SELECT max(i, 2), min(i, 2), max(s, 2), min(s, 5), max(d, 1), min(dt, 2) FROM measured
SELECT g, max(i, 2), min(s, 1) FROM measured GROUP BY g ORDER BY g
! SELECT max(i, 0) FROM measured
! SELECT max(i, -1) FROM measured
SELECT g, arg_max(s, n, 2) FROM measured GROUP BY g ORDER BY g
SELECT quantile_cont(d, [0.25, 0.5, 0.75]), quantile_disc(d, [0.25, 0.5, 0.75]), quantile(i, [0, 1]) FROM measured
SELECT g, quantile_cont(i, [0.5]), quantile_disc(s, [0.5, 1]) FROM measured GROUP BY g ORDER BY g
SELECT mode(i), mode(s), mode(b), mode(dt), mode(n) FROM measured
SELECT bit_and(i), bit_or(i), bit_xor(i), bit_and(i) FILTER (WHERE g = 3) FROM measured
SELECT product(i), product(d), favg(d), fsum(d), kahan_sum(d), sumkahan(d) FROM measured
SELECT g, geomean(i), geometric_mean(d) FROM measured GROUP BY g ORDER BY g
SELECT geomean(n) FROM measured
SELECT list(i) FILTER (WHERE false), array_agg(i ORDER BY g, i) FROM measured
SELECT approx_quantile(d, 0.5), approx_count_distinct(i) FROM measured
SELECT approx_top_k(i, 1), approx_top_k(s, 1) FROM measured
SELECT string_agg(s, ',' ORDER BY s), group_concat(s, '-' ORDER BY s DESC), string_agg(DISTINCT s, ',' ORDER BY s), listagg(s, '|' ORDER BY s) FROM measured
SELECT string_agg(s ORDER BY s) FROM measured
SELECT arg_max(s, i), arg_min(s, i), max_by(s, d), min_by(s, d), argmax(s, d), arg_min(i, s) FROM measured
SELECT arg_max(s, i) FILTER (WHERE i < 3) FROM measured
SELECT sum(DISTINCT i), avg(DISTINCT i), count(DISTINCT s), max(DISTINCT i) FROM measured
SELECT histogram(i) FILTER (WHERE g = 1), histogram(DISTINCT i) FROM measured
SELECT reservoir_quantile(d, 0.5) FROM measured
SELECT list_aggregate([1,2,2], 'approx_count_distinct'), list_aggregate([1,2,2], 'stddev'), list_var_samp([1,2,4]), list_sem([1,2,4]), list_aggregate([1,2],'avg')
SELECT list_bit_and([7,3]), list_bit_or([1,2]), list_bit_xor([1,3]), list_aggregate([true,false], 'bool_and'), list_approx_count_distinct([1,2,2])
SELECT first(i), last(i) FROM measured WHERE g = 2
SELECT arg_max(i, d), arg_max({'a': i}, d), max({'a': i}) FROM measured
SELECT max([i]), min([s]), max(b), min(b) FROM measured
SELECT count(), count(1), sum(1) FROM measured WHERE false
SELECT list(DISTINCT s) FROM measured WHERE g = 1 AND s = 'b'
SELECT map(list(i), list(s)) FROM measured WHERE g = 2 AND i IS NOT NULL
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY i), percentile_disc(0.5) WITHIN GROUP (ORDER BY i DESC), mode() WITHIN GROUP (ORDER BY s) FROM measured
SELECT percentile_cont([0.25, 0.75]) WITHIN GROUP (ORDER BY d), percentile_disc([0.25, 0.75]) WITHIN GROUP (ORDER BY d) FROM measured
-- functions of lists
SELECT list_zip([1,2],[3,4]), list_zip([1,2,3],['a']), list_zip([1,2],[3,4,5], true), array_zip([1],[2],[3])
SELECT list_intersect([1,2,3],[2,3,4]), list_has_any([1,2],[2]), list_has_all([1,2],[2]), [1,2] && [2], [1,2] @> [1]
SELECT list_grade_up([3,1,2]), list_grade_up([3,1,2], 'DESC'), list_transform([1,2], lambda x, i : x + i), list_filter([1,2,3], lambda x : x > 1), list_filter([1,2,3], lambda x, i : i > 1)
SELECT list_resize([1,2,3], 2), list_resize([1], 3, 0), flatten([[1,2],[3]]), generate_subscripts([4,5,6], 1)
SELECT list_reduce([1,2,3], lambda x, y : x + y), list_reduce([1,2,3], lambda x, y : x + y, 10), list_apply([1], lambda x : x * 2)
SELECT list_sum([1,2]), list_avg([1,2]), list_min([2,1]), list_max([2,1]), list_count([1,NULL]), list_unique([1,1,2]), list_distinct([1,1])
SELECT list_sort([3,1,2]), list_sort([3,1,NULL,2], 'DESC', 'NULLS FIRST'), list_reverse_sort([1,3,2]), list_reverse([1,2,3])
SELECT list_contains([1,2], 2), list_position([1,2], 2), list_extract([1,2], 1), list_slice([1,2,3], 2, 3), [1,2,3][2:], [1,2,3][-2:], list_element([1,2], -1)
SELECT list_cosine_similarity([1.0,2],[2.0,3]), list_distance([1,2],[3,4]), list_inner_product([1,2],[3,4]), list_dot_product([1,2],[3,4])
SELECT len([1,2]), length([1]), array_length([1,2,3]), array_length([1,2], 1), cardinality(MAP {1:2})
SELECT list_where([1,2,3],[true,false,true]), list_select([1,2,3],[3,1]), array_pop_back([1,2]), array_pop_front([1,2])
SELECT range(3), range(1,5,2), generate_series(1,3), range(DATE '2020-01-01', DATE '2020-01-03', INTERVAL 1 DAY)
SELECT array_indexof([1,2],2), array_has([1],1), array_aggregate([1,2],'sum'), list_aggr([1,2],'max'), aggregate([1,2],'min')
SELECT array_unique([1,1]), array_slice([1,2,3],1,2), array_reverse([1,2]), array_extract([1,2],1), array_cat([1],[2]), array_concat([1],[2]), array_contains([1],1), array_filter([1,2], lambda x : x > 1), array_transform([1], lambda x : x), array_apply([1], lambda x : x), array_reduce([1,2], lambda a,b: a+b), array_distinct([1,1]), array_intersect([1],[1]), array_position([1],1), array_select([1],[1]), array_where([1],[true]), array_sort([2,1]), array_reverse_sort([1,2]), array_grade_up([2,1]), array_resize([1],2), array_has_all([1],[1]), array_has_any([1],[1])
SELECT list_any_value([NULL,1]), list_bool_and([true]), list_product([2,3]), list_stddev_samp([1,2]), list_var_pop([1,2])
SELECT list_has([1],1), list_indexof([1],1), list_cat([1],[2]), list_element([1],1)
SELECT map([1,2],['a','b']), map {1:2}, map_keys(MAP {1:2}), map_values(MAP {1:2}), map_entries(MAP {1:2}), map_contains(MAP {1:2}, 1), map_extract(MAP {1:2}, 1), element_at(MAP {1:2}, 1), map_from_entries([(1,2)]), map_concat(MAP {1:2}, MAP {2:3}), map_contains_value(MAP {1:2}, 2), map_contains_entry(MAP {1:2}, 1, 2), map_extract_value(MAP {1:2},1)
SELECT unnest([1,2]), unnest(['a','b']), unnest({'a': 1, 'b': 2})
SELECT [1,2,NULL] = [1,2,NULL], [1] < [2], [1,2] > [1], [] = []
SELECT list_transform([[1,2],[3]], lambda x : list_sum(x)), list_transform(['a'], lambda x : upper(x)), list_filter([1,NULL], lambda x : x IS NOT NULL)
SELECT list_max([]), list_sum([]), list_sort([]), list_concat([], [1]), len([]), [][1]
SELECT array_agg(x) FROM unnest([1,2]) t(x)
SELECT list_zip([1], NULL), list_zip(NULL, NULL), list_concat(NULL, [1]), list_append(NULL, 1)
SELECT generate_subscripts([4,5], 1) AS i
SELECT list_position([1,NULL], NULL), list_contains([1,NULL], NULL)
SELECT list_sort([[2],[1]]), list_sort(['b','a']), list_distinct([1,NULL,1]), list_sort([{'a': 2},{'a': 1}])
SELECT list_sort([1,2], 'desc'), list_sort([1,2], 'ASC', 'NULLS LAST'), array_sort([3,2], 'DESC')
-- functions of strings
SELECT format('{} {}', 'a', 1), format('{:d}', 5), format('{:.2f}', 3.14159), format('{:>5}', 'a'), format('{0} {1} {0}', 'a', 'b'), format('{:,}', 1234567), format('{:04d}', 7), format('{:x}', 255), format('{:b}', 5), format('{:e}', 12345.678)
SELECT printf('%d %s', 1, 'a'), printf('%.3f', 2.5), printf('%05d', 42), printf('%x', 255), printf('%%'), printf('%-5s|', 'a'), printf('%,d', 1234567)
SELECT levenshtein('abc','abd'), editdist3('a','b'), jaccard('abc','abd'), jaro_similarity('abc','abd'), jaro_winkler_similarity('abc','abd'), damerau_levenshtein('ab','ba'), hamming('abc','abd'), mismatches('abc','abd')
SELECT bar(5, 0, 10, 10), bar(5, 0, 10), bar(10,0,10,4), bar(-1,0,10,4)
SELECT string_split('a,b',','), str_split('a,b',','), string_to_array('a,b',','), split('a,b',','), split_part('a,b,c',',',2), split_part('a,b,c',',',-1)
SELECT repeat('ab',2), reverse('abc'), replace('abc','b','x'), strip_accents('müh'), nfc_normalize('ü'), concat('a',NULL,'b'), concat_ws(',', 'a', NULL, 'b'), 'a' || 'b', 'a' || NULL, concat(1, 'a', true)
SELECT array_extract('abc',2), array_slice('abc',1,2), 'abc'[2], 'abc'[1:2], 'abc'[-1], list_slice('abc',1,2)
SELECT greatest('a','b'), least('a','b'), nullif('a','a'), coalesce(NULL,'a'), ifnull(NULL,'a'), 'a' < 'b', if(true,'a','b')
SELECT string_agg(x, ',') FROM (VALUES ('a'),('b')) t(x)
SELECT string_split('', ','), string_split('a', ''), string_split(NULL, ','), array_to_string(string_split('a,b', ','), ';'), len(string_split('a b c', ' '))
SELECT regexp_replace('abc', '(b)', '[\1]'), regexp_replace('aBc', 'b', 'x', 'i'), regexp_extract('abc', '(a)(b)', 2), regexp_extract('abc', 'x'), regexp_extract_all('abc', 'x')
-- functions of dates
SELECT century(DATE '2020-02-03'), decade(DATE '2020-02-03'), era(DATE '2020-02-03'), millennium(DATE '2020-02-03'), year(DATE '2020-02-03'), month(DATE '2020-02-03'), day(DATE '2020-02-03'), quarter(DATE '2020-02-03'), week(DATE '2020-02-03'), weekofyear(DATE '2020-02-03'), yearweek(DATE '2020-02-03'), dayofweek(DATE '2020-02-03'), isodow(DATE '2020-02-03'), dayofyear(DATE '2020-02-03'), dayofmonth(DATE '2020-02-03'), isoyear(DATE '2020-02-03'), weekday(DATE '2020-02-03')
SELECT date_sub('month', DATE '2020-01-31', DATE '2020-03-01'), datesub('day', DATE '2020-01-01', DATE '2020-02-01'), date_diff('year', DATE '2019-12-31', DATE '2020-01-01'), datediff('hour', TIMESTAMP '2020-01-01 00:59:00', TIMESTAMP '2020-01-01 01:00:00')
SELECT date_diff(p, TIMESTAMP '1999-12-31 23:59:59', TIMESTAMP '2020-02-03 04:05:06.789') FROM (VALUES ('century'),('decade'),('millennium'),('year'),('quarter'),('month'),('week'),('day')) t(p)
SELECT date_sub(p, TIMESTAMP '1999-12-31 23:59:59', TIMESTAMP '2020-02-03 04:05:06.789') FROM (VALUES ('century'),('decade'),('year'),('quarter'),('month'),('week'),('day'),('hour')) t(p)
SELECT age(TIMESTAMP '2020-02-03', TIMESTAMP '2019-01-01'), age(TIMESTAMP '2019-01-01', TIMESTAMP '2020-02-03')
SELECT range(TIMESTAMP '2020-01-01', TIMESTAMP '2020-01-02', INTERVAL 12 HOUR), generate_series(DATE '2020-01-01', DATE '2020-03-01', INTERVAL 1 MONTH)
-- functions of numbers
SELECT 5 & 3, 5 | 3, xor(5, 3), ~5, 1 << 4, 16 >> 2, bit_count(255), bit_and(5) FROM (SELECT 1)
SELECT 0x1F, 0b101, 0o17, 1_000, 1e3, .5, 5., 1e-2
-- JSON
SELECT to_json({'a': 1}), to_json([1,2]), to_json('x'), to_json(1), to_json(NULL), to_json(true), to_json(1.5), to_json(DATE '2020-01-01'), to_json(MAP {'a': 1})
SELECT json_object('a', 1, 'b', 'x'), json_object(), json_array(1, 'a', NULL, true), json_array(), json_object('a', {'b': [1]}), json_array([1,2], {'a': 1})
SELECT '{"a":1}' -> 'a', '{"a":"x"}' ->> 'a', '[1,2]' -> 0, '{"a":{"b":1}}' -> '$.a' -> 'b', '{"a":1}'::JSON -> 'a', json '{"a":1}'
SELECT json('{"a" : 1}'), json_merge_patch('{"a":1}', '{"b":2}'), json_group_array(x), json_group_object(x, x) FROM (VALUES ('a'), ('b')) t(x)
SELECT key, value, type, atom, id, parent, fullkey, path FROM json_each('{"a":1,"b":[2,3]}')
SELECT key, value, type, fullkey FROM json_tree('{"a":1,"b":[2,3]}')
SELECT je.value FROM json_each('[1,2,3]') je ORDER BY je.key
SELECT json_each.key FROM json_each('{"a":{"x":1}}', '$.a')
SELECT json_extract(NULL, '$.a'), json_extract('{"a":null}', '$.a'), json_extract_string('{"a":null}', '$.a'), json_type('null'), json_extract('{"a":1}', '$.b')
-- other forms
SELECT a.k, a.t, b.t, v FROM (VALUES (1, 10), (2, 20)) a(k, t) ASOF JOIN (VALUES (1, 5, 'x'), (1, 9, 'y'), (2, 19, 'z')) b(k, t, v) ON a.k = b.k AND a.t >= b.t ORDER BY 1
SELECT i, j FROM (SELECT unnest([1,2]) AS i, unnest([3,4]) AS j)
SELECT g, i, histogram(s) OVER (PARTITION BY g) FROM measured WHERE i < 5 ORDER BY g, i
SELECT median(dt), median(ts), quantile_cont(ts, 0.25), quantile_cont(dt, 0.9) FROM measured
SELECT weighted_avg(i, d), wavg(d, i) FROM measured
SELECT octet_length('\xAA\xBB'::BLOB), octet_length('ab'::BLOB), hex('\xAA\x01'::BLOB), hex('ab'), hex(255), to_base64('\xAA'::BLOB)
SELECT encode('ü') = '\xC3\xBC'::BLOB, decode(encode('ü')), unhex('616263') = 'abc'::BLOB, unbin('01100001')::VARCHAR, from_base64('YWI=')::VARCHAR
SELECT hex('\xAA'::BLOB || '\xBB'::BLOB), '\xAA'::BLOB < '\xBB'::BLOB, '\xAA'::BLOB = '\xaa'::BLOB, hex(BLOB '\xAA')
SELECT ['\xAA'::BLOB, NULL, 'a"b'::BLOB]::VARCHAR, {'a': '\x00'::BLOB}::VARCHAR
! SELECT 'ü'::BLOB
! SELECT '\'::BLOB
SELECT TRY_CAST('\x' AS BLOB), TRY_CAST('ü' AS BLOB)
SELECT hex(id::BLOB) FROM ids ORDER BY n
SELECT json_keys('{"a":1,"b":2}'), json_keys('{"a":{"c":1}}', '$.a'), json_array_length('{"a":[1,2]}', '$.a'), json_type('{"a":1}', '$.a'), json_keys('[1]')
SELECT json_extract('{"a":1}', ['$.a', '$.b']), json_extract_string('{"a":"x","b":2}', ['$.a', 'b']), json_contains('{"a":{"b":1}}', '{"b":1}'), json_contains('[1,2]', '2'), json_contains('[1,2]', '3')
SELECT json_array(json_object('a', 1), '[1]'::JSON, '[1]'), json_object('x', json_array(1), 'y', to_json({'b': true}))
SELECT json_group_array(json_object('i', i)), json_group_object(s, json_array(i)) FROM measured WHERE i = 1
SELECT {'a': [1, NULL], 'b': {'c': 'x"y'}}::JSON, [DATE '2020-01-01']::JSON, TRY_CAST('{' AS JSON), 'null'::JSON, TRUE::JSON
! SELECT '{'::JSON
! SELECT json_object('a')
SELECT t.j, e.key, e.value, e.type FROM (VALUES (1, '{"a":1}'), (2, '[5,{"b":null}]')) t(i, j), json_each(t.j) e ORDER BY t.i, e.key
SELECT e.k, e.value FROM json_each('{"a b":"x","c":[]}') e(k) ORDER BY 1
SELECT count(*), count(parent), max(fullkey) FROM json_tree('{"a":{"b":[1,2]}}')
SELECT parse_path('/a/b.txt'), parse_path('a//b\c'), parse_path('')
SELECT length_grapheme('e' || chr(769) || 'x'), left_grapheme('abc', 2), right_grapheme('abc', 2), substring_grapheme('abcd', 2, 2), left_grapheme('abc', -1), right_grapheme('abc', -1)
! SELECT bar(1, 0, 10, 0)
! SELECT regexp_full_match('a', 'a', 'i', 'x')
SELECT list_mode(['b','a','b']), list_mode([NULL]), list_histogram([NULL]), list_entropy([]), list_mad([1.5e0, 4.0e0, NULL])
-- lists behind IN, tables with an alias behind PIVOT
SELECT 'a' IN ['a', 'b'], x IN [x + 1, 2] FROM (VALUES (1), (2)) t(x)
SELECT 2 IN l, 5 IN l FROM (SELECT [1, 2] AS l)
SELECT 2 NOT IN l, 5 NOT IN l FROM (SELECT [1, 2] AS l)
SELECT x FROM (VALUES (1), (2), (3)) t(x) WHERE x IN [1, 3] ORDER BY x
SELECT 1 IN [1] AND true, 1 + 1 IN [2]
SELECT type FROM (SELECT 1 AS type)
SELECT 2 IN [1, 2], 3 IN [1, 2], 3 NOT IN [1, 2], 1 IN [], 1 NOT IN [], NULL IN [1]
SELECT 2 NOT IN l, 5 NOT IN l FROM (SELECT [1, 2] AS l)
SELECT * FROM (SELECT g, i, n FROM measured WHERE g = 1) t UNPIVOT (v FOR k IN (i, n)) ORDER BY ALL
SELECT u.k, u.v FROM (SELECT g, i, n FROM measured) AS t UNPIVOT (v FOR k IN (i, n)) AS u WHERE u.v > 3 ORDER BY ALL
SELECT p.a, p.b FROM (SELECT s, i FROM measured) t PIVOT (sum(i) FOR s IN ('a', 'b')) p
SELECT count(*) FILTER (i > 1), sum(i) FILTER (WHERE g = 1) FROM measured
SELECT regexp_full_match('ABC','abc','i'), regexp_extract('ABC', 'b', 0, 'i'), regexp_full_match('ABC', 'abc')
SELECT nanosecond(TIMESTAMP '2020-01-01 03:04:05.678'), array_extract('abc', 2), list_element('abc', -1)
SELECT date_part(['year', 'month', 'isodow'], DATE '2020-02-03'), struct_extract_at({'a': 1, 'b': 'x'}, 2), struct_extract_at((1, 2), 1)
SELECT json_extract('[1,2]', '$[#-1]'), json_extract('[[1],[2,3]]', '$[#-1][#-2]'), '[1,2]' -> '$[#-3]'
! SELECT struct_extract_at({'a': 1}, 2)
SELECT epoch(INTERVAL '1 day 1.5 seconds'), epoch(DATE '2020-01-01'), epoch(TIME '01:00:01.5'), epoch(TIMESTAMP '1969-12-31 23:59:59.25'), epoch(INTERVAL '1 month'), epoch(INTERVAL '25 months'), epoch(INTERVAL '-1 year')
SELECT date_part('epoch', TIMESTAMP '2020-01-01 00:00:01.5'), extract(EPOCH FROM DATE '2020-01-02'), extract(EPOCH FROM TIME '00:00:01.5'), extract(EPOCH FROM INTERVAL '1.5 seconds'), extract(MILLISECONDS FROM TIMESTAMP '2020-01-01 00:00:01.5')
SELECT extract(EPOCH FROM TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:01.5+01'), extract(EPOCH FROM CAST(NULL AS TIMESTAMP))
SELECT extract(EPOCH FROM ts), epoch(d), epoch(ts - TIMESTAMP '2000-01-01 00:00:00') FROM odd ORDER BY id
SELECT sign(n), sign(n * 0.001), sign(CAST(i AS DECIMAL(38, 10))) FROM odd ORDER BY id
SELECT sign(-2.5), sign(3), sign(0.00), sign(-0.001), sign(CAST(NULL AS DECIMAL(5, 2))), sign(-12345678901234567890.5)
SELECT epoch_ms(x), epoch_us(x), epoch_ns(x), epoch(x) FROM (VALUES (TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:01.5+01'), (NULL)) v(x) ORDER BY 1 NULLS LAST
SELECT epoch_ms(d), epoch_us(d), epoch_ns(d), epoch_ms(TIMESTAMP '2020-01-01 00:00:01.5') FROM (VALUES (DATE '2020-01-02')) v(d)
SELECT epoch(x - y), epoch(x - x), epoch(TIMESTAMP WITH TIME ZONE '2024-04-01 00:00:00+02' - TIMESTAMP WITH TIME ZONE '2024-03-31 00:00:00+01') FROM (VALUES (TIMESTAMP WITH TIME ZONE '2020-01-03 00:00:00+01', TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00.25-05')) v(x, y)
SELECT epoch(TIMESTAMP '2020-01-03 00:00:00' - TIMESTAMP '2020-01-01 12:00:00'), DATE '2020-01-03' - DATE '2020-01-01', epoch(TIMESTAMP '2020-01-03 00:00:00' - DATE '2020-01-01')
-- unsigned whole numbers
SELECT * FROM counts ORDER BY id
SELECT typeof(a), typeof(b), typeof(c), typeof(d), typeof(max(d)), typeof(a + a), typeof(c::UBIGINT) FROM counts GROUP BY ALL LIMIT 1
SELECT sum(a), sum(b), sum(c), sum(d), avg(a), min(c), max(d), count(DISTINCT b) FROM counts
SELECT id FROM counts WHERE a > 7 ORDER BY id
SELECT id FROM counts WHERE d = 18446744073709551615 OR c < 1 ORDER BY id
SELECT id FROM counts WHERE a = -1 OR b <> -1 ORDER BY id
SELECT id, a::INTEGER, b::BIGINT, c::DOUBLE, d::VARCHAR, a::UBIGINT, d::DECIMAL(20, 0) FROM counts ORDER BY id
SELECT id, TRY_CAST(d AS BIGINT), TRY_CAST(c AS UTINYINT), TRY_CAST(id - 3 AS UINTEGER), TRY_CAST('-1' AS USMALLINT) FROM counts ORDER BY id
SELECT CAST('12' AS UBIGINT), CAST(1.6 AS UINTEGER), 255::UINT8, 65535::UINT16, 4294967295::UINT32, 18446744073709551615::UINT64, -0.4::DOUBLE::UTINYINT
SELECT 1::INT1, 2::INT2, 3::INT4, 4::INT8, 5::LONG, 6::SHORT, 7::SIGNED, 8::INT16, 9::INTEGRAL, 10::INT32, 11::INT64, 12::OID, typeof(1::INT16), typeof(1::OID)
SELECT a FROM counts UNION SELECT -1 ORDER BY 1
SELECT a, count(*) FROM counts GROUP BY a ORDER BY a
SELECT d, sum(d) OVER (ORDER BY id) FROM counts ORDER BY id
SELECT x.id, y.id FROM counts x JOIN counts y ON x.a = y.a AND x.d = y.d ORDER BY 1, 2
SELECT coalesce(a, 3), CASE WHEN a > 5 THEN a ELSE 0 END, greatest(a, b), least(a, 100), nullif(a, 0) FROM counts ORDER BY id
SELECT [1, 2]::UBIGINT[], {'a': 1}::STRUCT(a UINTEGER), MAP {'a': 1}::MAP(VARCHAR, USMALLINT), ['7']::UTINYINT[]
SELECT hex(a), a & 15, a % 10, a + c, c * 1 FROM counts WHERE id = 5
! SELECT (id - 3)::UBIGINT FROM counts
! SELECT (n - 5)::UBIGINT FROM odd
! SELECT f::UBIGINT FROM odd WHERE f < 100
SELECT (id - 1)::UBIGINT, (id * 1.4)::UBIGINT, (id + 0.4::DOUBLE)::UINTEGER FROM counts ORDER BY id
SELECT 5::UTINYINT + 250::UTINYINT, 5::UINTEGER - 5::UINTEGER, 65535::UINTEGER * 65535::UINTEGER
! SELECT 256::UTINYINT
! SELECT -1::UINTEGER
! SELECT (-1)::UBIGINT
! SELECT 200::UTINYINT + 100::UTINYINT
! SELECT 1::UTINYINT - 2::UTINYINT
! SELECT id::UTINYINT - 2::UTINYINT FROM counts
! SELECT (id - 2)::SMALLINT::UTINYINT::INTEGER FROM counts
! SELECT [-1]::UBIGINT[]
! SELECT 18446744073709551616::UBIGINT
! SELECT '-1'::UBIGINT
! SELECT b::UTINYINT FROM counts
! SELECT -a FROM counts
-- joins that pair rows, and columns in common
SELECT k, t, v, w FROM trades ASOF JOIN quotes USING (k, t) ORDER BY ALL
SELECT v, w FROM trades ASOF LEFT JOIN quotes USING (k, t) ORDER BY ALL
SELECT * FROM trades ASOF JOIN quotes USING (t) ORDER BY ALL
SELECT v, w, trades.t, quotes.t FROM trades ASOF JOIN quotes USING (t) WHERE quotes.k = 1 ORDER BY v
SELECT k, count(*) FROM trades ASOF LEFT JOIN quotes USING (k, t) GROUP BY k ORDER BY k
SELECT * FROM (VALUES (1), (2), (3)) a(x) POSITIONAL JOIN (VALUES ('p'), ('q')) b(y) ORDER BY ALL
SELECT y, x FROM (SELECT x FROM range(5) t(x) ORDER BY x DESC) a POSITIONAL JOIN (SELECT y FROM range(3) u(y) ORDER BY y) b ORDER BY x
SELECT y, x FROM (SELECT x FROM range(2) t(x) ORDER BY x DESC) a POSITIONAL JOIN (SELECT v FROM trades ORDER BY v DESC NULLS LAST LIMIT 3) b(y) ORDER BY y
SELECT count(*), sum(x), sum(y) FROM (SELECT x FROM range(3000) t(x) ORDER BY -x) a POSITIONAL JOIN (SELECT y FROM range(5000) u(y) ORDER BY y) b WHERE x + y = 2999
SELECT count(*) FROM nothing POSITIONAL JOIN trades
SELECT j.v, j.w FROM (trades JOIN quotes ON trades.k = quotes.k) j ORDER BY ALL
SELECT * FROM (trades JOIN (VALUES (1, 5)) q(z, y) ON z = k) AS j(a, b, c, d, e)
SELECT k, v, w FROM (trades LEFT JOIN quotes USING (k)) AS j ORDER BY ALL
! SELECT * FROM trades ASOF JOIN quotes
! SELECT * FROM trades ASOF JOIN quotes USING (v)
! SELECT * FROM trades POSITIONAL JOIN quotes USING (k)
-- the present moment
SELECT typeof(now()), typeof(current_timestamp), typeof(localtimestamp), typeof(today()), typeof(get_current_timestamp()), typeof(transaction_timestamp()), typeof(now() - INTERVAL 1 DAY), typeof(now() - now())
SELECT now()::DATE = current_date, now() = current_timestamp, now()::TIMESTAMP = localtimestamp, date_trunc('day', now()) = today(), now() - now() = INTERVAL 0 SECOND, hour(now()) = hour(localtimestamp)
SELECT now() > TIMESTAMP '2020-01-01 00:00:00', now() > '2020-01-01', now() > DATE '2020-01-01', DATE '2020-01-01' < now(), year(now()) >= 2024, epoch(now()) > 1.7e9
SELECT count(*) FROM odd WHERE d < now() AND ts < now() - INTERVAL '1 day'
SELECT typeof(x) FROM (SELECT now() AS x UNION ALL SELECT TIMESTAMP '2020-01-01 00:00:00') LIMIT 1
SELECT CAST(TIMESTAMPTZ '2024-07-01 12:00:00.5+02' AS VARCHAR) = CAST(TIMESTAMPTZ '2024-07-01 10:00:00.5+00' AS VARCHAR), length(now()::VARCHAR) > 20
SELECT CAST(x AS VARCHAR)::TIMESTAMPTZ = x FROM (VALUES (TIMESTAMPTZ '2024-07-01 12:00:00+02'), (TIMESTAMPTZ '1900-01-01 00:00:00-05')) t(x)
-- dates that move by hours, and by months and days
SELECT DATE '2024-01-01' + INTERVAL '10 hours', DATE '2024-01-01' - INTERVAL 90 MINUTE, DATE '2024-01-01' + INTERVAL '1 day 2 hours', DATE '2024-01-01' + to_hours(5)
SELECT d + INTERVAL '1 hour' AS x, count(*) FROM odd WHERE d < DATE '9000-01-01' GROUP BY d + INTERVAL '1 hour' ORDER BY x
SELECT id FROM odd WHERE d - INTERVAL '1' HOUR < d ORDER BY id
SELECT TIMESTAMP '2024-01-31 10:00:00' + INTERVAL '1 month 1 day', TIMESTAMP '2024-01-31 10:00:00' - INTERVAL '1 month 2 days 3 hours', TIMESTAMP '2024-01-31 10:00:00' + (INTERVAL 1 MONTH + INTERVAL 1 DAY)
SELECT ts + INTERVAL '1 year 2 days', ts - INTERVAL '1 month 1 day' FROM odd WHERE ts BETWEEN TIMESTAMP '1900-01-01 00:00:00' AND TIMESTAMP '2100-01-01 00:00:00' ORDER BY id
SELECT TIMESTAMP '2024-01-31 10:00:00' + '1 day'::INTERVAL, TIMESTAMP '2024-01-31 10:00:00' - CAST('2 hours' AS INTERVAL), (TIME '10:00:00' + '90 minutes'::INTERVAL)::VARCHAR
! SELECT 'x'::INTERVAL
! SELECT s::INTERVAL FROM odd
-- operators as PostgreSQL and DuckDB read them
SELECT 1 ISNULL, NULL ISNULL, 1 NOTNULL, NULL NOTNULL, 1 + 1 ISNULL
SELECT id FROM odd WHERE i NOTNULL AND s ISNULL OR n ISNULL ORDER BY id
SELECT 1 == 1, 2 == 1, NULL == 1
SELECT 1 + 2 || 'x', 'a' || 1 + 2, 3 * 2 || 'y', 'a' || 'b' = 'ab', 'a' || 'b' LIKE 'a%', 'a' || 2 - 1 || 'b'
SELECT 1 AS select, 2 AS from, 3 AS end, 4 AS user, 5 AS order, 6 AS table
SELECT "from" + 1 AS where FROM (SELECT 1 AS from) ORDER BY 1
SELECT 1.5::DECIMAL, 1.2345::NUMERIC, CAST('2.5' AS DECIMAL), typeof(1::DECIMAL), 1.5::DECIMAL(5), typeof(1::NUMERIC(5)), 7::DEC
SELECT sum(i ORDER BY id), avg(i ORDER BY id DESC), count(i ORDER BY id), min(s ORDER BY id), any_value(s ORDER BY id DESC), any_value(i ORDER BY id) FROM odd WHERE i < 100
SELECT g, any_value(i ORDER BY n DESC NULLS LAST), sum(DISTINCT i ORDER BY i) FROM measured GROUP BY g ORDER BY g
SELECT pg_typeof(1), pg_typeof('a'), pg_typeof(1.5), pg_typeof([1]), pg_typeof(now())
-- floating-point numbers as strings
SELECT CAST(x AS VARCHAR) FROM (VALUES (1e10::DOUBLE), (123456789.123), (1e15), (1e16), (1e-4), (1e-5), (1.5e-7), (1e100), (1e7), (0.001), (1234567.5), (-2.5e20), (-0.0), (9007199254740993)) t(x)
SELECT CAST(x AS VARCHAR) FROM (VALUES (1e10::FLOAT), (0.1), (1e-5), (16777216), (1.5e20), (1e-4), (3.4e38)) t(x)
SELECT 'x' || 1e10::DOUBLE, concat(1e8::DOUBLE, 'y'), CAST([1e10::DOUBLE, 1e-5] AS VARCHAR), CAST({'a': 1e17::DOUBLE} AS VARCHAR)
SELECT CAST(CAST(f AS VARCHAR) AS DOUBLE) = f FROM odd ORDER BY id
-- what clients ask
SELECT current_schema(), current_setting('search_path') IS NOT NULL, has_table_privilege('odd', 'select'), has_schema_privilege('main', 'usage')
SELECT schemaname, tablename FROM pg_tables WHERE tablename IN ('odd', 'counts') ORDER BY 2
SELECT schemaname, tablename FROM pg_catalog.pg_tables WHERE tablename = 'odd'
SELECT c.relname, c.relkind, c.relnatts FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'main' AND c.relname IN ('odd', 'people') ORDER BY 1
SELECT a.attname, a.attnum, a.attnotnull FROM pg_attribute a JOIN pg_class c ON a.attrelid = c.oid WHERE c.relname = 'people' AND a.attnum > 0 ORDER BY a.attnum
SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relname = 'odd'
SELECT table_name, table_type FROM information_schema.tables WHERE table_name = 'odd'
SELECT count(*) FROM information_schema.key_column_usage
SELECT count(*) > 10 FROM duckdb_types()
! SELECT current_setting('no_such_setting')
-- the star of joins with columns in common
SELECT * FROM trades NATURAL LEFT JOIN quotes ORDER BY ALL
SELECT * FROM trades NATURAL RIGHT JOIN quotes ORDER BY ALL
SELECT * FROM trades NATURAL FULL JOIN quotes ORDER BY ALL
SELECT * FROM trades ASOF JOIN quotes USING (k, t) ORDER BY ALL
SELECT * FROM trades ASOF LEFT JOIN quotes USING (k, t) ORDER BY ALL
SELECT * FROM quotes JOIN trades USING (k) JOIN quotes q USING (k) ORDER BY ALL
SELECT * EXCLUDE (t) FROM trades NATURAL FULL JOIN quotes ORDER BY ALL
SELECT * REPLACE (v || '!' AS v) FROM trades JOIN quotes USING (t, k) ORDER BY ALL
SELECT COLUMNS('[kv]') FROM trades FULL JOIN quotes USING (t) ORDER BY ALL
SELECT *, quotes.k FROM trades FULL JOIN quotes USING (t, k) ORDER BY ALL
SELECT * FROM trades JOIN quotes USING (t), (VALUES (7)) x(k) ORDER BY ALL
SELECT * FROM (SELECT 1 AS a, 2 AS b, 3 AS c) x JOIN (SELECT 3 AS c, 2 AS b, 9 AS d) y USING (c, b)
SELECT count(*) FROM (SELECT * FROM trades NATURAL FULL JOIN quotes)
SELECT k, max(w) FROM trades JOIN quotes USING (k) GROUP BY ALL ORDER BY ALL
-- intervals as strings
SELECT CAST(TIMESTAMP '2024-03-01 10:00:00' - TIMESTAMP '2024-02-01 00:00:00' AS VARCHAR), CAST(to_months(14) AS VARCHAR), CAST(INTERVAL '2 hours' AS VARCHAR), CAST(INTERVAL '-1 day' AS VARCHAR), CAST(to_days(0) AS VARCHAR), CAST(to_months(-25) AS VARCHAR)
SELECT CAST(x AS VARCHAR) FROM (VALUES (to_microseconds(1500000)), (to_microseconds(-90000000)), (to_days(1)), (NULL)) t(x)
-- words that are names
SELECT sum(id) running, max(id) start, min(id) match, count(*) uuid FROM odd
SELECT start, running, uuid, none, out, empty, free, reset, trigger, skip, scope, large, element FROM (SELECT 1 start, 2 running, 3 uuid, 4 none, 5 out, 6 empty, 7 free, 8 reset, 9 trigger, 10 skip, 11 scope, 12 large, 13 element)
SELECT match.start FROM (SELECT 1 AS start) AS match WHERE start = 1
SELECT id AS uuid, CAST(id AS VARCHAR) AS start FROM ids JOIN (SELECT 4 AS release) AS new_release ON release = n
SELECT v, p FROM trades POSITIONAL JOIN (SELECT 'p' || i p FROM range(4) t(i) WHERE i < 0) ORDER BY ALL
SELECT a.x, b.p FROM (SELECT x FROM range(3) t(x) ORDER BY x) a POSITIONAL JOIN (SELECT 'p' || i p FROM range(5) t(i) ORDER BY i DESC) b WHERE a.x > 0 ORDER BY ALL
-- columns of nested types
SELECT * FROM nested ORDER BY id
SELECT id, l[1], l[-1], len(l), list_sum(l), list_contains(l, 2), l[2:3], list_sort(l), list_reverse(l) FROM nested ORDER BY id
SELECT id, s.a, s.b, nested.s.a + 1, struct_extract(s, 'b'), s.* FROM nested ORDER BY id
SELECT id, m['k'], map_keys(m), map_values(m), cardinality(m), map_contains(m, 'k') FROM nested ORDER BY id
SELECT id, ll[1], ll[1][1], len(ll), flatten(ll), ls[1].x, ls[1].y[2] FROM nested ORDER BY id
SELECT id, t, l IS NULL, s IS NULL, m IS NOT NULL FROM nested WHERE t IS NOT NULL ORDER BY id
SELECT id, unnest(l) FROM nested ORDER BY 1, 2
SELECT n.id, u.x FROM nested n, unnest(n.t) u(x) ORDER BY 1, 2
SELECT id, unnest(s) FROM nested ORDER BY id
SELECT id FROM nested WHERE l = [1, 2, NULL] ORDER BY id
SELECT id FROM nested WHERE l > [1] ORDER BY id
SELECT id FROM nested WHERE l IN ([1], []) ORDER BY id
SELECT id FROM nested WHERE t = ['a', 'b'] OR t = [''] ORDER BY id
SELECT id FROM nested WHERE s = {'a': 1, 'b': 'x'} ORDER BY id
SELECT id FROM nested WHERE s.a > 0 AND l[1] = 1 ORDER BY id
SELECT id FROM nested WHERE m = MAP {'k': 1, 'j': NULL} ORDER BY id
SELECT id FROM nested WHERE list_contains(t, 'b') ORDER BY id
SELECT l, count(*) FROM nested GROUP BY l ORDER BY l NULLS FIRST
SELECT s, count(*), min(id) FROM nested GROUP BY s ORDER BY 3
SELECT count(DISTINCT l), count(DISTINCT s), count(l), count(m) FROM nested
SELECT DISTINCT ll FROM nested ORDER BY ll
SELECT min(l), max(l), min(s), max(t) FROM nested
SELECT a.id, b.id FROM nested a JOIN nested b ON a.l = b.l ORDER BY 1, 2
SELECT a.id, b.id FROM nested a JOIN nested b USING (s) ORDER BY 1, 2
SELECT id FROM nested ORDER BY l DESC NULLS LAST, id
SELECT id FROM nested ORDER BY s NULLS FIRST, id
SELECT id, row_number() OVER (PARTITION BY l ORDER BY id) AS n FROM nested ORDER BY id
SELECT l FROM nested UNION SELECT [7, 8] ORDER BY l
SELECT array_agg(l ORDER BY id), list(s.a ORDER BY id) FROM nested
SELECT id, list_transform(l, lambda x : x * 10), list_filter(t, lambda x : x <> 'a') FROM nested ORDER BY id
SELECT id, CAST(l AS VARCHAR), CAST(s AS VARCHAR), m::VARCHAR, ll::VARCHAR, ls::VARCHAR FROM nested ORDER BY id
SELECT id, l::BIGINT[], s::STRUCT(b VARCHAR, a BIGINT) FROM nested ORDER BY id
SELECT coalesce(l, [0]), CASE WHEN id < 3 THEN l ELSE [id] END FROM nested ORDER BY id
SELECT * FROM (SELECT id, s FROM nested) q WHERE q.s.b IS NOT NULL ORDER BY id
SELECT id, (SELECT max(x) FROM unnest(l) u(x)) FROM nested ORDER BY id
SELECT d, l2, n2 FROM nested_defaults ORDER BY id
SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'nested' ORDER BY ordinal_position
SELECT id, to_json(l), to_json(s), to_json(m) FROM nested ORDER BY id
SELECT id, a.l[2], list_concat(a.l, b.l) FROM nested a JOIN nested b USING (id) ORDER BY id
SELECT l FROM nested UNION ALL SELECT [1.5] ORDER BY 1
SELECT l FROM nested UNION SELECT [9::BIGINT] ORDER BY 1
SELECT l FROM nested UNION ALL SELECT t FROM nested ORDER BY 1
SELECT s FROM nested UNION ALL SELECT {'a': 1.5, 'b': NULL} ORDER BY 1
SELECT l FROM nested EXCEPT SELECT [1::BIGINT] ORDER BY 1
SELECT l FROM nested INTERSECT SELECT [2.0, 1]
SELECT id, l FROM nested UNION ALL SELECT NULL, NULL ORDER BY 1, 2
SELECT []::DATE[], [NULL]::UUID[], {'a': NULL}::STRUCT(a TIMESTAMP), TRY_CAST(['x'] AS DATE[])
! SELECT s.c FROM nested
! SELECT l + 1 FROM nested
! SELECT id FROM nested WHERE l = 1
-- lists of a fixed length
SELECT * FROM vectors ORDER BY id
SELECT id, v[1], v[-1], v[4], len(v), array_length(v), v[2:3], a[1], a[1][2], len(a) FROM vectors ORDER BY id
SELECT id, v, count(*) FROM vectors GROUP BY ALL ORDER BY v NULLS FIRST, id
SELECT min(v), max(v), count(DISTINCT v), count(a) FROM vectors
SELECT x.id, y.id FROM vectors x JOIN vectors y ON x.v = y.v ORDER BY 1, 2
SELECT id FROM vectors WHERE v = [1.0, 2.0, 3.0] ORDER BY id
SELECT id, unnest(v) AS e FROM vectors ORDER BY ALL
SELECT id, array_distance(v, [0, 0, 0]::DOUBLE[3]), array_inner_product(v, v), array_dot_product(v, v), array_negative_inner_product(v, v), array_cosine_similarity(v, [1, 0, 0]::DOUBLE[3]), array_cosine_distance(v, v) FROM vectors ORDER BY id
SELECT id, array_cross_product(v, [1, 0, 0]::DOUBLE[3]) FROM vectors ORDER BY id
SELECT id, list_sort(v), list_transform(v, lambda x : x + 1), list_concat(v, [1]), list_append(v, 5), list_filter(v, lambda x : x > 1), list_sum(v), list_contains(v, 2), v || v FROM vectors ORDER BY id
SELECT [1, 2, 3]::INTEGER[3], '[1, 2, 3]'::INTEGER[3], NULL::INTEGER[3], [NULL, 1]::INTEGER[2], ['a']::VARCHAR[1]
SELECT [[1, 2], [3, 4]]::INTEGER[2][2], [[1, 2], [3, 4]]::INTEGER[2][], [[1], [2, 3]]::INTEGER[][2]
SELECT typeof([1, 2, 3]::INTEGER[3]), typeof(array_value(1, 2)), typeof([[1, 2]]::INTEGER[2][]), typeof(list_sort([2, 1]::INTEGER[2])), typeof({'a': [1]::INTEGER[1]})
SELECT array_value(1, 2, 3), array_value('a', NULL), array_value([1], [2, 3]), array_value(1, 2.5)
SELECT [1, 2]::INTEGER[2] = [1, 2]::INTEGER[2], [1, 2]::INTEGER[2] < [1, 3]::INTEGER[2], [1, 2]::INTEGER[2] = [1, 2], [1, NULL]::INTEGER[2] IS NOT DISTINCT FROM [1, NULL]::INTEGER[2]
SELECT [1, 2]::INTEGER[2]::VARCHAR, [1, 2]::INTEGER[2]::BIGINT[2], [1, 2]::INTEGER[2]::VARCHAR[], [1.5, 2]::DOUBLE[2]::INTEGER[2]
SELECT CASE WHEN i > 0 THEN [1, 2]::INTEGER[2] ELSE [i, 3]::INTEGER[2] END, coalesce(NULL::INTEGER[2], [7, 8]::INTEGER[2]) FROM odd ORDER BY id
SELECT [1, 2]::INTEGER[2] UNION ALL SELECT [3, 4]::INTEGER[2] ORDER BY 1
SELECT v FROM vectors UNION SELECT [7, 8, 9] ORDER BY 1 NULLS FIRST
SELECT {'a': [1, 2]::INTEGER[2]}, MAP {[1]::INTEGER[1]: 'x'}, [[1, 2]::INTEGER[2], NULL]
SELECT id, (SELECT max(x) FROM unnest(v) u(x)) FROM vectors ORDER BY id
SELECT array_agg(v ORDER BY id) FROM vectors
! SELECT [1, 2]::INTEGER[3]
! SELECT [1, 2, 3]::INTEGER[3]::INTEGER[2]
! SELECT '[1]'::INTEGER[2]
! SELECT [[1, 2], [3]]::INTEGER[2][]
! SELECT []::INTEGER[0]
! SELECT []::INTEGER[100001]
! SELECT array_value()
! SELECT array_cross_product([1, 2]::DOUBLE[2], [1, 2]::DOUBLE[2])
! SELECT array_distance([1, 2]::DOUBLE[2], [1]::DOUBLE[1])
-- names for types
SELECT * FROM typed ORDER BY id
SELECT '5'::whole, CAST(1.7 AS whole), [1, 2]::whole[], '{a: 1, b: [2]}'::pair, CAST(NULL AS pair), TRY_CAST('x' AS whole), 7::WHOLE
SELECT p.b[1] + w, typeof(w + 1) FROM typed ORDER BY id
! SELECT 1::nowhere
! SELECT 'x'::whole
! SELECT CAST(1 AS main.nowhere)
-- tables do not have structs without names
! CREATE TABLE unnamed AS SELECT row(1, 'x') AS s
! CREATE TABLE unnamed AS SELECT [{'a': row(1)}] AS s
-- variables of the session, and values of prepared statements
SELECT getvariable('few'), getvariable('FEW')[2], len(getvariable('few')), typeof(getvariable('few'))
SELECT id FROM odd WHERE id IN getvariable('few') ORDER BY id
SELECT id, d FROM odd WHERE d >= getvariable('day') ORDER BY id
SELECT year(getvariable('day')), typeof(getvariable('day')), getvariable('nothing')
SELECT getvariable('most') + 1, typeof(getvariable('most')), id FROM odd ORDER BY id LIMIT getvariable('most') - 4
SELECT getvariable('deep').a, getvariable('deep').b[1]['k'], typeof(getvariable('deep'))
SELECT getvariable(NULL), coalesce(getvariable('nothing'), 'default')
! SELECT getvariable(s) FROM odd
! SELECT getvariable()
EXECUTE two(x := 1, y := 'a')
EXECUTE two(y := NULL, x := [1, NULL])
EXECUTE two(X := {'a': DATE '2024-02-29', 'b': [1.5]}, y := upper('b'))
EXECUTE two(x := MAP {'k': 1 + 1}, y := concat('a', 'b'))
EXECUTE two(x := -9223372036854775808, y := '')
EXECUTE some_rows(low := 1, list := [1, 0])
EXECUTE some_rows(list := getvariable('few'), low := 2)
EXECUTE some_rows(list := [NULL]::INTEGER[], low := 0)
! EXECUTE two(1, 'a')
! EXECUTE two(x := 1)
! EXECUTE two(x := 1, y := 'a', z := 2)
! EXECUTE two(x := 1, 'a')
! EXECUTE two(x := CAST('a' AS INTEGER), y := 'a')
! EXECUTE two(x := nothing, y := 'a')
-- aggregates of all values over running and moving frames
SELECT k, len(string_agg(DISTINCT s, ',') OVER (ORDER BY k ROWS 3 PRECEDING)) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, ',') OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, ',') OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, ',') OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, ',') OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, ',') OVER () AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '') OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '') OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '') OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '') OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '') OVER () AS x FROM framed ORDER BY k
SELECT k, list(i) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, list(i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, list(i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, list(i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, list(i) OVER () AS x FROM framed ORDER BY k
SELECT k, array_agg(s) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, array_agg(s) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, array_agg(s) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, array_agg(s) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, array_agg(s) OVER () AS x FROM framed ORDER BY k
SELECT k, len(list(DISTINCT i) OVER (ORDER BY k)) AS x FROM framed ORDER BY k
SELECT k, len(list(DISTINCT i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)) AS x FROM framed ORDER BY k
SELECT k, len(list(DISTINCT i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW)) AS x FROM framed ORDER BY k
SELECT k, len(list(DISTINCT i) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP)) AS x FROM framed ORDER BY k
SELECT k, len(list(DISTINCT i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING)) AS x FROM framed ORDER BY k
SELECT k, len(list(DISTINCT i) OVER ()) AS x FROM framed ORDER BY k
SELECT k, median(i) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, median(i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, median(i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, median(i) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, median(i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, median(i) OVER () AS x FROM framed ORDER BY k
SELECT k, median(f) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, median(f) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, median(f) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, median(f) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, median(f) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, median(f) OVER () AS x FROM framed ORDER BY k
SELECT k, quantile_cont(f, 0.25) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(f, 0.25) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(f, 0.25) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(f, 0.25) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(f, 0.25) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(f, 0.25) OVER () AS x FROM framed ORDER BY k
SELECT k, quantile_disc(i, 0.75) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(i, 0.75) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(i, 0.75) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(i, 0.75) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(i, 0.75) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(i, 0.75) OVER () AS x FROM framed ORDER BY k
SELECT k, quantile_disc(s, 0.5) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(s, 0.5) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(s, 0.5) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(s, 0.5) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(s, 0.5) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_disc(s, 0.5) OVER () AS x FROM framed ORDER BY k
SELECT k, quantile_cont(i, [0.25, 0.75]) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(i, [0.25, 0.75]) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(i, [0.25, 0.75]) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(i, [0.25, 0.75]) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(i, [0.25, 0.75]) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, quantile_cont(i, [0.25, 0.75]) OVER () AS x FROM framed ORDER BY k
SELECT k, max_by(s, f) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, max_by(s, f) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, max_by(s, f) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, max_by(s, f) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, max_by(s, f) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, max_by(s, f) OVER () AS x FROM framed ORDER BY k
SELECT k, arg_min(i, s) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, arg_min(i, s) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, arg_min(i, s) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, arg_min(i, s) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, arg_min(i, s) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, arg_min(i, s) OVER () AS x FROM framed ORDER BY k
SELECT k, arg_max(s, f, 2) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, f, 2) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, f, 2) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, f, 2) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, f, 2) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, f, 2) OVER () AS x FROM framed ORDER BY k
SELECT k, min(i, 2) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, min(i, 2) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, min(i, 2) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, min(i, 2) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, min(i, 2) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, min(i, 2) OVER () AS x FROM framed ORDER BY k
SELECT k, max(s, 2) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, max(s, 2) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, max(s, 2) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, max(s, 2) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, max(s, 2) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, max(s, 2) OVER () AS x FROM framed ORDER BY k
SELECT k, mad(f) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, mad(f) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, mad(f) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, mad(f) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, mad(f) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, mad(f) OVER () AS x FROM framed ORDER BY k
SELECT k, count(DISTINCT i) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, count(DISTINCT i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, count(DISTINCT i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, count(DISTINCT i) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, count(DISTINCT i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, count(DISTINCT i) OVER () AS x FROM framed ORDER BY k
SELECT k, sum(DISTINCT i) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, sum(DISTINCT i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, sum(DISTINCT i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, sum(DISTINCT i) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, sum(DISTINCT i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, sum(DISTINCT i) OVER () AS x FROM framed ORDER BY k
SELECT k, avg(DISTINCT i) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, avg(DISTINCT i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, avg(DISTINCT i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, avg(DISTINCT i) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, avg(DISTINCT i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, avg(DISTINCT i) OVER () AS x FROM framed ORDER BY k
SELECT k, approx_count_distinct(s) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, approx_count_distinct(s) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, approx_count_distinct(s) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, approx_count_distinct(s) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, approx_count_distinct(s) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, approx_count_distinct(s) OVER () AS x FROM framed ORDER BY k
SELECT k, first(s) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, first(s) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, first(s) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, first(s) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, first(s) OVER () AS x FROM framed ORDER BY k
SELECT k, last(i) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, last(i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, last(i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, last(i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, last(i) OVER () AS x FROM framed ORDER BY k
SELECT k, histogram(i) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, histogram(i) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, histogram(i) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, histogram(i) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, histogram(i) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, histogram(i) OVER () AS x FROM framed ORDER BY k
SELECT k, json_group_array(s) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, json_group_array(s) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, json_group_array(s) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, json_group_array(s) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, json_group_array(s) OVER () AS x FROM framed ORDER BY k
SELECT k, list(i) FILTER (WHERE i > 1) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, list(i) FILTER (WHERE i > 1) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, list(i) FILTER (WHERE i > 1) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, list(i) FILTER (WHERE i > 1) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, list(i) FILTER (WHERE i > 1) OVER () AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '-') FILTER (WHERE i > 1) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '-') FILTER (WHERE i > 1) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '-') FILTER (WHERE i > 1) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '-') FILTER (WHERE i > 1) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, string_agg(s, '-') FILTER (WHERE i > 1) OVER () AS x FROM framed ORDER BY k
SELECT k, arg_max(s, i) FILTER (WHERE f > 1) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, i) FILTER (WHERE f > 1) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, i) FILTER (WHERE f > 1) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, i) FILTER (WHERE f > 1) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, i) FILTER (WHERE f > 1) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, arg_max(s, i) FILTER (WHERE f > 1) OVER () AS x FROM framed ORDER BY k
SELECT k, median(d) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, median(d) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, median(d) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, median(d) OVER (ORDER BY g GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP) AS x FROM framed ORDER BY k
SELECT k, median(d) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, median(d) OVER () AS x FROM framed ORDER BY k
SELECT k, list({'a': i, 'b': s}) OVER (ORDER BY k) AS x FROM framed ORDER BY k
SELECT k, list({'a': i, 'b': s}) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, list({'a': i, 'b': s}) OVER (ORDER BY k RANGE BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW) AS x FROM framed ORDER BY k
SELECT k, list({'a': i, 'b': s}) OVER (ORDER BY k ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING) AS x FROM framed ORDER BY k
SELECT k, list({'a': i, 'b': s}) OVER () AS x FROM framed ORDER BY k
SELECT k, rank() OVER () AS x, rank() OVER (PARTITION BY g) AS y FROM framed ORDER BY k
SELECT count(*), sum(x) FROM (SELECT row_number() OVER () AS x FROM framed)
SELECT k, dense_rank() OVER () AS x, dense_rank() OVER (PARTITION BY g) AS y FROM framed ORDER BY k
SELECT k, percent_rank() OVER () AS x, percent_rank() OVER (PARTITION BY g) AS y FROM framed ORDER BY k
SELECT k, cume_dist() OVER () AS x, cume_dist() OVER (PARTITION BY g) AS y FROM framed ORDER BY k
SELECT count(*), sum(x) FROM (SELECT ntile(2) OVER () AS x FROM framed)
SELECT k, rank() OVER w AS x FROM framed WINDOW w AS (PARTITION BY g) ORDER BY k
SELECT k, median(i) OVER (ORDER BY k) AS x FROM framed WHERE k < 0
SELECT i, median(f) OVER (PARTITION BY i ORDER BY f ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS x FROM framed WHERE f IS NOT NULL ORDER BY i, f
SELECT g, sum(x) FROM (SELECT g, median(f) OVER (ORDER BY k ROWS 3 PRECEDING) AS x FROM framed) AS t GROUP BY g ORDER BY g
-- means of moments, hashes of nested values, natural semi joins, descriptions
SELECT CAST(avg(d) AS VARCHAR), typeof(avg(d)), CAST(avg(ts) AS VARCHAR), typeof(avg(ts)) FROM odd
SELECT CAST(avg(DISTINCT d) AS VARCHAR), CAST(avg(d) FILTER (WHERE id = 1) AS VARCHAR), avg(id), count(*) FROM odd
SELECT g, CAST(avg(dt) AS VARCHAR) AS a, CAST(avg(ts) AS VARCHAR) AS b FROM measured GROUP BY ROLLUP (g) ORDER BY g
SELECT k, CAST(avg(d) OVER (ORDER BY k ROWS 1 PRECEDING) AS VARCHAR) AS a FROM framed ORDER BY k
SELECT avg(d) FROM odd WHERE id > 100
SELECT id FROM odd WHERE d > (SELECT avg(d) FROM odd) ORDER BY id
SELECT id FROM odd a WHERE d >= (SELECT avg(d) FROM odd b WHERE b.i = a.i) ORDER BY id
SELECT CAST(avg(x) AS VARCHAR) FROM (VALUES (TIMESTAMP '1960-01-01 00:00:00'), (TIMESTAMP '1960-01-01 00:00:00.000001')) AS v(x)
SELECT CAST(avg(x) AS VARCHAR) FROM (VALUES (TIMESTAMP '2020-01-01 00:00:00'), (TIMESTAMP '2020-01-01 00:00:00.000001')) AS v(x)
! SELECT avg(b) FROM (SELECT TRUE AS b) AS t
SELECT hash([1, 2]) = hash([1, 2]), hash({'a': 1}) = hash({'a': 1}), hash([1]) = hash([2]), hash(MAP {'a': 1}) IS NULL
SELECT id FROM odd NATURAL SEMI JOIN (SELECT 1 AS i, 'a' AS s, 9 AS other) AS o ORDER BY id
SELECT id FROM odd NATURAL ANTI JOIN (SELECT i FROM odd WHERE id < 3) AS o ORDER BY id
SELECT id FROM odd NATURAL SEMI JOIN nothing ORDER BY id
! SELECT id FROM odd NATURAL SEMI JOIN (SELECT 1 AS other) AS o
SELECT * FROM (DESCRIBE people)
SELECT column_name, "null", "key", extra FROM (DESCRIBE typed)
SELECT * FROM (DESCRIBE SELECT 1 AS a, 'x' AS b, 1.5 AS c, [1] AS d, DATE '2024-01-01' AS e)
SELECT type, name, tbl_name FROM sqlite_master WHERE name IN ('odd', 'people') ORDER BY name
SELECT sql FROM sqlite_schema WHERE name = 'trades'
-- TABLE with an order, lengths in bytes
TABLE people ORDER BY id
TABLE people ORDER BY id DESC LIMIT 2
SELECT count(*) FROM (TABLE people ORDER BY id LIMIT 2)
SELECT strlen('日本'), strlen(''), strlen(NULL), strlen('a' || 'é'), strlen('é')
-- values of ENUMs
SELECT upper('ok'::mood)
SELECT 'ok'::mood || 'x'
SELECT length('ok'::mood)
SELECT 'ok'::mood LIKE 'o%'
SELECT TRY_CAST('zzz' AS mood)
SELECT min(m), max(m) FROM felt
SELECT mode(m) FROM felt
SELECT list(m ORDER BY m) FROM felt
SELECT string_agg(m, ',' ORDER BY m) FROM felt
SELECT first(m ORDER BY name) FROM felt
SELECT count(DISTINCT m) FROM felt
SELECT arg_max(name, m), arg_max(m, name), any_value(m) FILTER (WHERE name < 'd'), max(m, 2), histogram(m), approx_count_distinct(m) FROM felt
SELECT to_json(m) FROM felt
SELECT to_json('x'), to_json([m]), to_json({'a': m}) FROM felt
SELECT name FROM felt WHERE m IN (SELECT 'ok')
SELECT name FROM felt WHERE m IN (SELECT m FROM felt WHERE name = 'a')
SELECT name FROM felt WHERE m = ANY (SELECT name FROM felt)
SELECT name FROM felt WHERE m = (SELECT 'ok')
SELECT p.name FROM felt p JOIN (VALUES ('ok', 1)) v(x, y) ON p.m = v.x
SELECT p.name FROM felt p JOIN (VALUES ('ok', 1)) v(m, y) USING (m)
SELECT m FROM felt UNION SELECT 'zz' ORDER BY 1
SELECT m FROM felt UNION ALL SELECT m FROM felt ORDER BY 1
SELECT m FROM felt EXCEPT SELECT 'ok'::mood ORDER BY 1
SELECT m FROM felt INTERSECT SELECT 'ok' ORDER BY 1
SELECT CASE WHEN m = 'ok' THEN 1 ELSE 0 END FROM felt ORDER BY name
SELECT sum(CASE m WHEN 'ok' THEN 1 END) FROM felt
SELECT (SELECT max(m) FROM felt)
WITH x AS (SELECT m FROM felt) SELECT * FROM x ORDER BY m LIMIT 1
SELECT DISTINCT m FROM felt ORDER BY m
SELECT [m] FROM felt ORDER BY m
SELECT unnest([m, m]) FROM felt ORDER BY 1
SELECT * FROM felts
SELECT l[1], s.a, mp['ok'], list_sort(l), l[1] = 'ok', s.a > 'b', list_contains(l, 'ok'), list_max(l) FROM felts
SELECT CAST(l AS VARCHAR), CAST(s AS VARCHAR), mp::VARCHAR FROM felts
SELECT x FROM felts, unnest(l) u(x) ORDER BY x
SELECT list_transform(l, lambda x : x || '!'), list_filter(l, lambda x : x = 'ok') FROM felts
SELECT * FROM felt ORDER BY name
SELECT m, n FROM felt WHERE name = 'z'
SELECT m, n FROM felt WHERE name = 'p'
SELECT m, count(*) FROM felt GROUP BY ROLLUP (m) ORDER BY m NULLS FIRST, 2
SELECT m, lead(m, 1, 'ok') OVER (ORDER BY name) FROM felt ORDER BY name
SELECT lead(m, 1, 'ok'::mood) OVER (ORDER BY name) FROM felt ORDER BY name
SELECT rank() OVER (ORDER BY m), string_agg(m, ',') OVER (ORDER BY name ROWS 1 PRECEDING) FROM felt ORDER BY name
SELECT current_setting('TimeZone') IS NULL
SELECT DISTINCT ON (m) m, name FROM felt ORDER BY m, name
SELECT enum_range_boundary('ok'::mood, NULL), enum_code('happy'::mood)
WITH RECURSIVE r AS (SELECT 'sad'::mood AS m, 1 AS i UNION ALL SELECT 'ok'::mood, i + 1 FROM r WHERE i < 3) SELECT * FROM r ORDER BY i
SELECT * FROM felt a ASOF JOIN felt b ON a.name >= b.name AND a.m = b.m ORDER BY a.name
SELECT name FROM felt WHERE m NOT IN ('ok', 'sad') ORDER BY name
SELECT name FROM felt WHERE m BETWEEN 'ok'::mood AND 'happy'::mood ORDER BY name
SELECT name FROM felt WHERE m >= 'ok'::mood AND m < 'happy'::mood ORDER BY name
SELECT arg_max(name, m), arg_max(m, name), any_value(m) FILTER (WHERE name < 'd') FROM felt
SELECT max(m, 2), min(m, 2) FROM felt
SELECT histogram(m), approx_count_distinct(m) FROM felt
SELECT quantile_disc(m, 0.5) FROM felt
SELECT quantile_disc(m, [0.1, 0.9]) FROM felt
! SELECT median(name), quantile_cont(name, 0.5) FROM felt
SELECT mode(m), last(m ORDER BY name), arg_min(m, name, 2) FROM felt
SELECT entropy(m), list(DISTINCT m ORDER BY m), list(m) FILTER (WHERE m = 'ok') FROM felt
SELECT string_agg(DISTINCT m, '-' ORDER BY m), count(m), bool_and(m = 'ok') FROM felt
SELECT list(m) OVER (ORDER BY name ROWS 1 PRECEDING) FROM felt ORDER BY name
SELECT first_value(m) OVER (ORDER BY name), nth_value(m, 2) OVER (ORDER BY name) FROM felt ORDER BY name
! SELECT sum(m) FROM felt
! SELECT m + 1 FROM felt
! SELECT m AND true FROM felt
! SELECT -m FROM felt
SELECT to_json(m), to_json([m]), json_object('a', m), m::JSON FROM felt WHERE name = 'a'
SELECT to_json(name) FROM felt
SELECT struct_pack(x := m), row(m, 1) FROM felt ORDER BY name
SELECT typeof({'a': m}), typeof([m]), typeof(list(m)) FROM felt GROUP BY m LIMIT 1
SELECT list_contains(['ok'], m), 'ok' = ANY([m]), m IN ['ok', 'x'], list_position([m], m), list_append(['q'], m), list_concat([m], ['q']), [m, 'x'] FROM felt ORDER BY name
SELECT CASE WHEN name = 'a' THEN m END, if(name = 'a', m, 'sad'), ifnull(m, 'zz') FROM felt ORDER BY name
SELECT upper(m), trim(m), replace(m, 'a', 'b'), substr(m, 1, 1), left(m, 2), reverse(m), lpad(m, 6, '*'), m[1], md5(m) FROM felt ORDER BY name
SELECT felt.* FROM felt ORDER BY felt.m DESC NULLS LAST LIMIT 2
SELECT m FROM felt ORDER BY upper(m)
SELECT m FROM felt GROUP BY m HAVING m > 'k' ORDER BY m
SELECT * FROM felt WHERE m IS NULL OR m = 'sad' ORDER BY name
SELECT * FROM felt p WHERE EXISTS (SELECT 1 FROM felt q WHERE q.m = p.m AND q.name > 'a') ORDER BY name
! SELECT 'a'::ENUM('a', 'a')
! SELECT enum_range('a')
SELECT enum_range(NULL::mood)
SELECT 'a'::ENUM('a', 'b')
SELECT * FROM felt ORDER BY m
SELECT min(m), max(m), mode(m), list(m ORDER BY m), string_agg(m, ',' ORDER BY m), first(m ORDER BY name), count(DISTINCT m) FROM felt
SELECT name FROM felt WHERE m = 'happy'
SELECT name FROM felt WHERE m > 'sad' ORDER BY name
SELECT name FROM felt WHERE m = 'nonsense'
SELECT name FROM felt WHERE m IN ('sad', 'nonsense')
SELECT a.name, b.name FROM felt a JOIN felt b ON a.m = b.m ORDER BY 1, 2
SELECT name FROM felt WHERE m = name
SELECT {'a': m}, [m], MAP {m: 1}, to_json(m), m::JSON FROM felt WHERE m IS NOT NULL ORDER BY name
SELECT typeof({'a': m}) FROM felt LIMIT 1
SELECT greatest(m, 'ok'), least(m, 'sad'), nullif(m, 'ok'), m IS DISTINCT FROM 'ok' FROM felt ORDER BY name
SELECT typeof(greatest(m, 'ok')), typeof(nullif(m, 'ok')) FROM felt LIMIT 1
SELECT lag(m) OVER (ORDER BY name), rank() OVER (ORDER BY m), max(m) OVER (ORDER BY name) FROM felt ORDER BY name
SELECT hash('ok'::mood) IS NOT NULL, md5('ok'::mood)
SELECT CASE 'ok'::taste WHEN 'foo' THEN 1 WHEN 'ok' THEN 2 END
SELECT 'ok'::taste::VARCHAR, CAST('ok' AS taste)::taste
! SELECT 'foo'::taste::ENUM('x', 'ok')
SELECT 'ok'::taste::ENUM('x', 'ok')
! SELECT [1, 2]::taste
SELECT ['ok', 'foo']::taste[]
SELECT list_sort(['ok', 'foo']::taste[]), list_contains(['ok']::taste[], 'ok')
SELECT x FROM (VALUES ('foo'::taste), ('ok')) t(x) ORDER BY x
SELECT 'ok'::taste > ALL (SELECT 'ok'::taste)
SELECT x FROM unnest(enum_range(NULL::taste)) t(x)
SELECT concat('ok'::taste, 1), format('{}', 'ok'::taste), 'ok'::taste = NULL, replace('ok'::taste, 'o', 'x')
! SELECT 'OK'::taste
SELECT COUNT(*) FROM felt WHERE m NOT IN ('ok')
SELECT m FROM felt WHERE m LIKE '%a%' ORDER BY m
-- dates that move, parts of strings, strings with tags, numbers as truth values
SELECT CAST(DATE '2024-01-31' + INTERVAL 1 DAY AS VARCHAR), typeof(DATE '2024-01-31' + INTERVAL 1 DAY), typeof(INTERVAL 1 MONTH + DATE '2024-01-31'), typeof(DATE '2024-01-31' + 1), typeof(1 + DATE '2024-01-31'), typeof(DATE '2024-01-31' - 1), typeof(DATE '2024-01-31' - INTERVAL 2 HOUR)
SELECT id, CAST(d + INTERVAL 1 MONTH AS VARCHAR), CAST(d - INTERVAL '3' DAY AS VARCHAR) FROM odd WHERE id NOT IN (4, 5) ORDER BY id
SELECT id FROM odd WHERE d < DATE '1970-01-01' + INTERVAL 1 DAY ORDER BY id
SELECT id FROM odd WHERE d BETWEEN DATE '1970-01-01' - INTERVAL 1 MONTH AND DATE '2000-12-01' + INTERVAL '1' MONTH ORDER BY id
SELECT id FROM odd WHERE d IN (DATE '1970-01-02' - INTERVAL 1 DAY, DATE '2024-02-28' + 1) ORDER BY id
SELECT id FROM odd WHERE d = TIMESTAMP '2024-02-29 00:00:00' OR d > TIMESTAMP '2024-02-29 00:00:01' ORDER BY id
SELECT id FROM odd WHERE d < TIMESTAMP '1970-01-01 00:00:01' ORDER BY id
SELECT a.id, b.id FROM odd a JOIN odd b ON a.d = b.d + INTERVAL 0 DAY WHERE a.id < 4 ORDER BY 1, 2
SELECT a.i, b.i FROM measured a JOIN measured b ON a.dt + INTERVAL 1 DAY = b.dt ORDER BY 1, 2
SELECT typeof(CASE WHEN TRUE THEN DATE '2024-01-01' ELSE DATE '2024-01-01' + INTERVAL 1 DAY END), typeof(coalesce(NULL, DATE '2024-01-01' + INTERVAL 1 DAY)), typeof(date_add(DATE '2024-01-01', INTERVAL 1 DAY))
SELECT CAST(max(d + INTERVAL 1 DAY) AS VARCHAR), extract(day FROM DATE '2024-01-31' + INTERVAL 1 DAY) FROM people
SELECT d + INTERVAL 1 DAY IS DISTINCT FROM d, d + INTERVAL 0 DAY IS NOT DISTINCT FROM d FROM people ORDER BY id
SELECT CAST(DATE '2024-01-01' + to_days(3) AS VARCHAR), CAST(DATE '2024-01-01' + INTERVAL (n) DAY AS VARCHAR) FROM ids WHERE n < 3 ORDER BY n
! SELECT DATE '9999-12-31' + 1e0
SELECT substr('hello', 3, -2), substr('hello', -3, 2), substr('hello', -3, -2), substr('hello', 0, 2), substr('hello', -10, 7), substr('héllo', 2), substr('hello', -2), substr(NULL, 1), substr('abc', 2, 0), substr('abc', 5, 2), substr('abc', 9, -8)
SELECT id, substr(s, -1), substr(s, -2, 1), substr(t, id - 3, 2), substr(s, 1, 1) FROM odd ORDER BY id
SELECT NOT 1, NOT 0, NOT NULL, 1 AND 0, 1 OR NULL, NOT 'false', NOT i, i AND p FROM odd ORDER BY id
SELECT id FROM odd WHERE i ORDER BY id
SELECT id FROM odd WHERE 1 AND i ORDER BY id
SELECT id, CASE WHEN i THEN 'x' ELSE 'y' END FROM odd ORDER BY id
! SELECT NOT 'maybe'
SELECT isfinite(DATE '2024-01-01'), isfinite(TIMESTAMP '2024-01-01 00:00:00'), isinf(DATE '2024-01-01'), isinf(TIMESTAMP '2024-01-01 00:00:00'), isfinite(1.5), isfinite(CAST(NULL AS DATE))
SELECT $tag$te$xt$tag$, $a$x$a$, $t$ it's "q" $$ $t$, $b$$b$, 'x' || $c_1$$d$$c_1$ || 'y'
! SELECT $tag$ never ends $tag
-- weeks in formats, zones behind timestamps, types of columns with digits, functions without rows in FROM
SELECT id, strftime(ts, '%U %W %w %u %x %X %c %V %G %j'), strftime(d, '%U %W %w') FROM odd WHERE id NOT IN (4, 5) ORDER BY id
SELECT strftime(DATE '2023-12-31', '%U %W %w'), strftime(DATE '2024-01-01', '%U %W %w'), strftime(DATE '2022-01-01', '%U %W %w'), strftime(DATE '2017-01-01', '%U %W')
SELECT '2024-01-01T12:34:56Z'::TIMESTAMP, '2024-01-01 12:34:56+02'::TIMESTAMP, '2024-01-01 12:34:56.5 +00:00'::TIMESTAMP, TRY_CAST('2024-01-01 12:34:56x' AS TIMESTAMP)
! SELECT '2024-01-01 12:34:56 nowhere'::TIMESTAMP
SELECT name, type, "notnull" FROM pragma_table_info('measured') ORDER BY cid
SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = 'measured' ORDER BY column_index
! SELECT * FROM upper('x')
SELECT id, CASE WHEN 2 > coalesce(i, i) THEN p IS NOT NULL ELSE p END FROM odd ORDER BY id
SELECT id FROM odd WHERE CASE WHEN 2 > coalesce(i, NULL) THEN p IS NOT NULL ELSE p END ORDER BY id
SELECT id FROM odd WHERE CASE WHEN coalesce(i, i, i) < 2 THEN p IS NULL ELSE p IS NOT NULL END ORDER BY id
SELECT id, coalesce(i, NULL, i), ifnull(p, p), CASE WHEN i IS NOT NULL THEN i END IS NULL FROM odd ORDER BY id
SELECT CAST(DATE '2020-01-01' + 1 AS DATE), (DATE '2020-01-31' - 1)::VARCHAR, CAST(DATE '2020-01-31' + INTERVAL 1 MONTH AS DATE), TRY_CAST(2 + DATE '2020-01-31' AS TIMESTAMP)
SELECT CAST(i OR TRUE AS INTEGER), (i AND p)::VARCHAR FROM odd ORDER BY id
-- comparisons with NULL below sub-queries for which the values of outer columns are computed once
SELECT o.id FROM odd o JOIN people p ON o.id = p.id AND NULL IN (SELECT n FROM odd x WHERE EXISTS (SELECT 1 FROM nothing y WHERE y.i = o.i)) WHERE (SELECT min(TRUE) FROM odd z WHERE z.id <> p.id) ORDER BY o.id
SELECT o.id FROM odd o LEFT JOIN people p ON o.id = p.id AND NULL IN (SELECT n FROM odd x WHERE EXISTS (SELECT 1 FROM people y WHERE y.x = o.i)) WHERE (SELECT min(TRUE) FROM odd z WHERE z.id <> o.id) ORDER BY o.id
SELECT o.id FROM odd o WHERE NULL NOT IN (SELECT n FROM odd x WHERE EXISTS (SELECT 1 FROM nothing y WHERE y.i = o.i)) AND (SELECT min(TRUE) FROM odd z WHERE z.id <> o.id) ORDER BY o.id
-- tests for NULL of calls whose operands turn out never to be NULL
SELECT id, (id > CASE WHEN p THEN i ELSE -1 END) IS NULL, (id > COALESCE(3, i)) IS NULL, (id = NULLIF(3, 4)) IS NOT NULL FROM odd ORDER BY id
SELECT id FROM odd WHERE (id > CASE WHEN p THEN i ELSE -1 END) IS NULL ORDER BY id
SELECT id FROM odd WHERE (NOT (id > CASE WHEN FALSE THEN i ELSE -1 END)) IS NOT NULL OR (i < NULLIF(3, 4)) IS NULL ORDER BY id
SELECT id FROM odd WHERE COALESCE(id > NULLIF(3, 4), FALSE) ORDER BY id
SELECT o.id, p.id FROM odd o LEFT JOIN people p ON o.id = p.id AND (o.id > NULLIF(3, 4)) IS NOT NULL ORDER BY o.id, p.id
SELECT id FROM (SELECT id, NOT (id > CASE WHEN p THEN i ELSE -1 END) AS c FROM odd) x WHERE c IS NULL ORDER BY id
SELECT id FROM odd WHERE extract(YEAR FROM COALESCE(DATE '2020-01-01', d)) IS NULL OR (id + COALESCE(3, i)) IS NULL OR (id / COALESCE(3, i)) IS NULL OR (s LIKE COALESCE('a', t)) IS NULL ORDER BY id
SELECT id, (CASE WHEN p THEN id > NULLIF(3, 4) WHEN id > 5 THEN NOT (i = 3) END) IS NULL, (id BETWEEN NULLIF(3, 4) AND i) IS NULL, (id IN (NULLIF(3, 4), i)) IS NULL FROM odd ORDER BY id
SELECT id, (SELECT count(*) FROM people p WHERE p.x = o.i) / 2 IS NULL, ((SELECT count(*) FROM people p WHERE p.x = o.i) + 2) IS NULL FROM odd o ORDER BY id
-- columns of one name: in sub-queries, WITH, lists of names, stars and ORDER BY; columns of VALUES
SELECT * FROM (SELECT 1 AS a, 2 AS a, 3 AS a, 4 AS a_1) t
SELECT a_1, a_2, a_1_1 FROM (SELECT 1 AS a, 2 AS A, 3 AS a, 4 AS a_1) t
WITH c AS (SELECT i, i FROM odd) SELECT count(*), count(i), count(i_1) FROM c
WITH c(a, a) AS (SELECT 1, 2) SELECT a_1, a FROM c
WITH c(a) AS (SELECT id, i FROM odd) SELECT * FROM c ORDER BY a
WITH c AS (SELECT 1 AS a, 2 AS a) SELECT c.a, d.a_1 FROM c, c d
! WITH c(a, b, d) AS (SELECT 1, 2) SELECT * FROM c
! SELECT a_2 FROM (SELECT 1 AS a, 2 AS a) t
SELECT v.a, v.a_1 FROM (VALUES (1, 2)) v(a, a)
SELECT t.a, t.a_1 FROM (SELECT 1, 2) t(a, a)
SELECT id, id_1 FROM (SELECT a.*, b.* FROM odd a, odd b WHERE a.i = b.id) u ORDER BY ALL
SELECT i_1 FROM (SELECT * FROM odd a JOIN odd b USING (id)) u ORDER BY 1
SELECT (SELECT a FROM (SELECT 1 AS a, 2 AS a)), (SELECT x.a_1 FROM (SELECT 1 AS a, 2 AS a) x WHERE x.a < id) FROM odd ORDER BY id
SELECT id FROM odd WHERE i IN (SELECT i FROM (SELECT i, i FROM odd)) ORDER BY id
SELECT * FROM (SELECT 1 AS a, 2 AS a UNION ALL SELECT 3, 4) u WHERE a_1 > 2
SELECT * FROM (SELECT id, id FROM odd ORDER BY id LIMIT 2) u
SELECT * EXCLUDE (a_1) FROM (SELECT 1 AS a, 2 AS a) x
SELECT * FROM (SELECT 1 AS a, 2 AS a) x JOIN (SELECT 1 AS a, 3 AS a) y USING (a)
SELECT * FROM (SELECT 1 AS a, 2 AS a) x NATURAL JOIN (SELECT 1 AS a, 3 AS b) y
SELECT x, x_1, x_2 FROM (SELECT i, i AS x, i + 1 AS x, count(*) AS x FROM odd WHERE id < 3 GROUP BY ALL) u ORDER BY 1
SELECT id, n AS id FROM odd WHERE n IS NOT NULL ORDER BY id DESC
SELECT id, i AS id, -id AS id FROM odd ORDER BY id
SELECT id, id FROM odd ORDER BY id DESC
SELECT *, * FROM nothing ORDER BY i
SELECT id_1 FROM (SELECT unnest({'id': id, 'x': i}), id FROM odd) t ORDER BY 1
! SELECT * FROM (SELECT 1 AS a, 2 AS a UNION BY NAME SELECT 3 AS a) u
SELECT col1, col0 FROM (VALUES (1, 'a'), (2, 'b')) ORDER BY col0
VALUES (1, 2), (3, 4), (NULL, 0) ORDER BY col1 DESC
WITH c AS (VALUES (1, 2), (3, 4)) SELECT col0 + col1 FROM c ORDER BY 1
SELECT id, col1 FROM odd JOIN (VALUES (1, 'a'), (2, 'b')) ON id = col0 ORDER BY id
WITH RECURSIVE r AS (VALUES (1) UNION ALL SELECT col0 + 1 FROM r WHERE col0 < 3) SELECT * FROM r
SELECT id FROM odd WHERE (id, i) IN (VALUES (1, 1), (2, 7)) ORDER BY id
-- grouping sets of which two are equal, where only one of them has no keys
SELECT c3 FROM (SELECT n, s, n, min(CAST(1 AS INTEGER)) AS c3 FROM odd GROUP BY ROLLUP (n, s, n)) x
SELECT x.c3 FROM (SELECT id, s, max(id) AS c3 FROM odd GROUP BY GROUPING SETS ((id, s), (), (id, s))) x ORDER BY 1
WITH w AS (SELECT n, s, n, min(1) AS c3, i AS c4 FROM odd GROUP BY ROLLUP (n, s, n, i)) SELECT x.c3 FROM w x LEFT JOIN w y ON x.c4 = y.c4
-- calls that are compared with themselves and turn out never to be NULL
SELECT (id > NULLIF(3, 4)) = (id > NULLIF(3, 4)), (id > NULLIF(3, 4)) <> (id > NULLIF(3, 4)), (id > NULLIF(3, 4)) <= (id > NULLIF(3, 4)) FROM typed ORDER BY id
SELECT id FROM typed WHERE (id > NULLIF(3, 4)) = (id > NULLIF(3, 4)) OR (id + NULLIF(3, 4)) >= (id + NULLIF(3, 4)) ORDER BY id
SELECT (id > NULLIF(3, 4)) IS NOT DISTINCT FROM (id > NULLIF(3, 4)), (id > NULLIF(w, 4)) = (id > NULLIF(w, 4)) FROM typed ORDER BY id
SELECT a.id FROM typed a LEFT JOIN typed b ON (a.id > NULLIF(3, 4)) = (a.id > NULLIF(3, 4)) AND a.id = b.w ORDER BY a.id
SELECT ((id > NULLIF(3, 4)) = (id > NULLIF(3, 4))) = ((id > NULLIF(3, 4)) = (id > NULLIF(3, 4))), count(*) FILTER ((id > NULLIF(3, 4)) = (id > NULLIF(3, 4))) OVER () FROM typed
-- numbers and strings as conditions everywhere
SELECT id FROM odd WHERE i % 3 ORDER BY id
! SELECT id FROM odd WHERE s
SELECT id FROM odd WHERE length(s) - 1 ORDER BY id
SELECT id FROM odd WHERE 'true' AND 1 ORDER BY id
SELECT id FROM odd WHERE CASE WHEN i THEN 1 ELSE 0 END ORDER BY id
SELECT i, count(*) FROM odd GROUP BY i HAVING count(*) - 1
SELECT count(*) FROM odd HAVING 1
SELECT count(*) AS n FROM odd HAVING n
SELECT count(*) FILTER (i), count(*) FILTER (WHERE 1), sum(id) FILTER (WHERE length(s)) FROM odd
SELECT id, row_number() OVER (ORDER BY id) - 1 AS r FROM odd QUALIFY r ORDER BY id
SELECT id FROM odd QUALIFY row_number() OVER (ORDER BY id) - 1 ORDER BY id
SELECT a.id, b.id FROM odd a JOIN people b ON a.id - b.id ORDER BY ALL
SELECT a.id, b.id FROM odd a LEFT JOIN people b ON 0 ORDER BY ALL
SELECT id, i IS TRUE, i IS NOT FALSE, i IS NOT TRUE, i IS FALSE, if(i, 'y', 'n') FROM odd ORDER BY id
SELECT id FROM odd WHERE p ORDER BY id
SELECT id FROM odd WHERE starts_with(s, 'a') ORDER BY id
-- medians of other values, quantiles of different values of frames, a date and a time
SELECT median(s), median(DISTINCT s), median(p), median(s) FILTER (id > 2), median(d), median(i) FROM odd
SELECT k, median(s) OVER (PARTITION BY g), median(s) OVER (ORDER BY k ROWS 2 PRECEDING) FROM framed ORDER BY k
SELECT k, median(DISTINCT i) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING), quantile_disc(DISTINCT s, 0.5) OVER (ORDER BY k ROWS 3 PRECEDING) FROM framed ORDER BY k
SELECT k, quantile_cont(DISTINCT f, 0.25) FILTER (k > 2) OVER (ORDER BY k), quantile_disc(DISTINCT d, 0.75) OVER (PARTITION BY g ORDER BY k) FROM framed ORDER BY k
SELECT DATE '2020-02-28' + TIME '12:30:00.25', TIME '23:59:59.999999' + DATE '1969-12-31', DATE '2020-01-01' + NULL::TIME
SELECT f.id, o.d + f.t, f.t + o.d FROM fine f JOIN odd o USING (id) ORDER BY f.id
SELECT o.id FROM fine f JOIN odd o USING (id) WHERE o.d + f.t > TIMESTAMP '2000-01-01 00:00:00' ORDER BY o.id
-- NATURAL SEMI and ANTI JOIN with a table of WITH
WITH c AS (SELECT 1 AS id) SELECT id FROM odd NATURAL SEMI JOIN c
WITH c AS (SELECT id, x FROM people), d AS (SELECT * FROM c NATURAL ANTI JOIN (SELECT 2 AS id)) SELECT * FROM d ORDER BY id
WITH C AS (SELECT id FROM odd WHERE i > 0) SELECT id FROM people NATURAL ANTI JOIN c ORDER BY id
WITH odd AS (SELECT * FROM odd NATURAL SEMI JOIN (SELECT 1 AS id)) SELECT id FROM odd
-- other signs, names and orders of arguments
SELECT s ~~ '%ö%', s !~~ '%a%', s ~~* 'A', s !~~* 'A', 'hello' ~~~ 'h*o', NULL ~~ 'a' FROM odd ORDER BY id
SELECT 'a' ~ 'a', 'a' !~ 'b', 'a' ~* 'A', ~5, 3 & ~ 1
SELECT date('2024-02-29'), date(ts) FROM odd ORDER BY id
SELECT id, strftime('%Y-%m', ts), strftime(d, '%d.%m.') FROM odd WHERE id NOT IN (4, 5) ORDER BY id
SELECT strptime('15.01.2024', ['%Y-%m-%d', '%d.%m.%Y']), try_strptime('x', ['%Y', '%d']), strptime(NULL, ['%Y', '%d'])
! SELECT strptime('x', ['%Y', '%d'])
SELECT id, regexp_extract(s, '(a)(b?)', ['p', 'q']), regexp_extract('2024-01-15', '(\d+)-(\d+)', ['y', 'm']).m FROM odd ORDER BY id
SELECT id, date_part(['year', 'month'], d) FROM odd ORDER BY id
SELECT i, id FROM odd ORDER BY ALL DESC NULLS LAST
SELECT i, id FROM odd ORDER BY ALL NULLS FIRST
SELECT * FROM nothing ORDER BY ALL ASC NULLS LAST
VALUES (2, NULL), (1, 3), (NULL, 2) ORDER BY ALL
-- what the catalog tells
SELECT name, value, type FROM duckdb_variables() WHERE name <> 'most' ORDER BY name
SELECT type_name, logical_type, labels FROM duckdb_types() WHERE type_name IN ('mood', 'taste', 'pair') ORDER BY 1
SELECT function_name, function_type FROM duckdb_functions() WHERE function_name IN ('choice', 'firsts', 'gcd', 'corr') GROUP BY ALL ORDER BY ALL
SELECT enumlabel FROM pg_catalog.pg_enum e JOIN pg_catalog.pg_type t ON t.oid = e.enumtypid WHERE t.typname = 'mood' ORDER BY enumsortorder
SELECT table_name, has_primary_key, column_count, index_count, check_constraint_count, sql FROM duckdb_tables() WHERE table_name IN ('odd', 'typed', 'counts') ORDER BY 1
SELECT name FROM duckdb_settings() WHERE name IN ('threads', 'memory_limit') ORDER BY 1
SELECT extension_name FROM duckdb_extensions() WHERE extension_name IN ('json', 'parquet') AND loaded ORDER BY 1
SELECT keyword_category FROM duckdb_keywords() WHERE keyword_name IN ('select', 'order') ORDER BY 1
-- options of JSON functions that would change the answer
! SELECT json_value('{"a":1}', '$.b' DEFAULT 'x' ON EMPTY)
! SELECT json_value('{"a":1}', '$.b' ERROR ON EMPTY)
! SELECT json_query('{"a":[1]}', '$.b' EMPTY ARRAY ON EMPTY)
! SELECT json_query('{"a":[1]}', '$.b' ERROR ON EMPTY)
! SELECT json_array(1, NULL ABSENT ON NULL)
-- tables of one name in FROM, extensions and PRAGMAs without effect
SELECT count(*) FROM odd, odd
SELECT count(*) FROM odd a, people a, odd a
SELECT count(*) FROM odd NATURAL JOIN odd
SELECT p, q FROM (SELECT 1 AS p) x, (SELECT 2 AS q) x
! SELECT odd.id FROM odd, odd
! SELECT id FROM odd, odd
! SELECT odd.id FROM odd, people, ODD
SELECT 1 AS load, 2 AS install
SELECT g, median(i), median(d), median(n), quantile_cont(n, 0.25), quantile_disc(n, 0.5), quantile_disc(dt, 0.5) FROM measured GROUP BY g ORDER BY g
SELECT median(i) FILTER (WHERE g = 1), median(d) FILTER (WHERE d > 100), mode(i) FILTER (WHERE i > 1) FROM measured
SELECT g, b, median(i), mode(i), count(*) FROM measured GROUP BY ROLLUP (g, b) ORDER BY g NULLS LAST, b NULLS LAST, count(*)
SELECT median(dt), median(ts), quantile_disc(ts, 0.9), quantile_cont(d, 0), quantile_cont(d, 1), quantile_disc(d, 0) FROM measured
SELECT quantile_cont(d, [0.25, 0.5, 1.0]), quantile_disc(i, [0, 0.5]), quantile_cont(d, [0.5]) FROM measured WHERE d < 0
SELECT g, quantile_cont(d, [0.25, 0.5, 1.0]), quantile_disc(i, [0.1, 0.9]) FROM measured GROUP BY g ORDER BY g
SELECT median(x), mode(x), first(x), last(x), any_value(x), list(x), arg_max(x, x), string_agg(x::VARCHAR, '-') FROM (SELECT 1 AS x WHERE FALSE)
SELECT median(x), quantile_disc(x, 0.5), mode(x) FROM (VALUES ('NaN'::DOUBLE), (1), (-0.0), ('infinity'), ('-infinity'), (0.0)) AS v (x)
SELECT any_value(x), first(x), last(x) FROM (VALUES (NULL), (3), (1), (NULL)) AS v (x)
SELECT k, any_value(x), any_value(x) FILTER (WHERE x > 3), any_value(s) FROM (VALUES (1, NULL, 'b'), (1, 3, NULL), (1, 5, 'a'), (2, NULL, NULL)) AS v (k, x, s) GROUP BY k ORDER BY k
SELECT arg_max(x, y), arg_min(x, y), arg_max(y, s), arg_min(s, s) FROM (VALUES (1, 2.5, 'x'), (2, NULL, 'a'), (NULL, 9.5, 'z'), (4, 1.5, NULL)) AS v (x, y, s)
SELECT g, arg_max(s, n), arg_min(s, dt), arg_max(d, s), arg_min(dt, ts), max_by(b, i) FROM measured GROUP BY g ORDER BY g
SELECT string_agg(s, ', '), string_agg(s, ''), string_agg(i, 'é€'), group_concat(s) FROM measured WHERE g < 3
SELECT g, string_agg(s, '; ') FILTER (WHERE i = 2), list(i), list(s) FILTER (WHERE d > 1), array_agg(dt) FROM measured GROUP BY g ORDER BY g
SELECT g, len(list(i)), list_sum(list(i)), list_sort(list(s)), entropy(i), mad(d), histogram(i) FROM measured GROUP BY g ORDER BY g
SELECT median(i) * 2 + max(i), CASE WHEN median(d) > 1 THEN 'high' END FROM measured HAVING median(i) > 0
SELECT g, median(i) AS m FROM measured GROUP BY g QUALIFY row_number() OVER (ORDER BY m DESC NULLS LAST) = 1
SELECT count(DISTINCT i), median(DISTINCT i), mode(DISTINCT i), sum(DISTINCT i), list_sort(list(DISTINCT i)) FROM measured
SELECT median(2::TINYINT), median(3::HUGEINT), quantile_disc(17014118346046923173168730371588410572::HUGEINT, 0.5)
! SELECT quantile_cont(i, [0.5, 1.5]) FROM measured
SELECT sum(i), sum(i + 1), sum(i + 2), sum(i + -7), count(i) FROM measured
SELECT g, sum(i + 1), sum(i + 2), sum(i + 3) FILTER (WHERE d > 2), sum(i + 4), sum(DISTINCT i + 5), sum(d + 1) FROM measured GROUP BY g ORDER BY g
SELECT sum(i + 1), sum(i + 2), sum(i + 3) FROM measured WHERE g > 7
SELECT g, sum(i + 1) + sum(i + 2), sum(i + 3) FROM measured GROUP BY ROLLUP (g) HAVING sum(i + 1) > 0 ORDER BY ALL
-- regular expressions that only tell whether a string matches
SELECT id, s ~ 'a', s ~ '^a', s ~ 'b$', s ~ '^$', s ~ '^.$', s ~ '^..$', s !~ '[a-c]', s ~* 'A' FROM odd ORDER BY id
SELECT id, regexp_matches(s, 'a|ö'), regexp_matches(s, '[^a-z]'), regexp_full_match(s, '[a-zö]*'), regexp_full_match(s, 'a') FROM odd ORDER BY id
SELECT id, regexp_matches(s, t), regexp_matches(t, '\s'), regexp_matches(t, '\d+|^\D{2,3}$'), regexp_matches(t, '(a|b)+?c*') FROM odd WHERE t IS NULL OR t NOT LIKE '%[%' ORDER BY id
SELECT regexp_matches('final deposits', 'final (deposits|accounts)|pend.*req'), regexp_matches('pending requests', 'final (deposits|accounts)|pend.*req'), regexp_matches('finally', 'final (deposits|accounts)|pend.*req')
SELECT regexp_matches('日本語', '^.{3}$'), regexp_matches('日本語', '本'), regexp_matches('😀', '^.$'), regexp_matches('äöü', '[ö-ü]$'), regexp_matches('äöü', '^[^ä]')
SELECT regexp_matches('K', 'k', 'i'), regexp_matches('ſ', 's', 'i'), regexp_matches('S', '[r-t]', 'i'), regexp_matches('s', '[^S]', 'i'), regexp_matches('Ä', 'ä', 'i')
SELECT regexp_matches('', ''), regexp_matches('', '^'), regexp_matches('', '$'), regexp_matches('a', ''), regexp_full_match('', ''), regexp_full_match('', 'a*'), regexp_matches(NULL, 'a'), regexp_matches('a', NULL)
SELECT regexp_matches('aab', '^a{2}b$'), regexp_matches('aab', '^a{3,}b$'), regexp_matches('ab', 'a{0}b'), regexp_matches('a{', 'a\{'), regexp_matches('a-c', '[a-]-'), regexp_matches('x', '(|y)x'), regexp_matches('b', '(?:a|b)')
! SELECT regexp_matches('a', '(')
! SELECT regexp_matches(s, '[') FROM odd
-- times: DATE_TRUNC of dates, times of a day, buckets with an origin or an offset, other strings
SELECT id, date_trunc('month', d), typeof(date_trunc('month', d)), date_trunc('hour', d), date_trunc('week', ts), date_trunc('quarter', d) > DATE '2000-01-01' FROM odd ORDER BY id
SELECT date_trunc('month', d) AS m, count(*) FROM odd GROUP BY m ORDER BY m
SELECT count(*) FROM odd WHERE date_trunc('year', d) = DATE '2024-01-01' OR date_trunc('day', d) = TIMESTAMP '2000-12-31 00:00:00'
SELECT date_diff('hour', TIME '01:00', TIME '05:30'), date_sub('minute', TIME '01:00', TIME '01:59:59'), date_diff('second', TIME '01:00:00', TIME '00:59:59'), datediff('us', TIME '00:00', NULL)
SELECT id, epoch_ms(t), epoch_us(t), epoch_ns(t) FROM fine ORDER BY id
SELECT epoch_ms(INTERVAL '1 day'), epoch_us(INTERVAL '1 hour'), epoch_ms(DATE '1970-01-02'), epoch_us(DATE '1970-01-02')
SELECT date_diff('yr', ts, TIMESTAMP '2024-01-01'), datediff('mon', d, DATE '2024-01-01'), date_sub('ms', ts, ts) FROM odd WHERE id IN (1, 2, 3) ORDER BY id
SELECT time_bucket(INTERVAL '2 months', DATE '1992-04-20', INTERVAL '1 month'), time_bucket(INTERVAL '2 weeks', DATE '1992-04-20', DATE '1992-04-01'), time_bucket(INTERVAL '10 minutes', TIMESTAMP '1992-04-20 15:26:00', INTERVAL '5 minutes')
SELECT time_bucket(INTERVAL '3 months', TIMESTAMP '1992-04-20 12:00:00', INTERVAL '-1 month'), time_bucket(INTERVAL '5 days', DATE '1969-04-20', INTERVAL '-2 days'), time_bucket(INTERVAL '1 year', DATE '1992-04-20', DATE '1990-05-01'), time_bucket(INTERVAL '1 day', NULL::DATE, DATE '1990-05-01')
! SELECT time_bucket(INTERVAL '0 days', DATE '1992-04-20', INTERVAL '1 day')
SELECT strptime('10:11:12.345', '%H:%M:%S.%f'), strptime('12', '%H'), strptime('1.5', '%S.%f'), strptime('2020-01-01', '%Y-%m-%d'), strptime('03', '%m')
SELECT '1992/09/20'::DATE, '1992/9/2 10:00'::TIMESTAMP, '0044-03-15 (BC)'::DATE = DATE '-0043-03-15', 'epoch'::DATE, 'epoch'::TIMESTAMP, DATE '0044-03-15 (BC)' < DATE '0001-01-01', DATE '1992/09/20'
! SELECT '1992/09-20'::DATE
! SELECT 'infinity'::DATE
! SELECT TIMESTAMP '-infinity'
SELECT try_cast('1992-09/20' AS DATE), try_cast('-0044-03-15 (BC)' AS DATE)
SELECT year(DATE '5874897-12-31'), DATE '12000-01-31' > DATE '9999-12-31', DATE '12000-01-31' + 1 = DATE '12000-02-01'
SELECT CAST(INTERVAL '1 century' AS VARCHAR), CAST(INTERVAL '2 decades 3 years' AS VARCHAR), CAST(INTERVAL '1 millennium' AS VARCHAR), CAST(INTERVAL '2 hrs' AS VARCHAR)
SELECT make_timestamptz(2020, 1, 1, 0, 0, 0, 'UTC') = TIMESTAMPTZ '2020-01-01 00:00:00+00', make_timestamptz(2020, 6, 1, 0, 0, 1.5, 'America/New_York') = TIMESTAMPTZ '2020-06-01 04:00:01.5+00'
-- TRY, which is NULL where an expression fails
SELECT TRY(CAST('x' AS INTEGER)), TRY(CAST('5' AS INTEGER)) + 1, typeof(TRY(1)), TRY(NULL)
SELECT id, TRY(i * 1000000000), coalesce(TRY(i + 2147483647), -1), TRY(b * b) FROM odd ORDER BY id
SELECT id FROM odd WHERE TRY(i + 2147483647) IS NULL ORDER BY id
SELECT sum(TRY(i * 2)), count(TRY(s::DATE)) FROM odd
SELECT TRY(i + TRY(i * 1000000000)) FROM odd ORDER BY id
! SELECT TRY(i) + 2147483647 FROM odd
-- lists that are repeated, views with other names, types that there are not
SELECT id, repeat(l, 2), repeat(t, 0), repeat(ll, 1), repeat(l, -1), repeat(l, id - 2) FROM nested ORDER BY id, l
SELECT repeat([1, NULL], 3), repeat([]::INTEGER[], 5), repeat(NULL::INTEGER[], 2), repeat([1], NULL), repeat('ab', 2)
! SELECT repeat([1, 2], 9000000000000000000)
! SELECT 1::UHUGEINT
! SELECT '10:00+01'::TIMETZ
! SELECT * FROM trades ASOF RIGHT JOIN quotes USING (k, t)
! SELECT * FROM trades ASOF FULL JOIN quotes USING (k, t)
! ALTER VIEW no_such_view RENAME TO other
! ALTER VIEW odd RENAME TO other
SELECT constant_or_null(5, i), constant_or_null(NULL, i), favg(n), arbitrary(id) FROM odd WHERE id = 3 GROUP BY i
-- NULL among constants
SELECT 45 - 61 - CAST(NULL AS INTEGER) / 58 * 95, CAST(NULL AS REAL) / 90 * 2, -92 / CAST(NULL AS INTEGER) * 24, 81 // CAST(NULL AS INTEGER) * 6
SELECT (CAST(NULL AS INTEGER) / 2) * i, (7 % CAST(NULL AS INTEGER)) * i FROM (SELECT i FROM odd ORDER BY id LIMIT 2) AS o
SELECT DATE '2020-01-01' + (1 // CAST(NULL AS INTEGER)) * INTERVAL '1 day'
SELECT -coalesce(-86, CAST(NULL AS INTEGER)), 82 * coalesce(-80, CAST(NULL AS INTEGER)), coalesce(i, 5, NULL), -coalesce(NULL, i, NULL) FROM odd ORDER BY id
-- aggregates with an order of their own over frames
SELECT k, list(i ORDER BY i DESC NULLS LAST) OVER (PARTITION BY g ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), array_agg(s ORDER BY s NULLS FIRST) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING) FROM framed ORDER BY k
SELECT k, string_agg(s, '-' ORDER BY i DESC NULLS LAST, s) OVER (ORDER BY k ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING), string_agg(s, '|' ORDER BY d) OVER (PARTITION BY g ORDER BY i, k) FROM framed ORDER BY k
SELECT k, first(s ORDER BY i DESC NULLS LAST, k) OVER w, last(s ORDER BY i DESC NULLS LAST, k) OVER w, any_value(s ORDER BY f) OVER w FROM framed WINDOW w AS (ORDER BY k ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING) ORDER BY k
SELECT k, array_agg(DISTINCT i ORDER BY i DESC NULLS LAST) OVER (ORDER BY k ROWS 3 PRECEDING), list(DISTINCT s ORDER BY s) OVER (ORDER BY g GROUPS 1 PRECEDING) FROM framed ORDER BY k
SELECT k, list(s ORDER BY s DESC) FILTER (WHERE i > 2) OVER (ORDER BY k ROWS 2 PRECEDING), string_agg(s, ',' ORDER BY k DESC) FILTER (WHERE i > 2) OVER (ORDER BY k) FROM framed ORDER BY k
SELECT k, list(k ORDER BY d DESC, k) OVER (PARTITION BY g ORDER BY d RANGE BETWEEN INTERVAL 100 DAYS PRECEDING AND CURRENT ROW) FROM framed WHERE d IS NOT NULL ORDER BY k
SELECT k, list(k ORDER BY k DESC) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW), list({'a': k, 'b': s} ORDER BY s, k) OVER (ORDER BY k ROWS 1 PRECEDING) FROM framed ORDER BY k
SELECT g, list(sum(i) ORDER BY g DESC) OVER (ORDER BY g), string_agg(count(*)::VARCHAR, '+' ORDER BY g DESC) OVER (ORDER BY g) FROM framed GROUP BY g ORDER BY g
SELECT k, sum(i ORDER BY s) OVER (ORDER BY k), arg_max(s, k ORDER BY s) OVER (ORDER BY k), max(i ORDER BY k) OVER () FROM framed ORDER BY k
SELECT list(i ORDER BY i) OVER (ORDER BY k) FROM framed WHERE FALSE
! SELECT list(DISTINCT i ORDER BY k) OVER (ORDER BY k ROWS 1 PRECEDING) FROM framed
! SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY i DESC NULLS LAST) OVER (ORDER BY k ROWS 1 PRECEDING) FROM framed
-- aggregates with an order, or of different values, leave the order of the others alone
SELECT list(i), count(DISTINCT i), list(i ORDER BY i DESC NULLS LAST), list(DISTINCT i ORDER BY i) FROM measured
SELECT list(i), string_agg(s, ',' ORDER BY s DESC), string_agg(DISTINCT s, ',' ORDER BY s), first(s ORDER BY d DESC NULLS LAST), last(s ORDER BY d NULLS FIRST) FROM measured
SELECT g, list(s), list(s ORDER BY d DESC NULLS LAST, n), list(dt ORDER BY dt NULLS FIRST), first(i), last(i), any_value(d) FROM measured GROUP BY g ORDER BY g
SELECT list(i), list(i ORDER BY i) FILTER (WHERE g = 2), array_agg(s ORDER BY s NULLS FIRST, i DESC NULLS LAST), string_agg(s, '/' ORDER BY ts DESC NULLS LAST) FROM measured
SELECT g, string_agg(s, ''), string_agg(i, '/' ORDER BY n DESC), list(i ORDER BY s, i) FROM measured GROUP BY ROLLUP (g) ORDER BY g NULLS LAST
SELECT list(i), list(i ORDER BY i), string_agg(s, ',' ORDER BY s), first(i ORDER BY s) FROM measured WHERE g = 9
SELECT g, list(i), list(i ORDER BY i) FROM measured WHERE g = 9 GROUP BY g
SELECT any_value(s), array_agg({'a': i, 's': s} ORDER BY d DESC NULLS LAST, n), list([i] ORDER BY [i, g] DESC) FROM measured
-- quantiles of dates
SELECT quantile_cont(dt, [0.25, 0.5, 1]), typeof(quantile_cont(dt, [0.5])), quantile_cont(ts, [0.1, 0.9]), quantile_cont(DISTINCT dt, [0.5]) FROM measured
SELECT g, quantile_cont(dt, [0.25, 0.5]), quantile_cont(dt, 0.5), quantile_cont(i, [0.5]) FROM measured GROUP BY g ORDER BY g
SELECT k, quantile_cont(d, [0.5]) OVER (ORDER BY k ROWS 1 PRECEDING), quantile_cont(i, [0.25]) OVER (ORDER BY k ROWS 2 PRECEDING) FROM framed ORDER BY k
SELECT quantile_cont(d, [0.5]) FROM framed WHERE FALSE
-- strings
SELECT unicode(''), ord('âb'), ascii(''), unicode(s) FROM odd ORDER BY id
SELECT regexp_escape('https://a.b_c-d[1] ü\'), regexp_matches('ab^/$cd', '^/$', 'l'), regexp_replace('a.b.c', '.', '-', 'gl'), regexp_matches('aXb', 'x', 'il')
SELECT bin('aü'), bin(''), bin(10), bin(NULL::VARCHAR)
-- GREATEST and LEAST of several types
SELECT id, greatest(d, ts), least(ts, d, NULL), greatest(d, NULL), greatest(ts, '2021-01-01 00:00:00'), least('2021-01-01', d) FROM odd ORDER BY id
SELECT greatest(1, '2'), least('1.5', 2.5), greatest(1, 2.5, 3::DOUBLE), least('a', NULL, 'b'), greatest(TRUE, FALSE), greatest([1], [2])
! SELECT greatest(d, 'x') FROM odd
-- functions, casts, literals and errors by topic
select "sum(x)" from (select sum(x) from (values (1)) t(x))
select s."a" from (select 1 as a, 2 as a) s
select s."a_1" from (select 1 as a, 2 as a) s
select a from (select t.x a, u.x a from (values (1)) t(x), (values (2)) u(x)) q
select json_extract('[1,2,3]', '$[#-1]')
select json_object('a', 1, 'b', [1,2])
select json_array(1, 'a', null)
select json_quote('a')
select to_json({'a': 1})
select row_to_json({'a': 1})
select array_to_json([1,2])
select json_value('{"a":1}', '$.a')
select json_array_length('[1,2]')
select json_contains('{"a":1}', '1')
select '{"a":1}'::json->>'a'
select json_type('[1]')
select * from json_each('{"a":1,"b":2}')
select key, value from json_each('[10,20]')
select cast('[1,2]' as json)::integer[]
select '{"a":1}'::json::struct(a integer)
! select '{"a":{"b":2}}'::json.a.b
! select 1::json, 'a'::json
select json '{"a":1}'
select json_keys('{"a":1,"b":2}')
select md5('a'), sha256('a'), sha1('a')
select list_aggregate([1,2,3], 'sum')
select [x + 1 for x in [1,2,3] if x > 1]
select list_filter([1,2,3], lambda x: x > 1)
select array_slice([1,2,3,4], 2, 3)
select ([1,2,3])[1:2]
select list_sort([3,1,null,2]), list_sort([3,1,2], 'DESC'), list_reverse_sort([1,2,3])
select list_zip([1,2],['a','b'])
select struct_insert({'a':1}, b := 2)
select unnest([1,2,3])
select unnest([[1,2],[3]], recursive := true)
select map {'a': 1}['a']
select map_from_entries([('a',1),('b',2)])
select cardinality(map {'a':1})
select string_split('a,b', ',')
select regexp_extract('abc123', '([a-z]+)([0-9]+)', 2)
select regexp_extract_all('a1b2', '[0-9]')
select regexp_replace('abc', 'b', 'X')
select format('{} {}', 'a', 1)
select printf('%d %s', 1, 'a')
select strftime(date '2020-01-01', '%Y/%m/%d')
select strptime('2020-01-02', '%Y-%m-%d')
select date_trunc('month', date '2020-05-17')
select last_day(date '2020-02-01')
select epoch_ms(1577836800000)
select time_bucket(interval '1 week', date '2020-05-17')
select range(5), generate_series(1, 3)
select * from range(3) t(i), generate_series(1, 2) u(j) order by all
select * from unnest([1,2]) with ordinality
select * from (values (1,2),(3,4)) t(a,b) where (a,b) in ((1,2))
select * from (values (1,2)) t(a,b) where (a,b) = (1,2)
select row(1,2) < row(1,3)
select (1,2) < (1,3), (1,null) = (1,2), (1,2) is distinct from (1,null)
select any_value(x), first(x), last(x) from (values (1)) t(x)
select array_agg(x order by x desc) from (values (1),(2)) t(x)
select string_agg(x, ',' order by x) from (values ('b'),('a')) t(x)
select group_concat(x) from (values ('b')) t(x)
select histogram(x) from (values (1),(1),(2)) t(x)
select quantile_cont(x, [0.25,0.5]) from (values (1),(2),(3)) t(x)
select mode(x), median(x), mad(x) from (values (1),(1),(2)) t(x)
select approx_count_distinct(x) from (values (1),(2)) t(x)
select max_by(x, y), arg_min(x, y) from (values (1,2),(2,1)) t(x,y)
select count(distinct (a,b)) from (values (1,2),(1,2)) t(a,b)
select max(x order by x) from (values (1)) t(x)
select reservoir_quantile(x, 0.5) from (values (1),(2),(3)) t(x)
select list(x) filter (where x > 1) from (values (1),(2)) t(x)
select sum(x) filter (x > 1) from (values (1),(2)) t(x)
with recursive r(n, f) as (select 1, 1 union all select n + 1, f * (n + 1) from r where n < 5) select * from r
with recursive r(n, m) as (select 1, 1 union select (n + 1) % 3, m from r) select * from r order by 1
with recursive fib(a, b) as (select 0, 1 union all select b, a + b from fib where b < 50) select a from fib
select 1 union all select 2 order by 1 desc limit 1
(select 1 as a limit 1) union all (select 2 order by 1) order by a desc
select 1 as a union select null order by a nulls first
select 1 intersect select 1 union select 2 order by 1
select 1 except select 1
select 1 union all select 1.5
select 'a' union all select 1
select null union all select 1
select case when true then 1 else 1.5 end
select case when true then null else 1 end
select case null when null then 1 else 2 end
select coalesce(null, 1, 2.5), coalesce(null, null)
select nullif(1, 1.0), nullif('a', 'b')
select greatest(1, 2.5, null), least('a', 'B')
! select 'it''s', e'a\tb', e'\x41', 'a' 'b'
select '\n', e'\\n'
select 1e308 * 10
select -9223372036854775808
select 9223372036854775808
select 99999999999999999999999999999999999999
select 123456789012345678901234567890.12345678
! select 5 % 0
! select mod(5, 0)
select cast('1e3' as integer), cast(' 12 ' as integer), cast('1.5' as integer)
! select cast('abc' as integer)
! select cast(300 as tinyint)
! select cast(-1 as utinyint)
! select cast('2020-02-30' as date)
! select cast('2020-1-2' as date), cast('20200102' as date)
select date '2020-02-29' + interval '1 year', date '2020-01-31' + interval '1 month'
select date '2020-03-31' - interval '1 month'
select extract(week from date '2020-12-31'), extract(isoyear from date '2021-01-01'), extract(dow from date '2020-01-05'), extract(doy from date '2020-12-31')
select date_diff('month', date '2020-01-31', date '2020-02-01'), date_sub('month', date '2020-01-31', date '2020-02-29')
! select timestamp '2020-01-01 25:00:00'
select timestamp '2020-01-01T10:00:00Z'
select timestamptz '2020-01-01 10:00:00+02' at time zone 'Europe/Berlin'
select date '2020-01-01' between date '2019-01-01' and '2021-01-01'
select '2020-01-01' < date '2020-01-02'
! select time '10:00' < time '11:00', time '24:00:00'
select true and null, false and null, true or null, not null
select null = null, null is null, null <> 1, null in (1), 1 in (null), 1 in (1, null), 1 not in (2, null)
select 1 where null
select 'a' like 'A', 'a' ilike 'A', 'a_b' like 'a\_b' escape '\', 'abc' like '%b%', '' like '%', null like 'a'
! select length('héllo'), octet_length('héllo'), upper('straße'), lower('ÀÉ'), reverse('añb'), left('héllo', 2), right('héllo', -1)
select position('l' in 'hello'), strpos('hello', 'z'), instr('hello', 'l')
select trim('  a '), ltrim('xxa', 'x'), rtrim('axx', 'x'), trim(both 'x' from 'xax'), trim(leading from '  a')
select lpad('a', 3, 'xy'), rpad('a', 3, 'xy'), lpad('abc', 2, 'x'), repeat('ab', 3), repeat('a', -1), replace('aaa', 'a', 'b')
select concat('a', null, 1), 'a' || null, concat_ws('-', 'a', null, 'b'), 'a' || 1
select ascii('a'), chr(97), unicode('é'), ord('a'), chr(8364)
select split_part('a-b-c', '-', 2), split_part('a', '-', 2), split_part('a-b', '-', -1)
select round(2.5), round(-2.5), round(2.567, 2), round(1234, -2), trunc(-2.7), ceil(-2.5), floor(-2.5), sign(-3), abs(-2.5)
select 5 & 3, 5 | 3, xor(5, 3), ~5, 1 << 3, 16 >> 2, bit_count(7)
! select 5::tinyint + 200::tinyint
! select 100::tinyint + 100::tinyint
select cast(1 as bigint) << 62
select 1.5::decimal(3,1) + 2::decimal(10,5), 1.5::decimal(3,1) * 2.25::decimal(5,2)
select 99999.99::decimal(7,2) + 0.01::decimal(7,2)
select cast(123.456 as decimal(4,1))
! select cast(1234.5 as decimal(4,1))
select cast('  1.50 ' as decimal(5,2)), cast('1e2' as decimal(5,1)), cast('.5' as decimal(3,2)), cast('5.' as decimal(3,2))
select cast('nan' as double) = cast('nan' as double), cast('inf' as double) > 1e308, cast('-inf' as double) < 0
select 'NaN'::double > 'inf'::double, sum(x) from (values ('nan'::double),(1)) t(x)
select 1e0::real + 1e-10, 0.1::real::double, 0.1::real = 0.1
select 16777217::real, 16777217::real::integer
select cast(true as integer), cast(0 as boolean), cast('f' as boolean), cast(2 as boolean), true::varchar
! select cast('maybe' as boolean)
! select cast('2020-01-01' as timestamp), cast('2020-01-01 10' as timestamp)
select [1,2] = [1,2], [1,2] < [1,3], [1] < [1,0], [null] = [null], [1,null] < [1,2], [] < [1], [1,2] is null
select {'a':1,'b':2} = {'a':1,'b':2}, {'a':1} < {'a':2}, {'a':null} is null, {'a':null} = {'a':null}
select map{'a':1} = map{'a':1}, map{1:'x'}[1], map{1:'x'}[2], map_keys(map{'b':1,'a':2}), map([],[])::varchar
! select [1, 2.5, null], [1, 'a']
! select ['a', 1]
select [[1],[]], [[1],[2.5]], [{'a':1},{'a':2.5}], [{'a':1},{'b':2}]
select len([]), [][1], [1,2,3][-1], [1,2,3][0], [1,2,3][5], [1,2,3][2:], [1,2,3][:-2], [1,2,3][-2:], [1,2,3][3:1]
select 'hello'[2], 'hello'[2:3], 'hello'[-2:], 'hello'[0], 'hello'[10]
! select list_concat([1],[2]), [1] || [2], [1] || 2, 1 || [2], list_append([1], null), list_prepend(1, [2])
select list_sort(['b','a',null]), list_sort([1,null,2], 'DESC', 'NULLS LAST'), list_reverse([1,2,3]), list_slice([1,2,3,4], 2, 3), list_slice([1,2,3,4,5], 1, 5, 2)
select flatten([[1,2],[3],null,[]]), flatten([[[1]],[[2]]]), list_any_value([null,2]), list_zip([1,2],[3]), list_resize([1,2],3), list_resize([1],3,0)
select array_to_string([1,null,2], '-'), list_aggregate([1,2,null],'sum'), list_aggregate(['a','b'],'string_agg','|'), list_sum([]), list_avg([1,2]), list_min(['b','a']), list_count([1,null])
select list_transform([1,2,3], lambda x, i: x * i), list_filter([1,2,3], lambda x: x % 2 = 1), list_reduce([1,2,3], lambda a, b: a + b, 10), [x * 2 for x in [1,2,3] if x <> 2]
select list_transform([[1,2],[3]], lambda l: list_transform(l, lambda x: x + len(l)))
select generate_series(1, 10, 3), range(5, 0, -2), range(0), generate_series(date '2020-01-01', date '2020-01-03', interval 1 day)
select unnest([1,2]), unnest(['a','b','c'])
select struct_pack(a := 1, b := 'x').b, ({'a': {'b': 5}}).a.b, {'a': [1,2]}.a[2], row(1, 'x')[2], struct_keys({'x':1})
select {'a':1}::struct(a varchar), {'a':1}::struct(a bigint, b integer), row(1,2)::struct(x integer, y integer)
! select strftime(timestamp '2020-03-05 04:05:06.789', '%a %A %b %B %d %-d %e %f %g %H %I %j %m %-m %M %p %S %u %w %W %y %Y %z %%')
! select strftime(date '2020-12-31', '%U %W %V %G %u %w %x %X %c %D %F %T %n')
select strptime('5 March 2020 4:05 PM', '%-d %B %Y %-I:%M %p'), strptime('2020-03-05T04:05:06.789', '%Y-%m-%dT%H:%M:%S.%g'), try_strptime('x', '%Y'), strptime('20/03/05', '%y/%m/%d')
select date_diff('day', timestamp '2020-01-01 23:00', timestamp '2020-01-02 01:00'), date_diff('hour', timestamp '2020-01-01 23:59', timestamp '2020-01-02 00:01'), date_diff('year', date '2019-12-31', date '2020-01-01'), date_diff('week', date '2020-01-05', date '2020-01-06'), date_diff('quarter', date '2020-03-31', date '2020-04-01')
select timestamp '2020-03-31 10:00:00' + interval 1 month, timestamp '2020-03-31' - interval 1 month, date '2024-02-29' - interval 1 year, timestamp '2020-01-01' + interval '1 day' * 1.5
select date '2020-01-01' + 31, date '2020-03-01' - 1, date '2020-03-01' - date '2020-02-01', (timestamp '2020-01-02' - timestamp '2020-01-01 12:00')::varchar
select age(timestamp '2020-03-31', timestamp '2020-02-29'), age(date '2000-01-01', date '2001-02-03')
select greatest(date '2020-01-01', timestamp '2020-01-01 10:00'), least('b', 'a'), greatest(1, null, 3), greatest(null, null), greatest('10', 9)
select 'abc' < 'abd', 'a' < 'B', 'Z' < 'a', '' < 'a', 'a' || chr(0) || 'b' = 'a'
select regexp_extract('2020-01-02', '(\d+)-(\d+)-(\d+)', ['y','m','d'])
select format('{:>5}|{:<5}|{:^5}|{:05d}|{:.2f}|{:x}|{:,}', 'a', 'b', 'c', 42, 3.14159, 255, 1234567), printf('%5.1f|%-5s|%05d|%x|%e|%%', 2.345, 'ab', 42, 255, 12345.678)
select even(2.1), gcd(12, 18), lcm(4, 6), factorial(5), nextafter(1e0, 2), sign(-0.0), isnan('nan'::double), degrees(pi()), radians(180), cot(1), atan2(1, 1), gamma(5), ln(2.718281828459045), log(2, 8), pow(2, -1), 2 ^ 3, 2 ** 3, @ -5, 10 % 3.5, -7.5 % 2
select bit_count(255), 5 & 6, 5 | 6, xor(5, 6), ~0, 1 << 10, 1024 >> 3, 1::utinyint << 7
select round(0.5), round(1.5), round(-0.5), round(1.005, 2), round(15, -1), round(25, -1), round(2.5e0), round(-2.5e0), round(1e300, 2), trunc(1.99, 1), ceil(1.1::decimal(3,1)), floor(-1.1e0)
! select 1 = '1', '1' = 1.0, 1 < '2', '2020-01-01'::date = '2020-01-01', '10' > 9, 'a' = 1
select true = 1, true = 'true', true > false, 1 = true
select null::integer + 1, null || 'a', null and true, null or false, not null::boolean, null between 1 and 2, null like '%', null in (null)
select exists(select null), (select null) is null, 1 in (select null), 1 not in (select null), 1 in (select 1 where false), 1 not in (select 1 where false), null in (select 1 where false)
! select (select 1 union select 2)
! select (select 1, 2)
select * from (select 1 as a) x where a in (select a from (select 1 as a) y where y.a = x.a)
select count(*), count(null), count(1), sum(null), max(null), avg(null::integer), list(null), string_agg(null, ','), bool_and(null), first(null) from range(2)
select sum(x), avg(x), max(x) from (values (9223372036854775807),(1)) t(x)
select avg(x) from (values (9223372036854775807),(9223372036854775807)) t(x)
select sum(x::double), sum(x::decimal(38,0)) from (values (1),(2)) t(x)
! select sum(x) from (values (99999999999999999999999999999999999999::decimal(38,0)),(1)) t(x)
select stddev(x), stddev_pop(x), variance(x), var_samp(x) from (values (1)) t(x)
select string_agg(x, '-' order by x desc) filter (where x <> 'b'), string_agg(distinct x, ',' order by x) from (values ('a'),('b'),('c'),('a'),(null)) t(x)
select arg_max(x, y), arg_min(x, y), arg_max(x, y, 2), max(x, 2), min(x, 2) from (values ('a',1),('b',3),('c',2),(null,9),('d',null)) t(x,y)
select product(x), geomean(x), sum_no_overflow(x), favg(x), fsum(x), count_if(x > 1), kahan_sum(x) from (values (1),(2),(4)) t(x)
select x, lead(x, 1, 0) over w, first_value(x) over w, last_value(x) over w, nth_value(x, 2) over w from (values (1),(2),(3)) t(x) window w as (order by x rows between 1 preceding and 1 following) order by x
select x, sum(x) over (order by x range between 1 preceding and 1 following exclude ties), count(*) over (order by x groups between 1 preceding and current row exclude group) from (values (1),(1),(2),(4)) t(x) order by all
select x, sum(x) filter (where x > 1) over (order by x), array_agg(x) over (order by x), string_agg(x::varchar, ',') over (order by x desc) from (values (1),(2),(3)) t(x) order by x
select x, ntile(2) over (order by x), percent_rank() over (order by x), cume_dist() over (order by x), dense_rank() over (order by x // 2) from (values (1),(2),(3)) t(x) order by x
select d, sum(x) over (order by d range between interval 1 day preceding and interval 1 day following) from (values (date '2020-01-01', 1),(date '2020-01-02', 2),(date '2020-01-05', 3)) t(d, x) order by d
select x, row_number() over (), rank() over () from (values (1),(2)) t(x) order by x
select sum(x) over (rows between x preceding and current row) from (values (1),(2)) t(x)
! select sum(x) over (order by x rows between -1 preceding and current row) from (values (1)) t(x)
! select ntile(0) over (order by x) from (values (1)) t(x)
select x from (values (1),(2),(3)) t(x) qualify sum(x) over (order by x) > 2 order by x
select '{"a":"x\ny"}'::json::struct(a varchar)
select '{"a":"x\u00e9y","b":null,"c":true}'::json::struct(a varchar, b integer, c boolean)
! select '{"a":1,"z":2}'::json::struct(a integer)
select '["a\"b","c"]'::json::varchar[]
select '{"k":1,"j":2}'::json::map(varchar, integer)
select '"abc"'::json::varchar
select '12'::json::integer, 'true'::json::boolean, '1.5'::json::double
select 'null'::json::integer
select '"12"'::json::integer
select '"2020-01-01"'::json::date
select '[1,"2",null]'::json::integer[]
select json_structure('[]'), json_structure('{}'), json_structure('null'), json_structure('1'), json_structure('-1'), json_structure('1.5'), json_structure('"a"'), json_structure('true')
select json_structure('[1,-1]'), json_structure('[1,2.5]'), json_structure('[1,"a"]'), json_structure('[1,true]'), json_structure('[{"a":1},{"b":2}]'), json_structure('[{"a":1},{"a":"x"}]'), json_structure('[[1],[2.5]]'), json_structure('[{"a":1},1]'), json_structure('[[],{}]'), json_structure('[null,{"a":null}]')
select json_structure('"2020-01-01"'), json_structure('18446744073709551616'), json_structure('["2020-01-01", "x"]'), json_structure('"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"')
select json_transform('{"a":"x","b":[1,"y"],"c":7}', '{"a":"INTEGER","b":["BIGINT"],"d":"VARCHAR"}')
select json_transform('5', '"INTEGER"')
select json_transform('[1,2]', '["VARCHAR"]')
select json_transform('{"a":{"b":1}}', '{"a":"VARCHAR"}')
select json_transform('{"a":{"b":1}}', '{"a":"JSON"}')
select json_transform('{"a":"2020-01-01"}', '{"a":"DATE"}')
select json_transform('{"k":1}', '"MAP(VARCHAR, INTEGER)"')
select json_transform('{"a":1}', '{"a":{"b":"INTEGER"}}')
select json_transform_strict('{"a":"1"}', '{"a":"INTEGER"}')
select json_transform(null, '"INTEGER"')
select json_transform('{"a":1}', '{"A":"INTEGER"}')
select json_transform(j, '{"id":"INTEGER","tags":["VARCHAR"]}') from (values ('{"id":1,"tags":["x"]}'),('{"id":2}'),(null),('[]')) t(j)
select json_extract('{"a":[{"b":1},{"c":2}]}', '$.a[*].b'), json_extract('{}', '$.a[*]'), json_extract('[]', '$[*]'), json_extract('[[1,2],[3]]', '$[*][0]'), json_extract('[[1,2],[3]]', '$[*][*]')
select json_extract_string('{"a":[{"b":"x"},{"b":null}]}', '$.a[*].b'), '{"a":{"x":"p","y":[1]}}'->>'$.a.*'
select json_extract(j, '$.t[*]') from (values ('{"t":[1,2]}'),('{"t":3}'),(null)) t(j)
select unnest(json_extract_string('{"a":["x","y"]}', '$.a[*]'))
select len(json_extract('[1,2,3]', '$[*]'))
select date '2020-01-31' + interval '1 month 3 days', interval '1 month 3 days' + date '2020-01-31', date_add(date '2020-01-31', interval '1 month 1 day'), timestamp '2020-01-31 00:00:00' - interval '1 year 2 days 3 hours'
select date '2020-01-31' + (interval '1 month' + interval '3 days')
select id, e + interval '1 month 1 day' from (values (1, timestamp '2020-01-31 00:00:00')) t(id, e)
select unnest([{'a':1,'b':2},{'a':3,'b':4}], recursive := true)
select unnest({'a':1}) as x, unnest([1,2]), unnest([1,2]) as y
-- joins, sub-queries, grouping, windows, set operations and recursion over two tables
select shop.id, sale.w from shop left join sale on shop.id = sale.pid and sale.w like '%o%' order by 1, 2
select shop.id, sale.w from shop left join sale on shop.id = sale.pid where sale.w is null order by 1
select shop.id, sale.id from shop full join sale on shop.id = sale.pid order by 1, 2
select id, shop.id, sale.id from shop full join sale using (id) order by 1
select count(*) from shop, sale where shop.id = sale.pid or shop.a is null
select shop.id from shop where exists (select 1 from sale where sale.pid = shop.id and exists (select 1 from sale q2 where q2.pid = sale.pid and q2.id <> sale.id))
select shop.id, (select string_agg(w, ',' order by w) from sale where pid = shop.id) from shop order by 1
select shop.id, (select count(*) from sale where pid = shop.id having count(*) > 1) from shop order by 1
select shop.id, (select max(sale.id) from sale where sale.pid = shop.id and sale.id < shop.a) from shop order by 1
select id from shop where a = (select max(a) from shop p2 where p2.b = shop.b) order by id
select id from shop where a > any (select pid from sale) order by id
select id from shop where a <> all (select pid from sale where pid is not null) order by id
select id from shop where (a, b) in (select a, b from shop where id < 3) order by id
select id from shop where a not in (select pid from sale) order by id
select a, b, count(*) from shop group by grouping sets ((a, b), (a), ()) order by a nulls last, b nulls last, 3
select b, sum(a) from shop group by b having sum(a) > 5 or b is null order by 1
select coalesce(b, 'none') k, count(*) from shop group by coalesce(b, 'none') order by k
select case when a > 0 then 'pos' when a < 0 then 'neg' else 'zero' end s, count(*) from shop group by s order by s
select extract(month from d) m, count(*) from shop group by m order by m nulls last
select count(*) filter (where g), count(*) filter (where not g), count(g) from shop
select id, a, sum(a) over (order by id), avg(a) over (order by id rows 1 preceding), count(*) over (partition by b) from shop order by id
select id, rank() over (order by a desc nulls last), dense_rank() over (order by a desc nulls last), row_number() over (order by a desc nulls last, id) from shop order by id
select id, first_value(b) over (partition by a order by id), last_value(b) over (partition by a order by id rows between unbounded preceding and unbounded following) from shop order by id
select id, lag(d) over (order by d), d - lag(d) over (order by d) from shop where d is not null order by id
select id, sum(c) over (order by d range between interval '1 month' preceding and current row) from shop where d is not null order by id
select id, max(f) over (order by id rows between 1 following and 2 following) from shop order by id
select id from shop order by b collate "C" nulls first, id
select distinct a, b from shop order by a nulls last, b nulls last
select distinct on (b) b, id from shop order by b nulls last, id desc
select id from shop where d between date '2020-01-01' and date '2020-12-31' and g order by id
select id from shop where e >= '2020-02-28' order by id
! select id, f * 2, f / 4, f::integer, round(f), floor(f), sqrt(abs(f)) from shop order by id
select id, a + f, a + c, a * c, c * f, a || b, b || '-' || a from shop order by id
select id, b like 'x%', b ilike 'z', b in ('x', 'y'), b not in ('x', null), b is distinct from 'x', upper(b), length(b) from shop order by id
select id, g and a > 5, g or a is null, not g, g is true, g is not false, g = true, g <> false from shop order by id
select id, greatest(a, id), least(a, c), coalesce(a, id, 0), nullif(a, 10), ifnull(b, '?') from shop order by id
select max(b), min(b), string_agg(b, '' order by id), count(distinct b), array_agg(b order by b nulls first) from shop
select id from shop union select pid from sale order by 1 nulls first
select id from shop except all select pid from sale order by 1
select id, b from shop where id < 3 union all select id, w from sale where id > 3 order by 1, 2
select b from shop intersect select 'x'
(select id from shop order by id desc limit 2) union (select id from sale order by id limit 1) order by id
select * from (select id, a from shop order by a desc nulls last limit 2) s order by id
select * from (values (1,'a'),(2,'b')) v(n,l) join shop on v.n = shop.id order by n
with a as (select b, count(*) n from shop group by b), b2 as (select max(n) m from a) select b from a, b2 where n = m
with recursive t(n, s) as (select 1, 'a'::varchar union all select n + 1, s || 'a' from t where n < 4) select * from t order by n
with recursive anc(id, root) as (select id, id from shop where id < 3 union select sale.id, anc.root from sale join anc on sale.pid = anc.id) select * from anc order by 1, 2
select shop.id, l.w from shop left join lateral (select w from sale where sale.pid = shop.id order by w desc limit 1) l on true order by 1
select shop.id, l.* from shop cross join lateral (select shop.a * 2 as dbl, shop.b || '!' as ex) l order by 1
select shop.id, s.n from shop, lateral (select count(*) n from sale where sale.pid = shop.id) s where s.n > 0 order by 1
select x.id, x.r from (select id, row_number() over (partition by b order by id desc) r from shop) x where r = 1 order by 1
select id from shop where case when a is null then true else a > 10 end order by id
select id, (a, b) = (10, 'x'), (a, c) < (20, 1.0), row(a, b) is null, (a, b) is not distinct from (null, 'x') from shop order by id
select sum(case when b = 'x' then 1 else 0 end), sum(if(a > 0, a, 0)), count(case when g then 1 end) from shop
select 1 from shop where false union all select 2 where true
select count(*) from shop cross join sale cross join (values (1),(2)) v(x)
select shop.*, sale.w from shop join sale on sale.pid = shop.id where shop.id = 1 order by w
select sale.* exclude (pid), shop.b from shop join sale on sale.pid = shop.id order by sale.id
select t.id from shop as t(id, k) where k = 10 order by 1
select "id", "a" from shop where "b" = 'y'
select id as "select", a as "from" from shop where id = 1
select shop.id from shop order by shop.a desc nulls first, 1 limit 3 offset 1
select id from shop order by -a nulls last, id
select id % 2 odd, array_agg(id order by id) from shop group by odd order by odd
select list(a order by id), list(distinct a order by a), first(a order by id desc), last(b order by id) from shop
select histogram(b), map_keys(histogram(a)) from shop
select unnest(array_agg(id order by id)) from shop
select id, unnest([a, id]) u from shop where id < 3 order by all
select shop from shop where id = 1
select struct_pack(x := a, y := b) s, count(*) from shop group by s order by s nulls last
select date '2020-02-28' + 1, date '2020-03-01' - 1, date '2021-02-28' + interval '1 year', timestamp '2020-02-29 00:00:00' - interval '1 year'
select timestamp '2020-01-01 00:00:00' - interval '1 second', date '2020-12-31' + interval '1 day', time '23:59:59' + interval '2 seconds'
select extract(epoch from timestamp '2020-01-01 00:00:01.5'), extract(doy from date '2020-12-31'), extract(dow from date '2020-01-05'), extract(isodow from date '2020-01-05'), extract(week from date '2021-01-01'), extract(quarter from date '2020-12-31'), extract(microsecond from time '00:00:01.000002')
select - - 1, + 1, - (2), not true, not not false, 2 - -2, 1 - - - 1
select 'a' || 'b' || 1 || null, concat('a', null, 'b'), concat_ws(',', 'a', null, 'b'), 'x' = 'x ' , 'A' < 'a'
select e'\'', 'a''b', $$it's$$, $x$a$$b$x$, '', ' ' = ''
select 1_000_000, 0xff, 0b101, 1e3, .5, 5., 1.5e-3, 0o17
select x from generate_series(1, 3) t(x) where x not in (select 2)
select * from generate_series(3, 1, -1) t(x)
select sum(x), count(*) from range(100000) t(x) where x % 7 = 3
select x // 1000 k, sum(x) from range(10000) t(x) group by k order by k limit 3
select approx_count_distinct(x) between 900 and 1100 from range(1000) t(x)
select quantile_cont(x, [0.1, 0.5, 0.9]), mode(x % 3), median(x) from range(100) t(x)
-- the same over rows of a series, with lists
select buyer.nm, count(buys.ok), sum(buys.tot) from buyer left join buys using (ck) group by all order by all
select ck, buyer.nm from buyer right join buys using (ck) group by all order by all
select buyer.*, (select count(*) from buys where buys.ck = buyer.ck and buys.st = 'A') n from buyer order by ck
select nm from buyer where ck in (select ck from buys where tot > (select avg(tot) from buys o2 where o2.ck = buys.ck)) order by 1 nulls last
select nm from buyer where ck not in (select ck from buys where st is null) order by 1
select nm from buyer where not exists (select * from buys where buys.ck = buyer.ck) order by 1
select st, ck, grouping(st), grouping(ck), grouping(st, ck), count(*) from buys group by rollup(st, ck) having ck is null or ck < 1 order by all
select st, ck, count(*) from buys where ck < 2 group by cube(st, ck) order by all
select st, count(*) from buys group by grouping sets ((st), (), (st)) order by all
select st, sum(tot) filter (where ck = 1) a, sum(tot) filter (where ck = 99) b from buys group by st order by st
select count(distinct st), count(distinct ck), sum(distinct ck), avg(distinct ck) from buys
select st, string_agg(distinct ck::varchar, ',' order by ck::varchar) from buys group by st order by st
select st, array_agg(ck order by ok desc)[1:3] from buys group by st order by st
select ck, max(tot) - min(tot) from buys group by ck having count(*) > 142 order by ck
select distinct on (st) st, ok from buys order by st, ok desc
select ok, tot, sum(tot) over (partition by ck order by ok rows between 1 preceding and current row) from buys where ok < 20 order by ok
select ok from buys qualify row_number() over (partition by st order by tot desc) = 1 order by ok
select ok, percent_rank() over (order by ck), cume_dist() over (order by ck) from buys where ok < 9 order by ok
select st, ok, lag(ok, 2, 0) over (partition by st order by ok) from buys where ok < 9 order by ok
select date_trunc('month', od) m, count(*), sum(tot) from buys group by 1 order by 1 limit 3
select extract(year from od) y, extract(quarter from od) q, count(*) from buys group by y, q order by y, q
select * from (pivot buys on st using count(*) group by ck) order by ck
pivot (select ck, st, tot from buys) on st in ('A', 'B') using sum(tot) as s, count(*) as n group by ck order by ck
unpivot (select 1 as a, 2 as b, 3 as k) on a, b into name n value v
select * from (values (1, 2, 3)) t(a, b, buyer) unpivot (v for n in (a, b, buyer))
with x as (select ck, count(*) n from buys group by ck), y as (select max(n) m from x) select x.* from x, y where n = m order by ck
with a as (select 1 as x), b as (select x + 1 as x from a), buyer as (select x * 10 from b) select * from buyer
with t(a, b) as (values (1, 'x'), (2, 'y')) select b from t where a = (select max(a) from t)
select (with q as (select 5 as z) select z from q) + 1
select * from (with q as (select 1 as z) select * from q) s
with recursive tree(id, path) as (select 0, [0] union all select ck, list_append(path, ck) from buyer, tree where ck = id + 1) select id, path from tree order by id
with recursive g(a, b) as (values (1, 2), (2, 3), (3, 1)), r(x) as (select 1 union select b from g, r where a = x) select x from r order by x
select buyer.ck, u.x from buyer, unnest(buyer.cr) u(x) order by 1, 2
select buyer.ck, u.x from buyer left join unnest(buyer.cr) u(x) on true order by 1, 2
select ck, unnest(cr) from buyer order by all
select ck, len(cr), cr[1], list_contains(cr, 1), list_sum(cr) from buyer order by ck
select x.a from (select {'a': ck, 'b': nm} as x from buyer) order by 1
select {'a': ck} as s, count(*) from buys group by s order by s limit 2
select ck from buys group by ck order by count(*) desc, ck limit 3
select ck, count(*) as n from buys group by ck order by n + 0 desc, -ck limit 3
select buys.ck as ck, buyer.ck as ck2 from buys join buyer on buys.ck = buyer.ck where buys.ok < 4 order by buys.ok
select count(*) from buys a, buys b where a.ok = b.ok + 1 and a.ck = b.ck
select count(*) from buys a join buys b on a.ok between b.ok and b.ok + 2 where a.ok < 100
select count(*) from buys where (ck, st) in (select ck, st from buys where ok < 5)
select count(*) from buys where (ck, st) not in (select 1, 'A')
select count(*) from buys where ck = some (select ck from buyer) and ok < 10
select count(*) from buys where tot >= all (select tot from buys)
select case when count(*) = 0 then 'none' else max(nm) end from buyer where false
select max(nm), min(ck), sum(ck), avg(ck), count(ck), list(ck) from buyer where false
select coalesce(sum(ck), 0) from buyer where false
select nm || '!' from buyer where nm like 't%' or nm ilike 'N%' order by 1
select * from buyer where nm is distinct from 'one' order by ck
select a.ck from buyer a join buyer b on a.nm is not distinct from b.nm order by 1
select od + 1, od - 1, od - date '2020-01-01', od + interval '1 month' from buys where ok = 30
select od from buys where od between '2020-01-01' and date '2020-01-02' group by od order by od
select min(od), max(od), max(od) - min(od) from buys
select tot::integer, tot::varchar, tot::double from buys where ok in (1, 3) order by ok
select cast(tot as decimal(5,1)) from buys where ok < 4 order by ok
select sum(cast(ok as utinyint)) from buys where ok < 256
! select cast(ok as utinyint) from buys where ok = 256
select ok from buys order by st desc nulls last, ok limit 3
select ok from buys order by case when st = 'B' then 0 else 1 end, ok desc limit 3
select ok from buys order by 1 desc offset 2 rows fetch next 3 rows only
select ok from buys limit 0
select * from buys where false
select count(*) from (select * from buys limit 10) x
select count(*) from (select distinct ck, st from buys)
select ok from buys where ok < 3 union all select ck from buyer where ck < 2 order by 1
select ck from buys intersect select ck from buyer order by 1
select ck from buyer except select ck from buys
select 'x' as k, ok from buys where ok = 1 union all by name select ok, 'y' as k from buys where ok = 2 order by k
select * exclude (tot, od), tot * 2 as d from buys where ok = 1
select * replace (ok + 1 as ok) from buys where ok = 1
select min(columns(*)) from buys
from buys select ok where ok = 1
from buyer
select list_transform(cr, lambda x: x + ck) from buyer order by ck
select list_filter(cr, lambda x: x is not null) from buyer order by ck
select struct_pack(a := ck, b := cr) from buyer order by ck limit 1
select map([1,2],['a','b'])[2]
select * from (values (1), (2)) v(x) join (values (2), (3)) w(x) using (x)
select v.x, w.x, x from (values (1), (2)) v(x) full join (values (2), (3)) w(x) using (x) order by 3
select * from (select 1 a) x natural left join (select 1 a, 2 b) y
select a.* from (select 1 a) a, (select 2 a) b
select count(*) over (), count(*) filter (where ok > 5) over () from buys where ok < 8 limit 1
select sum(sum(tot)) over (order by ck) from buys group by ck order by 1 limit 2
select ck, rank() over (order by sum(tot) desc) from buys group by ck order by 2
select max(count(*)) over () from buys group by ck limit 1
-- columns of intervals
select i::varchar, j::varchar, m::varchar from spans order by k
select date '2020-01-01' + i, timestamp '2020-01-01 00:00:00' - j, date '2020-01-31' + m from spans order by k
select max(j), min(m), count(i) from spans
select i::varchar, c from (select i, count(*) c from spans group by i) order by i
select k from spans where i > interval '2 hours' order by k
select a.k, b.k from spans a join spans b on a.i = b.i order by 1
select cast(i as varchar), i::varchar from spans order by k
select list(i order by k)::varchar from spans
select extract(hour from i), extract(day from i), epoch(i) from spans order by k
select typeof(i) from spans where k = 1
select count(*) from spans where i in (interval '24 hours', interval '1 hour')
select max(i) over (order by k) from spans order by k
select u::varchar from (select unnest([i, j]) u from spans where k = 1)
select {'a': i}::varchar from spans where k = 1
select map {'x': i}::varchar from spans where k = 1
-- names of columns without names
SELECT "sum(x)" FROM (SELECT sum(x) FROM (VALUES (1), (2)) t(x))
WITH w AS (SELECT max(x), min(x) FROM (VALUES (1), (2)) t(x)) SELECT "max(x)" - "min(x)" FROM w
SELECT "upper(s)" FROM (SELECT DISTINCT upper(s) FROM people) ORDER BY "upper(s)" NULLS LAST
SELECT * FROM (SELECT count(*), count(*), 1, 1 FROM people)
SELECT x + 1 FROM (SELECT x FROM people UNION ALL SELECT 5) ORDER BY x + 1 NULLS LAST
SELECT DISTINCT x % 3 FROM people ORDER BY x % 3 NULLS LAST
SELECT name, count(*) FROM people GROUP BY name HAVING count(*) > 1 ORDER BY count(*)
-- names that are aliases and columns, in HAVING and ORDER BY
select -x as y from (values (1,2)) t(x,y) group by x having sum(y) > 1
select -x as z from (values (1,2)) t(x,y) group by x having z < 0
select count(*) as y from (values (1,2)) t(x,y) group by x having y = 1
select sum(x) as x from (values (1,2),(3,4)) t(x,y) having x = 4
select -x as y from (values (1,2)) t(x,y) group by x having y < 0
select -x as y from (values (1,2)) t(x,y) group by x, y having y < 0
select count(*) as x, 2 as x from (values (1,2)) t(x,y) group by y having count(x) = 1
select -x as y from (values (1,2)) t(x,y) group by y, x
! select x + 1 as y, count(*) from (values (1,5),(1,6)) t(x,y) group by y
select x + 1 as y from (values (1,5),(3,2)) t(x,y) where y > 4
select x + 1 as y from (values (1,5),(3,2)) t(x,y) order by y
select x + 1 as y from (values (1,5),(3,2)) t(x,y) order by -y
select x + 1 as y, y as y from (values (1,5),(3,2)) t(x,y) order by y
select x + 1 as y, count(*) from (values (1,5),(1,6),(2,1)) t(x,y) group by x order by -sum(y)
select -x as x, count(*) from (values (1,5),(1,6),(2,1)) t(x,y) group by t.x order by x + 0, 2
select y as x, x as y from (values (1,5),(3,2)) t(x,y) order by abs(x - 2), y desc
select -x as y from (values (1,5),(3,2)) t(x,y) order by case when y > 3 then 0 else 1 end
select x + 1 as z from (values (1,5),(3,2)) t(x,y) order by -z
select x, (select max(u.y) from (values (1,7),(3,8)) u(x,y) where u.x = t.x) as y from (values (1,5),(3,2)) t(x,y) order by y + 0
SELECT cast('2 hours' AS INTERVAL)::VARCHAR, try_cast('1 day' AS INTERVAL)::VARCHAR, [INTERVAL '1 day']::INTERVAL[]::VARCHAR, CAST(INTERVAL '1 day' AS INTERVAL DAY TO SECOND)::VARCHAR
select -id as pid, pid as id from sale group by id, pid having pid > 0 and id > 2 order by 1, 2
select -id as pid, id as pid from sale group by id having sum(pid) > 1 order by 1, 2
select -x as y, y as x from (values (1, 2), (3, 4)) t(x, y) group by x, y having x > 0 order by 1
select x as y, sum(y) as x from (values (1, 2), (3, 4)) t(x, y) group by x having sum(y) > 1 order by y
select x as y, sum(y) from (values (1, 2), (3, 4), (1, 5)) t(x, y) group by x order by 2
-- the columns that chains of outer joins have in common
SELECT * FROM (VALUES ('bb', 11)) a(name, n) FULL JOIN (VALUES ('bb', 12), ('cc', 22), ('ee', 42)) b(name, n) USING (name) FULL JOIN (VALUES ('bb', 13), ('cc', 23), ('dd', 33)) c(name, n) USING (name)
SELECT name, a.n, b.n, c.n FROM (VALUES ('bb', 11)) a(name, n) RIGHT JOIN (VALUES ('bb', 12), ('cc', 22), ('ee', 42)) b(name, n) USING (name) JOIN (VALUES ('bb', 13), ('cc', 23), ('dd', 33)) c(name, n) USING (name)
SELECT * FROM (VALUES ('bb', 11)) a(name, n) NATURAL FULL JOIN (VALUES ('bb', 12), ('cc', 22)) b(name, m) NATURAL LEFT JOIN (VALUES ('bb', 13), ('cc', 23)) c(name, k)
SELECT name, count(*) FROM (VALUES (1), (2)) a(name) FULL JOIN (VALUES (2::BIGINT), (3)) b(name) USING (name) FULL JOIN (VALUES (3.0), (4.0)) c(name) USING (name) GROUP BY name ORDER BY name
SELECT name FROM ((VALUES (1)) a(name) FULL JOIN (VALUES (2)) b(name) USING (name)) FULL JOIN ((VALUES (2)) c(name) FULL JOIN (VALUES (3)) d(name) USING (name)) USING (name) ORDER BY name
-- joins whose conditions stand behind other joins
SELECT a.x, b.x, c.x FROM (VALUES (1), (2)) a(x) LEFT JOIN (VALUES (1), (2)) b(x) JOIN (VALUES (2), (3)) c(x) ON b.x = c.x ON a.x = b.x ORDER BY a.x
SELECT a.x, b.x, c.x, d.x FROM (VALUES (1), (2)) a(x) LEFT JOIN (VALUES (1), (2)) b(x) LEFT JOIN (VALUES (2), (3)) c(x) LEFT JOIN (VALUES (3)) d(x) USING (x) ON b.x = c.x ON a.x = b.x JOIN (VALUES (1)) e(x) ON e.x = a.x ORDER BY a.x
SELECT a.x, b.x, c.x, d.x FROM (VALUES (1), (2)) a(x) CROSS JOIN (VALUES (1), (2)) b(x) JOIN (VALUES (2), (3)) c(x) ON b.x = c.x JOIN (VALUES (2)) d(x) ON d.x = a.x
-- rows as the only values of rows
SELECT x FROM (VALUES (ROW(1, 2)), (ROW(1, 3))) v(x) ORDER BY x
SELECT * FROM (VALUES (ROW(1, 2), 3), (ROW(3, 4), 5)) v(x, y) ORDER BY y
SELECT x FROM (VALUES (ROW(1, 2)), (ROW(1, 3))) v(x) INTERSECT SELECT x FROM (VALUES (ROW(1, 2)), (ROW(1, 4))) v(x)
-- exact whole numbers of doubles
select '9223369837831520256'::float::bigint, 9223372036854773760e0::bigint, '-9223372036854775808.5'::double::bigint, 1e22::double::hugeint, 1e23::double::decimal(38, 0)
-- digits with a radix or underscores
select '0x1F'::int, '0b101'::bigint, '1_000'::smallint, '0XfF'::utinyint, '1_000.5'::double, '1_0.5'::decimal(5, 1)
select x::int from (values ('0xff'), ('7'), (' 1_2 '), ('+5'), ('1e3')) t(x)
! select '1__0'::int
! select '0x'::int
! select '_1'::int
! select '0xg'::int
-- powers of one
select power(1e0, 'nan'::double), power(1e0, 'inf'::double), power(-1e0, 'inf'::double), power(-1e0, '-inf'::double), gamma('inf'::double), lgamma('inf'::double)
-- times of day that clocks show twice
select '2014-10-26 01:00:00 Europe/Moscow'::timestamptz, timestamp '2024-11-03 01:30:00' at time zone 'America/New_York', timestamp '2024-03-10 02:30:00' at time zone 'America/New_York'
-- aggregates whose only columns are those that FILTER has of an outer query
! select (select count(*) filter (where o <> 0) from (values (1)) t(i)) from (values (2), (3)) u(o)
! select (select max(0) filter (where b) from (values (1)) t(i)) from (values (true)) u(b)
-- lists and limits have the order of a sub-query
select list(x), string_agg(x::varchar, ','), first(x), last(x), any_value(x), sum(x) from (select x from (values (1), (3), (2)) t(x) order by x desc) s
select g, list(x) from (select x, x % 2 as g from (values (1), (3), (2), (5)) t(x) order by x desc) s group by g order by g
select list(x) filter (where x > 1), list(x order by x) from (select x from (values (1, 9), (3, 7), (2, 8)) t(x, y) order by -y) s where x < 9
with s as (select x from (values (1, 9), (3, 7), (null, 8)) t(x, y) order by y) select list(x) from s
select json_group_array(x), group_concat(x) from (select x from (values (1), (3), (2)) t(x) order by x desc limit 2) s
select x, (select list(y) from (select y from (values (1), (3), (2)) t(y) where y <> q.x order by y desc) s) from (values (1), (2)) q(x) order by q.x
select * from (select x from (values (1), (3), (2)) t(x) order by x desc) limit 2
select count(*), min(x) from (select x + 1 as x from (select x from (values (1), (3), (2)) t(x) order by x desc) where x <> 2 limit 1)
select * from (select x from (values (1), (3), (2)) t(x) where x in (select y from (values (3), (1)) u(y) order by y) union all (select 7 order by 1)) order by x
select * from (with recursive r(n) as (select 1 union all select n + 1 from r where n < 3) select * from r) a, (with recursive r(n) as (select 10 union all select n + 10 from r where n < 30) select * from r) b order by 1, 2
with recursive r(n) as (select 1 union all select n + 1 from r where n < 4) select (select sum(n) from r), (with recursive r(n) as (select 5 union all select n * 2 from r where n < 30) select max(n) from r), (select count(*) from r x join r y on x.n < y.n)
with recursive r(n) as (select 1 union all select n + 1 from r where n < 3), s(n) as (with recursive r(n) as (select 10 union all select n + 10 from r where n < 30) select n from r union all select n + 100 from s where n < 100) select s.n, r.n from s, r order by 1, 2
! with recursive r(n) as (select 1 union all select n + 1 from r limit 3) select * from r
! with recursive r(n) as (select 1 union all select n + 1 from r where n < 3 order by 1) select * from r
SELECT min(id) FROM (SELECT id FROM odd GROUP BY ROLLUP (id)) WHERE FALSE GROUP BY ROLLUP (id)
SELECT DISTINCT TRUE FROM (SELECT id FROM odd GROUP BY CUBE (id)) WHERE FALSE
SELECT count(*) FROM (SELECT id, i FROM odd GROUP BY GROUPING SETS ((id), (i), ())) WHERE random() > 2 AND NOT TRUE
SELECT TRUE FROM odd a WHERE 16 IS NOT DISTINCT FROM CASE WHEN (SELECT min(TRUE) FROM odd) THEN a.i ELSE 14 END
SELECT min(DATE '2024-02-29') FROM (SELECT s IS DISTINCT FROM CAST('a' AS VARCHAR) AS c FROM odd) WHERE NULLIF(TRUE AND c, TRUE)
SELECT a.p AND (('ää' NOT LIKE 'a%') IS NULL) FROM odd a FULL JOIN nothing b ON a.id = b.i
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t LIMIT 10
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t) SELECT sum(n) FROM (SELECT n FROM t LIMIT 10)
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n * 2 FROM t) SELECT n FROM t LIMIT 5 OFFSET 2
WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n + 1 FROM t) SELECT n + 1 FROM t LIMIT 5
WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*), max(n) FROM (SELECT * FROM t LIMIT 3000)
WITH RECURSIVE t(n, s) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, s || 'b' FROM t) SELECT n, s FROM t LIMIT 4
WITH RECURSIVE t(a, b) AS (SELECT 0 AS a, 0 AS b UNION ALL SELECT b AS a, CAST(NULL AS INTEGER) AS b FROM t WHERE a IS NOT NULL) SELECT * FROM t
WITH RECURSIVE t(a) AS (VALUES (1) UNION ALL SELECT CASE WHEN a < 3 THEN a + 1 END FROM t WHERE a IS NOT NULL) SELECT * FROM t
WITH RECURSIVE t(a) AS (VALUES ('x') UNION ALL SELECT a || 'y' FROM t WHERE length(a) < 3) SELECT * FROM t
WITH RECURSIVE t(a) AS (SELECT 'x' UNION ALL SELECT 'zz' UNION ALL SELECT a || 'y' FROM t WHERE length(a) < 4) SELECT * FROM t
WITH RECURSIVE t(a, b) AS (VALUES (1, 'p') UNION ALL SELECT a + 1, b || 'q' FROM t WHERE a < 3) SELECT * FROM t
SELECT count(*) OVER (PARTITION BY 1 ORDER BY cast(1 AS INTEGER) DESC RANGE BETWEEN CURRENT ROW AND 1 FOLLOWING) FROM odd
SELECT id, sum(id) OVER (ORDER BY 1 RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM odd
WITH t(a, b) AS (VALUES (100, 1), (100, 2), (200, 1)) SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, b DESC
! SELECT * FROM unnest(NULL)
SELECT lag(s, 1, 'default') OVER (ORDER BY id) FROM (SELECT 1 AS id, '1' AS s UNION ALL SELECT 2, '2')
SELECT lead(i, 1, NULL) OVER (ORDER BY id) FROM odd
WITH t(a, b) AS (VALUES (100, 1), (100, 2), (200, 1)) SELECT DISTINCT ON (a) a AS b, sum(b) AS s FROM t GROUP BY a, b ORDER BY a, b + 0 DESC
WITH t(a, b) AS (VALUES (100, 1), (100, 2), (200, 1)) SELECT a, -b AS b FROM t QUALIFY row_number() OVER (PARTITION BY a ORDER BY b) = 1 ORDER BY a
WITH t(a, b) AS (VALUES (100, 1), (100, 2), (200, 1)) SELECT a, -b AS b FROM t QUALIFY row_number() OVER (PARTITION BY a ORDER BY -b) = 1 ORDER BY a
SELECT id, sum(id) OVER W + 1 FROM odd WINDOW w AS (ORDER BY id)
SELECT id, sum(id) OVER (w ROWS 1 PRECEDING) FROM odd WINDOW W AS (ORDER BY id)
SELECT * FROM VALUES (1, 2), (3, 4) t(a, b)
SELECT a, b FROM VALUES (1), (2) AS t(a), VALUES (3) u(b)
SELECT * FROM (VALUES (1)) x(a) JOIN VALUES (1), (2) y(b) ON a = b
SELECT trim(BOTH '  tom  '), trim(LEADING ' tom'), trim(TRAILING 'tom '), trim(BOTH FROM ' a '), trim(BOTH 'x' FROM 'xax'), trim(LEADING FROM ' b')
SELECT substring('alphabet' FOR 3), substring(s FOR 1) FROM odd
SELECT ts + INTERVAL '5' milliseconds, ts + INTERVAL '5' MICROSECOND, ts + INTERVAL '1' FROM odd WHERE id = 1
! SELECT extract("nanosecond" FROM ts) FROM odd
! SELECT greatest() FROM odd
! SELECT coalesce() FROM odd
! SELECT log(100000000000000000000000000000000000000::DECIMAL(38, 0))
! SELECT * FROM odd o FULL JOIN LATERAL (SELECT o.i AS b) t ON TRUE
! SELECT encode(str => 'a', charset => 'utf-8')
! SELECT CAST(CAST(one AS FLOAT) AS TIMESTAMP(0)) FROM (SELECT 1 AS one)
SELECT date_part(NULL, d) FROM odd
SELECT count(*) FILTER (WHERE NULL), sum(i) FILTER (WHERE NULL) FROM odd
SELECT date_part('timezone_hour', timestamptz '2020-01-01 00:00:00+00'), date_part('timezone', ts), extract(timezone_minute FROM timestamptz '2020-01-01 00:00:00+00') FROM odd
SELECT NULL - d, NULL - ts IS NULL FROM odd
select {'a': 'x', 'b': [1, 2]}->>'a', json_extract({'a': [1, 2]}, '$.a[1]'), json_array_length([1, 2, 3]), json_type([1])
select s->>'a', s->'b' from (values ({'a': 1, 'b': {'c': 'x'}}), ({'a': 2, 'b': {'c': 'y'}})) t(s) order by 1
-- collected distinct values, alone and beside other aggregates
SELECT g, string_agg(DISTINCT s, '-' ORDER BY s DESC), list_sort(list(DISTINCT i)), count(*), sum(n), count(DISTINCT i) FROM measured GROUP BY g
SELECT string_agg(DISTINCT s, ',' ORDER BY s) FILTER (WHERE g = 1), array_agg(DISTINCT g ORDER BY g DESC), count(*), avg(d) FROM measured
SELECT g, b, list_sort(list(DISTINCT i)), count(*), list_sort(list(DISTINCT s)) FROM measured GROUP BY ROLLUP (g, b)
SELECT list(DISTINCT i), count(*), string_agg(DISTINCT s, ',') FROM measured WHERE g > 100
SELECT g, list(DISTINCT i), count(*) FROM measured WHERE g > 100 GROUP BY g
SELECT id, (SELECT string_agg(DISTINCT m.s, ',' ORDER BY m.s) || count(*) || array_length(list(DISTINCT m.i)) FROM measured m WHERE m.g = o.id) FROM odd o
SELECT i, list_sort(list(DISTINCT g)), string_agg(DISTINCT s, '+' ORDER BY s), min(d), list(id2 ORDER BY id2) FROM (SELECT *, g * 10 AS id2 FROM measured) GROUP BY i
SELECT floor(random() * 0), list_sort(list(DISTINCT g)), count(*), list_sort(list(DISTINCT s)) FROM measured GROUP BY 1
SELECT g, string_agg(DISTINCT s, ',' ORDER BY s), array_agg(DISTINCT i ORDER BY i NULLS FIRST) FROM measured GROUP BY g
-- defaults of LAG and LEAD of another kind, and aliases that several columns have
SELECT id, lag(a, 1, '7') OVER (ORDER BY id), lead(b, 1, 7) OVER (ORDER BY id), lag(d, 1, '2019-01-01') OVER (ORDER BY id), lag(b, 1, d) OVER (ORDER BY id) FROM shop ORDER BY id
! SELECT lag(a, 1, 'x') OVER (ORDER BY id) FROM shop
SELECT a + 1 AS x, f AS x FROM shop GROUP BY ALL HAVING x > 1 ORDER BY ALL
SELECT b, sum(a) AS x, min(f) AS x FROM shop GROUP BY b HAVING x > -1 ORDER BY b
SELECT sum(a) AS x, max(f) AS x FROM shop HAVING x > 100
SELECT a AS x, f AS x, id AS y FROM shop QUALIFY row_number() OVER (ORDER BY x NULLS LAST, y) = 1
-- BINARY without a length
SELECT hex('abc'::BINARY), hex(CAST(b AS BINARY)), octet_length('ab'::BINARY) FROM shop
-- lists of NULLs as strings
SELECT array_to_string([NULL, NULL], ','), array_to_string([NULL]::VARCHAR[], ''), array_to_string([]::VARCHAR[], ','), array_to_string(NULL::VARCHAR[], ','), array_to_string(['', NULL], ','), array_to_string([NULL, 'a'], ',')
SELECT id, array_to_string([b, b], ''), array_to_string([b, NULL], '-') IS NULL FROM shop ORDER BY id
-- aggregates with an order beside FILTER, and lists beside aggregates of sets of keys
SELECT string_agg(b, ',' ORDER BY concat(b, a)) FILTER (WHERE TRUE), list(id ORDER BY concat(b, 1) DESC, id) FILTER (WHERE g IS NOT NULL) FROM shop
SELECT b, string_agg(b, ',' ORDER BY a + 1.5 DESC) FILTER (WHERE a > 0) FROM shop GROUP BY b ORDER BY b
SELECT id, min(1.5e0) AS c FROM shop GROUP BY CUBE (id) HAVING list_sum(list(1)) <= 2 ORDER BY id
SELECT id, max(1), len(list(1)), bool_or(TRUE) FROM shop GROUP BY GROUPING SETS ((id), ()) ORDER BY id
-- what may be NULL although no operand is, or is NULL because one is
SELECT count(*) FROM nested WHERE l[1] IS NULL
SELECT count(*) FROM nested WHERE l[3] IS NOT NULL AND t[2] IS NOT NULL
SELECT id, [17, a][2] IS NULL, coalesce([17, a][2], -1), coalesce([a, 1][5], -2) FROM shop WHERE [17, a][2] IS NULL OR [a, 1][1] IS NOT NULL ORDER BY id
SELECT id FROM nested WHERE m['j'] IS NULL AND m IS NOT NULL AND ll[1] IS NOT NULL AND s.a IS NULL ORDER BY id
SELECT id FROM nested WHERE ls[1].x IS NULL AND ls IS NOT NULL ORDER BY id
SELECT id, coalesce(lpad(b, 2, 'xy'), 'none'), coalesce(rpad(b, 3, '-'), 'none') FROM shop WHERE lpad(b, 2, 'xy') IS NULL OR rpad(b, 2, 'x') IS DISTINCT FROM b ORDER BY id
SELECT id, lpad('a', a::INTEGER % 7, 'b') IS NULL FROM shop WHERE rpad('a', a::INTEGER % 7, 'b') IS NULL OR id < 3 ORDER BY id
-- functions that others express
SELECT days_in_month(d), days_in_month(e), days_in_month(NULL::DATE) FROM shop ORDER BY id
SELECT uuid_extract_version('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID), uuid_extract_version(uuidv7()), uuid_extract_timestamp('019482e4-1441-7aad-8127-eec99573b0a0'::UUID)
SELECT abs(epoch(uuid_extract_timestamp(uuidv7())) - epoch(now())) < 60, ago(INTERVAL '1 day') < now()
SELECT arg_min_null(a, id), arg_max_null(b, c), arg_min_null(b, d) FROM shop
SELECT b, arg_max_null(a, id) FROM shop GROUP BY b ORDER BY b
SELECT pg_size_pretty(1000), pg_size_pretty(20000), pg_size_pretty(123456789), pg_size_pretty(NULL)
SELECT timezone_hour(timestamptz '2020-07-01 00:00:00+00'), timezone_minute(timestamptz '2020-01-01 00:00:00+00'), grade_up([3, 1, 2])
SELECT b, count_star() FROM shop GROUP BY b HAVING count_star() > 1 ORDER BY b
SELECT assert_true(1 < 2)
SELECT has_column_privilege('shop', 'a', 'select'), pg_type_is_visible(1), shobj_description(1, 'x')
! SELECT assert_true(1 > 2)
SELECT * FROM repeat(1, 3)
SELECT x || 'b', count(*) FROM repeat('a', 4) t(x) GROUP BY ALL
SELECT l[2], id FROM shop, repeat([1, NULL], 2) t(l) ORDER BY id
SELECT * FROM repeat_row(1, 'a', num_rows=3)
SELECT * FROM repeat_row(1, NULL, 2.5, [1], num_rows := 2)
! SELECT * FROM repeat_row(1, 'a')
! SELECT date_part(b, d) FROM shop
! SELECT date_part(['year', b], d) FROM shop
! SELECT convert(b, unknown_set) FROM shop
SELECT date_part(['year', 'month'], d) IS NULL, date_part('year', d) FROM shop ORDER BY id
-- IGNORE NULLS behind a call, and of values that are never NULL
SELECT id, first_value(coalesce(i, 1) IGNORE NULLS) OVER (ORDER BY id), lag(abs(i) IGNORE NULLS) OVER (ORDER BY id), last_value(lower(s) IGNORE NULLS) OVER (ORDER BY id) FROM odd ORDER BY id
SELECT k, first_value('ba' IGNORE NULLS) OVER (ORDER BY k ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING), last_value(5 RESPECT NULLS) OVER (ORDER BY k ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING), nth_value(k, 1 IGNORE NULLS) OVER (ORDER BY k) FROM framed ORDER BY k
-- elements of lists, maps and structs in the SELECT list that ORDER BY, GROUP BY and windows name
SELECT [1, 2][1] AS c FROM odd ORDER BY 1
SELECT id, [id, 7][1] AS c FROM odd ORDER BY c DESC
SELECT [id, 3][1] AS c, count(*) FROM odd GROUP BY c ORDER BY c
SELECT [id, 3][1] AS c, count(*) FROM odd GROUP BY 1 HAVING c > 2 ORDER BY 1
SELECT sum(id), [sum(id), 3][1] AS c FROM odd ORDER BY c
SELECT [id][1] AS c, row_number() OVER (ORDER BY c) FROM odd ORDER BY c
SELECT id FROM odd ORDER BY [id, 3][1] DESC
SELECT [[id]][1][1] AS c, 'abc'[2] AS d, MAP {'k': id}['k'] AS e FROM odd ORDER BY c DESC, d, e
-- conditions that are a value or NULL
SELECT 1 FROM odd WHERE COALESCE('ca' LIKE '%', CAST(NULL AS BOOLEAN))
SELECT id FROM odd WHERE COALESCE(i IS NULL, NULL)
SELECT count(*) FROM odd a JOIN odd b ON COALESCE(a.id = b.id, NULL)
SELECT count(*) FROM odd WHERE COALESCE(FALSE, CAST(NULL AS BOOLEAN))
-- casts to INTERVAL behind casts
SELECT j::VARCHAR::INTERVAL::VARCHAR, (-j::VARCHAR::INTERVAL)::VARCHAR, (j + j)::VARCHAR::INTERVAL::VARCHAR FROM spans ORDER BY k
SELECT '2 days'::VARCHAR::INTERVAL::VARCHAR, 'x' || '2 days'::INTERVAL::VARCHAR
-- collations
SELECT 'a' COLLATE NOCASE = 'A', 'A' = 'a' COLLATE nocase, 'a' COLLATE NOCASE < 'B', 'a' COLLATE NOCASE <> 'A', 'a' COLLATE "C" < 'B', 'a' COLLATE POSIX = 'A'
SELECT 'Café' COLLATE NOACCENT = 'Cafe', 'Café' COLLATE NOCASE.NOACCENT = 'cafe', 'Café' COLLATE NOACCENT.NOCASE = 'cafe', 'Café' COLLATE NOACCENT = 'cafe'
SELECT 'A' COLLATE NOCASE LIKE 'a', 'ABC' COLLATE NOCASE LIKE 'a%', 'ABC' COLLATE NOCASE NOT LIKE 'a_c'
SELECT id FROM people WHERE name COLLATE NOCASE = 'ANN' ORDER BY id
SELECT name FROM people ORDER BY name COLLATE NOCASE, id
SELECT name FROM people ORDER BY name COLLATE NOCASE DESC NULLS FIRST, name COLLATE NOCASE.NOACCENT
SELECT id FROM people WHERE name COLLATE NOCASE IN ('ANN', 'zoË') ORDER BY id
SELECT id FROM people WHERE name COLLATE NOCASE NOT IN ('ANN', 'ZOË') ORDER BY id
SELECT id FROM people WHERE name COLLATE NOCASE BETWEEN 'A' AND 'Bob' ORDER BY id
SELECT id FROM people WHERE name COLLATE NOACCENT IS NOT DISTINCT FROM 'Zoe' ORDER BY id
SELECT name, row_number() OVER (ORDER BY name COLLATE NOCASE, id) FROM people ORDER BY name COLLATE NOCASE, id
SELECT string_agg(name, ',' ORDER BY name COLLATE NOCASE) FROM people
SELECT a.id, b.id FROM people a JOIN people b ON a.name = b.name COLLATE NOCASE ORDER BY a.id, b.id
SELECT CASE WHEN name COLLATE NOCASE = 'ANN' THEN 1 END FROM people ORDER BY id
! SELECT name COLLATE NOCASE FROM people
! SELECT name FROM people ORDER BY name COLLATE no_such_collation
! SELECT max(name COLLATE NOCASE) FROM people
! SELECT id FROM people WHERE name COLLATE NOCASE IN (SELECT name FROM people)
-- comparisons with NULL as a value, below CASE, NOT and joins
SELECT id FROM odd WHERE CASE WHEN i IS NOT DISTINCT FROM COALESCE(0, 9) THEN TRUE ELSE id > 2 END ORDER BY id
SELECT id FROM odd WHERE CASE WHEN i IS NOT DISTINCT FROM b THEN TRUE ELSE id > 2 END ORDER BY id
SELECT id FROM odd WHERE CASE WHEN i IS DISTINCT FROM b THEN FALSE ELSE id > 2 END ORDER BY id
SELECT id, i IS NOT DISTINCT FROM b, i IS DISTINCT FROM b, i IS DISTINCT FROM 0, i IS NOT DISTINCT FROM 0, i IS DISTINCT FROM NULL, NULL IS NOT DISTINCT FROM b, i IS NOT DISTINCT FROM f, d IS NOT DISTINCT FROM ts, s IS NOT DISTINCT FROM 'a' FROM odd ORDER BY id
SELECT 1 IS NOT DISTINCT FROM 1.0, '1' IS NOT DISTINCT FROM 1, (1, NULL) IS NOT DISTINCT FROM (1, NULL)
SELECT a.id, b.id FROM odd a JOIN odd b ON a.i IS NOT DISTINCT FROM b.b ORDER BY a.id, b.id
SELECT a.id, b.id FROM odd a LEFT JOIN odd b ON a.i IS DISTINCT FROM b.b AND a.id = b.id ORDER BY a.id, b.id
SELECT id FROM odd WHERE NOT (i IS NOT DISTINCT FROM 0) ORDER BY id
SELECT a.id FROM odd a LEFT JOIN measured b ON a.id = b.g WHERE CASE WHEN ((SELECT min(1.5e0) FROM people p WHERE b.b) IS NOT DISTINCT FROM COALESCE(0e0, 9e0)) THEN TRUE ELSE b.dt < DATE '2024-08-11' END ORDER BY 1
-- parts of times whose names are computed
SELECT date_part(q, ts), date_part(q, d) FROM odd, (VALUES ('year'), ('Month'), ('doy'), ('hours'), (NULL)) t(q) WHERE id = 1 ORDER BY q
SELECT date_trunc(CASE id WHEN 1 THEN 'hour' WHEN 2 THEN 'day' WHEN 3 THEN 'weeks' WHEN 4 THEN NULL ELSE 'minute' END, ts) FROM odd ORDER BY id
SELECT date_trunc(CASE id WHEN 1 THEN 'month' WHEN 2 THEN 'day' ELSE 'year' END, d) FROM odd ORDER BY id
SELECT date_trunc('month', ts), date_trunc(NULL, ts) FROM odd ORDER BY id
SELECT date_part(p, (SELECT max(ts) FROM fine)) FROM (VALUES ('hour'), ('dow')) t(p) ORDER BY p
! SELECT date_part(s || 'x', ts) FROM odd
! SELECT date_part(q, ts) FROM odd, (VALUES ('nonsense')) t(q)
-- first and last values in an order of their own
SELECT first_value(s ORDER BY i DESC NULLS LAST, id) OVER (), last_value(id ORDER BY i, id DESC) OVER (PARTITION BY p ORDER BY id) FROM odd ORDER BY id
SELECT first_value(id ORDER BY i DESC NULLS LAST) OVER (ORDER BY id ROWS 2 PRECEDING) FROM odd ORDER BY id
-- rows in comparisons with ANY and ALL, and queries as conditions
SELECT (1, 2) = ALL (SELECT * FROM (VALUES (1, 2), (1, 3)) t), (1, 2) = ALL (SELECT 1, 2), (1, 2) <> ANY (SELECT * FROM (VALUES (1, 2), (1, 3)) t), (1, 2) <> ALL (SELECT 1, 3)
SELECT (0, 0, 1) < ANY (SELECT 0, 1, 0), (0, 0, 1) < ALL (SELECT 0, 1, 0), (1, 0) <= ANY (SELECT 1, 0), (2, 0) >= ANY (SELECT 1, 5), (1, 1) > ANY (SELECT 1, 1), (3, 0) > ALL (SELECT 2, 9)
SELECT id, (i, id) < ANY (SELECT q.i, q.id FROM odd q WHERE q.id <> 3 AND q.i IS NOT NULL), (id, 0) > ALL (SELECT q.id, 1 FROM odd q WHERE q.id < 4) FROM odd o WHERE i IS NOT NULL ORDER BY id
SELECT id FROM odd o WHERE (i, id) >= ALL (SELECT q.i, q.id FROM odd q WHERE q.i IS NOT NULL) AND i IS NOT NULL ORDER BY id
SELECT a.id, b.id FROM odd a JOIN odd b ON (SELECT a.id = b.id + 1) ORDER BY 1, 2
SELECT a.id, b.id FROM odd a LEFT JOIN odd b ON (SELECT a.id = b.id + 1) ORDER BY 1, 2
SELECT a.id FROM odd a GROUP BY a.id HAVING (SELECT a.id > 2) ORDER BY 1
-- choices of columns in ORDER BY, several in a condition, and as elements of IN
SELECT id, i FROM odd ORDER BY COLUMNS('^i') DESC NULLS LAST, s
SELECT id, i FROM odd UNION ALL SELECT id, i FROM odd ORDER BY COLUMNS('i|id') LIMIT 3
SELECT id FROM odd WHERE COLUMNS(['id', 'i']) >= 1 AND COLUMNS(['id']) < 5 ORDER BY id
SELECT 2 IN (*COLUMNS(*)) FROM (SELECT 1, 2, 3) t(a, b, c)
SELECT a FROM (VALUES (1, 2), (3, 4)) t(a, b) WHERE 2 IN (*COLUMNS(*), 7)
SELECT "min_id", "min_i" FROM (SELECT min(COLUMNS(* EXCLUDE (b, n, f, s))) AS "min_\0" FROM (SELECT id, i, b, n, f, s FROM odd))
-- NULL among the values of PIVOT, and names of columns as the table has them
SELECT * FROM (VALUES (1, 10, 'a'), (1, 20, NULL), (2, 30, 'b')) t(k, v, m) PIVOT (sum(v) FOR m IN (NULL, 'a', 'b')) ORDER BY k
SELECT * FROM (VALUES (1, 10, 'a', 1), (1, 20, NULL, 2), (2, 30, 'b', 1)) t(k, v, m, n) PIVOT (sum(v) FOR (m, n) IN ((NULL, 2) AS x, ('a', 1) AS y)) ORDER BY k
SELECT * FROM (SELECT 1 AS k, 2 AS "Jan", 3 AS "Feb") t UNPIVOT (v FOR m IN (jan, FEB)) ORDER BY m
UNPIVOT (SELECT 1 AS k, 2 AS "Jan", 3 AS "Feb") ON jan, feb AS f INTO NAME m VALUE v
SELECT * FROM (SELECT 1 AS k, 2 AS "Jan", 3 AS "Feb", 4 AS "Mar", 5 AS "Apr") t UNPIVOT ((a, b) FOR m IN ((jan, feb), (mar, apr))) ORDER BY m
-- NaN in aggregates of pairs
SELECT corr(y, x), covar_pop(y, x), covar_samp(y, x), regr_slope(y, x), regr_sxx(y, x) FROM (VALUES (1::DOUBLE, 'nan'::DOUBLE), (2, 3)) t(y, x)
SELECT regr_r2(y, x), regr_avgx(y, x), regr_count(y, x) FROM (VALUES (1::DOUBLE, 'nan'::DOUBLE), (2, 3)) t(y, x)
SELECT k, covar_samp(y, x) IS NULL FROM (VALUES (1, 1::DOUBLE, 2::DOUBLE), (2, 1, NULL)) t(k, y, x) GROUP BY k ORDER BY k
SELECT k, covar_pop(y, x) OVER (ORDER BY k) FROM (VALUES (1, 1::DOUBLE, 2::DOUBLE), (2, 1, 'nan'), (3, 4, 5)) t(k, y, x) ORDER BY k
-- parts of times in strings that are cast
SELECT date_part('YEAR'::VARCHAR, DATE '2020-05-06'), date_trunc('month'::TEXT, DATE '2020-05-06'), date_part(CAST('dow' AS VARCHAR), d) FROM odd WHERE id = 1
-- generated columns without a type
SELECT column_name, column_type FROM (DESCRIBE computed)
SELECT *, typeof(total), typeof(upper_name) FROM computed ORDER BY price
select coalesce(nullif(case when i % 7 = 0 then 'k' || i % 5 else '' end, ''), 'none') k, count(*), sum(i) from range(5000) t(i) group by 1 order by 1
select case when i % 7 = 0 then 'k' || i % 5 when i % 11 = 0 then null else 'none' end k, count(*) from range(5000) t(i) group by 1 order by 1 nulls last
select case when i % 3 = 0 then 'a' when i % 3 = 1 then null else 'c' end k, count(*), min(case when i % 2 = 0 then 'x' else 'y' end) from range(5000) t(i) group by 1 order by 1 nulls last
select case when i < 3000 then 'a' when i < 3001 then 'b' else 'a' end || case when i % 2 = 0 then '1' else '2' end k, max(i) from range(5000) t(i) group by k order by k
-- floating-point numbers that become whole ones are rounded half to even
SELECT 0.5::DOUBLE::INTEGER, 1.5::DOUBLE::INTEGER, 2.5::DOUBLE::BIGINT, -0.5::DOUBLE::SMALLINT, -2.5::REAL::TINYINT, 2.5e0::UINTEGER, 2.5::DECIMAL(3, 1)::INTEGER, '2.5'::INTEGER, 2.5::DOUBLE::DECIMAL(10, 0)
SELECT x, x::INTEGER, x::BIGINT, x::TINYINT FROM (VALUES (0.5::DOUBLE), (1.5), (2.5), (-0.5), (-1.5), (-2.5), (2.4999), (1e15)) t(x) WHERE x < 100 ORDER BY x
SELECT x FROM (VALUES (2.5::DOUBLE), (3.5)) t(x) WHERE x::INTEGER = 2
! SELECT 1e60::REAL
! SELECT x::REAL FROM (VALUES (1e60::DOUBLE)) t(x)
SELECT TRY_CAST(1e60 AS REAL)
-- operators before an operand bind tighter than those on bits
SELECT ~1 & 3, ~5 | 2, ~1 + 1, ~1 * 2, ~(1 & 3), ~1 || 'x', -5 & 3
SELECT id, ~id & 7 FROM odd ORDER BY id
-- more words as names, and any word behind a dot
SELECT x.order, x.from, x.user, x."select" FROM (SELECT 1 AS "order", 2 AS "from", 3 AS "user", 4 AS "select") x
SELECT s.desc, t.s.end, t.* FROM (SELECT {'desc': 1, 'end': 2} AS s) t
SELECT next, new, current, update, begin, call, member FROM (SELECT 1 AS next, 2 AS new, 3 AS current, 4 AS update, 5 AS begin, 6 AS call, 7 AS member)
SELECT a FROM (SELECT 1) delete(a)
WITH merge AS (SELECT 1 AS precision) SELECT precision, precision::DOUBLE PRECISION FROM merge
SELECT contains('abc', 'b'), 'abc'.contains('x')
SELECT id, sum(id) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) FROM odd ORDER BY id
SELECT timestamp without time zone '2024-03-01 00:00:00', time without time zone '04:05:06'
-- ORDER BY with a star, and grouping sets in grouping sets
SELECT i, id FROM odd ORDER BY *
SELECT i, id FROM odd ORDER BY * DESC NULLS LAST
SELECT count(*) FROM odd GROUP BY GROUPING SETS ((), GROUPING SETS ((), GROUPING SETS (()))) ORDER BY 1
SELECT i, p, count(*) FROM odd GROUP BY GROUPING SETS ((i), GROUPING SETS ((p), GROUPING SETS ((i, p), ()))) ORDER BY ALL
-- aggregates of an outer query in the window of a sub-query, and below its aggregates
! SELECT EXISTS (SELECT rank() OVER (PARTITION BY sum(odd.id)) FROM (VALUES (1), (2)) t(a)) FROM odd
! SELECT (SELECT rank() OVER (ORDER BY count(odd.id))) FROM odd
! SELECT (SELECT max((SELECT q.id FROM odd q WHERE q.id = o.id)) FILTER (WHERE o.id < 3)) FROM odd o
SELECT id, (SELECT sum(o.id + q.id) OVER () FROM odd q LIMIT 1) FROM odd o ORDER BY id
SELECT (SELECT max((SELECT 1)))
-- a shared plan that reads another one, which is narrowed
SELECT max(DATE '2024-08-14') FILTER (WHERE (SELECT min(TRUE) FROM (SELECT 1 AS c1 FROM odd a11) a10 WHERE a10.c1 = a3.c0 AND (a3.c1 < a3.c1))) AS c0 FROM (SELECT 1 AS c0, 1 AS c1, 1.5 AS c2 FROM odd a1) a0 JOIN LATERAL (SELECT 1 AS c0, nth_value(a4.s, 2) OVER (ORDER BY a4.id DESC) AS c1 FROM odd a4 WHERE a4.i = a0.c2) a3 ON a3.c0 = a0.c0 JOIN LATERAL (SELECT * FROM (WITH w6 AS (SELECT min(1) AS c0, min(TRUE) AS c1, a7.i AS c2 FROM odd a7 JOIN odd a8 ON a7.id = a8.i GROUP BY a7.i) SELECT y.c0 AS c0, y.c1 AS c1 FROM w6 x JOIN w6 y ON x.c2 = y.c2) q9) a5 ON a5.c0 = a0.c0 GROUP BY GROUPING SETS ((a5.c0), (a5.c0), ())
-- aggregates of the columns of a query in its sub-queries without FROM
SELECT (SELECT sum(o.i)), (SELECT max(id) + min(o.id) AS x) FROM odd o
SELECT p, (SELECT count(o.i)) + 1 FROM odd o GROUP BY p ORDER BY p
SELECT CASE WHEN (SELECT (SELECT max(o.id))) > 2 THEN 'a' END FROM odd o
SELECT p FROM odd o GROUP BY p HAVING (SELECT max(o.id)) > 3 ORDER BY p
SELECT id, (SELECT count(*)), (SELECT max(7)) FROM odd ORDER BY id
! SELECT id, (SELECT sum(o.i)) FROM odd o
-- tests whether strings contain a constant
SELECT id FROM odd WHERE contains(s, 'a') ORDER BY id
SELECT id, contains(s, ''), starts_with(s, ''), ends_with(s, '') FROM odd ORDER BY id
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE contains(x, '%') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE contains(x, 'a_b') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE contains(x, '\') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_%\b'), ('axb'), ('a_%\bc'), (NULL), (''), ('😀ä')) t(x) WHERE contains(x, '_%\b') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE NOT contains(x, 'x') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE starts_with(x, '😀') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE ends_with(x, '%') OR suffix(x, 'ä') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE strpos(x, 'b') = 0 ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE 0 < instr(x, 'b') ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('a_b'), ('axb'), ('a\b'), (NULL), (''), ('😀ä')) t(x) WHERE position('b' IN x) >= 1 AND strpos(x, 'x') < 1 ORDER BY x
SELECT x, strpos(x, 'b') <> 0, strpos(x, 'b') <= 0, strpos(x, 'b') > 1, strpos(x, NULL) > 0 FROM (VALUES ('ba'), ('ab'), (NULL), ('')) t(x) ORDER BY x
SELECT x FROM (VALUES ('50%'), ('50x'), ('%'), (NULL)) t(x) WHERE x LIKE '50#%' ESCAPE '#' ORDER BY x
SELECT id FROM odd WHERE s NOT LIKE 'a#_%' ESCAPE '#' ORDER BY id
SELECT count(*) FROM odd WHERE s LIKE '#%%' ESCAPE '#'
! SELECT id FROM odd WHERE s LIKE 'a' ESCAPE 'ab'
-- numbers and times as strings and back
SELECT CAST(x AS VARCHAR) FROM (VALUES (9223372036854775807), (-9223372036854775808), (100000000), (99999999), (-100000000), (0), (10), (NULL)) t(x) ORDER BY x
SELECT CAST(x AS VARCHAR) FROM (VALUES (12345678.91), (-0.05), (0.00), (99999999.99), (-12345678901234567.01)) t(x) ORDER BY x
SELECT CAST(x AS VARCHAR), CAST(CAST(x AS DATE) AS VARCHAR), CAST(CAST(x AS TIME) AS VARCHAR) FROM (VALUES (TIMESTAMP '2024-02-29 00:00:00'), (TIMESTAMP '1969-12-31 23:59:59.9'), (TIMESTAMP '0001-01-01 12:00:00.000001')) t(x) ORDER BY x
SELECT CAST(x AS INTEGER) FROM (VALUES ('12'), ('+5'), ('-0'), (' 7 '), ('1e3'), ('5.'), ('.5')) t(x) ORDER BY 1
SELECT CAST(x AS DECIMAL(10, 2)) FROM (VALUES ('12'), ('12.345'), ('-.5'), ('3.'), ('0.005')) t(x) ORDER BY 1
SELECT CAST(x AS DATE), CAST(x AS TIMESTAMP) FROM (VALUES ('2024-02-29'), ('0001-01-01'), ('9999-12-31')) t(x) ORDER BY 1
! SELECT CAST(x AS DATE) FROM (VALUES ('2023-02-29')) t(x)
! SELECT CAST(x AS TIMESTAMP) FROM (VALUES ('2023-02-28 24:00:01')) t(x)
! SELECT CAST(x AS TINYINT) FROM (VALUES ('128')) t(x)
! SELECT CAST(x AS DECIMAL(3, 1)) FROM (VALUES ('100')) t(x)
SELECT n, split_part('a--b-c--', '--', n), split_part('', '-', n), split_part('aaa', 'aa', n), split_part('ä€ä😀', 'ä', n), split_part('abc', '', n) FROM (VALUES (1), (2), (3), (4), (-1), (-2), (-3), (-4), (9223372036854775807), (-9223372036854775807)) t(n) ORDER BY n
-- fields of structs that are made at once, products whose scale a cast raises, and months
SELECT id, {'a': i, 'b': s}.b, {'a': i, 'b': [i, 2]}.b[1], row(i, s)[1] FROM odd ORDER BY id
! SELECT {'a': CAST(s AS INTEGER), 'b': i}.b FROM odd
SELECT id, CAST(id AS DECIMAL(10, 2)) * CAST(1.07 AS DECIMAL(4, 2)), CAST(1.5 AS DECIMAL(3, 1)) * CAST(id AS DECIMAL(10, 2)), CAST(id AS DECIMAL(10, 3)) * CAST(id AS DECIMAL(8, 2)) FROM odd ORDER BY id
SELECT id, d + INTERVAL 1 MONTH, d - INTERVAL 1 MONTH, d + INTERVAL 12 MONTH, d + INTERVAL 13 MONTH FROM odd WHERE d BETWEEN DATE '1900-01-01' AND DATE '2100-01-01' ORDER BY id
SELECT x, x + INTERVAL 1 MONTH, x - INTERVAL 1 MONTH, x + INTERVAL 48 MONTH, x - INTERVAL 1200 MONTH FROM (VALUES (DATE '2024-01-31'), (DATE '2023-01-31'), (DATE '1900-01-30'), (DATE '2000-02-29'), (DATE '2024-12-31'), (DATE '0004-02-29'), (DATE '2024-03-31')) t(x) ORDER BY x
SELECT abs(x), xor(x, 5), bit_count(x), x & 12, x | 3, x >> 1, ~x FROM (VALUES (CAST(1 AS BIGINT)), (-1), (9223372036854775807), (NULL), (0)) t(x) ORDER BY x
! SELECT abs(x) FROM (VALUES (CAST(-9223372036854775808 AS BIGINT)), (1)) t(x)
-- intervals of months, days and microseconds
SELECT INTERVAL '1 month 2 days', INTERVAL '30 hours', INTERVAL '1 day 30 hours', INTERVAL '-1 day 02:03:04', INTERVAL '1 year -1 month', INTERVAL '-25 months', INTERVAL '100 hours', INTERVAL '-0.000001 seconds', INTERVAL '0 days'
SELECT INTERVAL '1 month' = INTERVAL '30 days', INTERVAL '1 month' < INTERVAL '31 days', INTERVAL '1 month' IS NOT DISTINCT FROM INTERVAL '30 days', INTERVAL '1 day' = INTERVAL '24 hours', INTERVAL '1 month' IN (INTERVAL '30 days'), INTERVAL '1 month' BETWEEN INTERVAL '29 days' AND INTERVAL '30 days'
SELECT INTERVAL '1 month 2 days' * 1.5, INTERVAL '1 day' * 2, 2 * INTERVAL '3 hours', INTERVAL '1 month' * 0.5
SELECT INTERVAL '1 month' + INTERVAL '2 days', INTERVAL '1 month' - INTERVAL '2 days', -INTERVAL '1 month 2 days'
! SELECT INTERVAL '1 day' / 0
! SELECT INTERVAL '1 day' / INTERVAL '1 hour'
! SELECT CAST(INTERVAL '1 day' AS BIGINT)
! SELECT CAST(5 AS INTERVAL)
SELECT DATE '2020-01-31' + INTERVAL '1 month 1 day', DATE '2020-01-31' - INTERVAL '1 month 1 day', TIMESTAMP '2020-03-31 10:00:00' - INTERVAL '1 month 12 hours'
SELECT TIMESTAMP '2020-03-31 10:00:00' - TIMESTAMP '2020-01-01 12:00:00', TIMESTAMP '2020-01-01 12:00:00' - TIMESTAMP '2020-03-31 10:00:00'
SELECT age(TIMESTAMP '2020-03-31 10:00:00', TIMESTAMP '2018-01-01 12:00:00'), age(TIMESTAMP '2018-01-01 12:00:00', TIMESTAMP '2020-03-31 10:00:00'), typeof(age(DATE '2020-01-01', DATE '2019-01-01'))
SELECT extract(YEAR FROM i), extract(MONTH FROM i), extract(DAY FROM i), extract(HOUR FROM i), extract(MINUTE FROM i), extract(SECOND FROM i), extract(QUARTER FROM i), extract(DECADE FROM i), extract(CENTURY FROM i), extract(MILLENNIUM FROM i), extract(MILLISECOND FROM i), extract(MICROSECOND FROM i) FROM (VALUES (INTERVAL '14 years 5 months 40 days 30 hours 15 minutes 20.123456 seconds'), (INTERVAL '-14 months -30:00:01.5')) t(i)
SELECT extract(EPOCH FROM i), epoch_ms(i), epoch_us(i), epoch_ns(i) FROM (VALUES (INTERVAL '14 years 5 months 40 days 30 hours 15 minutes 20.123456 seconds'), (INTERVAL '-1 month'), (INTERVAL '-1.5 seconds')) t(i)
! SELECT extract(WEEK FROM INTERVAL '20 days')
SELECT date_part(['year', 'day'], INTERVAL '1 year 2 days')
SELECT date_trunc('month', INTERVAL '14 months 3 days'), date_trunc('year', INTERVAL '14 months 3 days'), date_trunc('hour', INTERVAL '1 day 3:04:05'), date_trunc('day', INTERVAL '1 day 30 hours'), date_trunc('week', INTERVAL '20 days'), date_trunc('quarter', INTERVAL '5 months'), date_trunc('decade', INTERVAL '25 years')
SELECT to_years(2), to_months(3), to_days(4), to_hours(30), to_weeks(2), to_minutes(90), to_seconds(90.5), to_milliseconds(1.5), to_microseconds(5), to_centuries(1), to_decades(1), to_millennia(1), to_quarters(3)
SELECT INTERVAL (5) DAY, INTERVAL (1 + 1) MONTH, INTERVAL 3 WEEK, INTERVAL 2.5 SECOND, INTERVAL (1.5) DAY, INTERVAL (2.5) HOUR, normalized_interval(INTERVAL '40 days')
SELECT '1.5 months'::INTERVAL, '1.5 years'::INTERVAL, '1.5 days'::INTERVAL, '1.5 weeks'::INTERVAL, '1.5 hours'::INTERVAL, '1.25 months'::INTERVAL, '1 day 1 day'::INTERVAL, '1 mon'::INTERVAL
! SELECT ''::INTERVAL
! SELECT '1 day, 2 hours'::INTERVAL
SELECT * FROM range(TIMESTAMP '2020-01-01', TIMESTAMP '2020-06-30', INTERVAL '1 month 1 day')
SELECT * FROM generate_series(DATE '2020-06-01', DATE '2020-01-30', INTERVAL '-1 month -1 day')
! SELECT * FROM generate_series(TIMESTAMP '2020-01-01', TIMESTAMP '2020-06-30', INTERVAL '1 month -1 day')
! SELECT time_bucket(INTERVAL '1 month 1 day', TIMESTAMP '2020-02-15')
SELECT time_bucket(INTERVAL '30 days', TIMESTAMP '2020-02-15'), time_bucket(INTERVAL '2 months', TIMESTAMP '2020-02-15'), time_bucket(INTERVAL '2 weeks', DATE '2020-02-15', INTERVAL '1 day'), time_bucket(INTERVAL '2 months', DATE '2020-02-15', INTERVAL '10 days'), time_bucket(INTERVAL '1 month', TIMESTAMP '2020-02-15 10:00', INTERVAL '1 month 3 days')
SELECT i, count(*) OVER (ORDER BY t RANGE BETWEEN INTERVAL '1 month 1 day' PRECEDING AND CURRENT ROW) FROM (VALUES (1, TIMESTAMP '2020-01-01'), (2, TIMESTAMP '2020-02-01'), (3, TIMESTAMP '2020-02-02'), (4, TIMESTAMP '2020-02-03')) t(i, t) ORDER BY i
SELECT i, rank() OVER (ORDER BY i), count(*) OVER (ORDER BY i RANGE BETWEEN INTERVAL '1 day' PRECEDING AND CURRENT ROW) FROM (VALUES (INTERVAL '1 month'), (INTERVAL '30 days'), (INTERVAL '31 days')) t(i) ORDER BY epoch_us(i), i::VARCHAR
SELECT i, x FROM (VALUES (INTERVAL '1 month', 2), (INTERVAL '30 days', 1)) t(i, x) ORDER BY i, x
SELECT count(*), count(DISTINCT i) FROM (VALUES (INTERVAL '1 month'), (INTERVAL '30 days'), (INTERVAL '2 days')) t(i) GROUP BY i ORDER BY 1
SELECT a.i, b.i FROM (VALUES (INTERVAL '1 month')) a(i) JOIN (VALUES (INTERVAL '30 days')) b(i) ON a.i = b.i
SELECT INTERVAL '1 month' EXCEPT SELECT INTERVAL '30 days'
SELECT INTERVAL '30 days' UNION SELECT INTERVAL '30 days' UNION SELECT INTERVAL '31 days' ORDER BY 1
SELECT count(*) FROM (SELECT INTERVAL '1 month' UNION SELECT INTERVAL '30 days')
SELECT count(*) FROM (SELECT INTERVAL '1 month' AS i, 1 AS x UNION BY NAME SELECT 1 AS x, INTERVAL '30 days' AS i)
SELECT count(*) FROM (SELECT DISTINCT i FROM (VALUES (INTERVAL '1 month'), (INTERVAL '30 days')) t(i))
SELECT count(*) FROM (WITH RECURSIVE r(i, n) AS (SELECT INTERVAL '1 month', 1 UNION SELECT INTERVAL '30 days', 1 FROM r) SELECT * FROM r)
SELECT INTERVAL 5 microsecond, INTERVAL 5 MICROSECONDS, INTERVAL 5 millisecond, INTERVAL 2 decades, INTERVAL 1 century, INTERVAL 1 millennium, INTERVAL (x) MILLISECONDS FROM (VALUES (7)) t(x)
SELECT greatest(INTERVAL '1 month', INTERVAL '29 days'), least(INTERVAL '1 month', INTERVAL '1 day')
SELECT avg(i), min(i), max(i) FROM (VALUES (INTERVAL '1 month'), (INTERVAL '2 months'), (INTERVAL '1 day')) t(i)
SELECT i < '1 day', i = '24 hours' FROM (VALUES (INTERVAL '1 day')) t(i)
SELECT INTERVAL '0.0000019 seconds', INTERVAL '1.0000005 second', INTERVAL '-0.0000019 seconds'
-- IGNORE NULLS with a default or a short name
SELECT k, lag(x, 0, 7 IGNORE NULLS) OVER (ORDER BY k), lead(x, 0, 7 IGNORE NULLS) OVER (ORDER BY k) FROM (VALUES (1, NULL), (2, 5), (3, NULL), (4, 6)) t(k, x) ORDER BY k
SELECT k, lag(x, 1, 7 IGNORE NULLS) OVER (ORDER BY k), lag(x, k - 1, 7 IGNORE NULLS) OVER (ORDER BY k) FROM (VALUES (1, NULL), (2, 5), (3, NULL), (4, 6)) t(k, x) ORDER BY k
SELECT k, first(x IGNORE NULLS) OVER (ORDER BY k), last(x IGNORE NULLS) OVER (ORDER BY k), first(x RESPECT NULLS) OVER (ORDER BY k) FROM (VALUES (1, NULL), (2, 5), (3, NULL), (4, 6)) t(k, x) ORDER BY k
SELECT k, last(x IGNORE NULLS) OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM (VALUES (1, NULL), (2, 5), (3, NULL), (4, 6)) t(k, x) ORDER BY k
SELECT id, md5(s), sha1(s), sha256(s), md5(''), sha256('') FROM odd ORDER BY id
-- LATERAL and lists in a join on the right of another one
SELECT a.id, u.z FROM odd a CROSS JOIN (people b CROSS JOIN LATERAL (SELECT b.x + 1 AS z) u) WHERE a.id = b.id ORDER BY a.id
SELECT a.id, b.id, u.z FROM odd a, people b LEFT JOIN LATERAL (SELECT b.x + a.id AS z WHERE b.id > 1) u ON b.id < 4 WHERE a.id < 3 ORDER BY 1, 2
SELECT a.id, u.e FROM odd a JOIN (nested b CROSS JOIN UNNEST(b.l) u(e)) ON a.id = b.id ORDER BY 1, 2
SELECT a.id, t.y, u.z FROM odd a JOIN (people b CROSS JOIN LATERAL (SELECT b.x + 1 AS y) t JOIN LATERAL (SELECT t.y + b.id AS z WHERE t.y > 5) u ON u.z > 12) ON a.id = b.id ORDER BY a.id
SELECT * FROM sale a, (sale b CROSS JOIN LATERAL (SELECT b.pid AS p, a.id + b.id AS i) u) WHERE a.id = b.id ORDER BY a.id
! SELECT a.id, u.z FROM odd a LEFT JOIN (people b CROSS JOIN LATERAL (SELECT b.x + 1 AS z) u) ON a.id = b.id
! SELECT a.id, u.e FROM odd a FULL JOIN (nested b CROSS JOIN UNNEST(b.l) u(e)) ON a.id = b.id
-- CONTAINS of lists, maps and strings
SELECT contains([1, 2], 2), contains(['a'], 'b'), contains([[1], [2]], [2]), contains([1.5, 2], 2), contains(MAP {'a': 1}, 'a'), contains(MAP {'a': 1}, 'b')
SELECT id, contains(s, 'ö'), contains(s, s), contains(s, NULL), contains(NULL, s) FROM odd ORDER BY id
SELECT id, contains(l, 1), contains(l, id), contains(t, 'a'), contains(m, 'k') FROM nested ORDER BY id
SELECT contains(s, 'a'), count(*) FROM odd GROUP BY contains(s, 'a') HAVING contains(s, 'a') OR NOT contains(s, 'a') ORDER BY contains(s, 'a')
SELECT contains(l, 1), count(*) FROM nested GROUP BY contains(l, 1) HAVING contains(l, 1) ORDER BY contains(l, 1)
SELECT id FROM nested WHERE contains(l, 2) OR contains(lower(s.b), 'x') ORDER BY contains(t, 'a') NULLS FIRST, id
-- columns with the names of functions that need no parentheses
SELECT user, t.user, current_date FROM (SELECT 1 AS user, 2 AS current_date) t
SELECT user + 1, count(*) FROM (SELECT id AS user FROM odd) t WHERE user < 4 GROUP BY user HAVING user > 1 ORDER BY user DESC
SELECT a.id, session_user FROM odd a JOIN (SELECT 3 AS session_user) b ON session_user = a.id
SELECT sum(localtime) FROM (SELECT id AS localtime FROM odd) t
WITH t AS (SELECT 'x' AS current_user) SELECT current_user, max(current_user) OVER (ORDER BY current_user) FROM t
-- lists and maps with nothing but NULL beside others
SELECT [NULL] UNION ALL SELECT [true]
SELECT [] UNION ALL SELECT [{'a': 1, 'b': 'x'}] UNION ALL SELECT [NULL]
SELECT [NULL] UNION ALL SELECT [[1], NULL] UNION ALL SELECT []
SELECT [] UNION ALL SELECT [INTERVAL '1 day'] UNION ALL SELECT NULL
SELECT [NULL] UNION ALL SELECT [UUID 'f0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']
SELECT {'a': [], 'b': 1} UNION ALL SELECT {'a': [true], 'b': 1.5}
SELECT MAP {'a': NULL} UNION ALL SELECT MAP {'a': true}
SELECT id, CASE WHEN p THEN [NULL] ELSE [p] END, CASE WHEN p THEN [] WHEN NOT p THEN ['a'] END FROM odd ORDER BY id
SELECT coalesce([NULL], [true]), coalesce(NULL, [], ['a']), coalesce([], [DATE '2020-01-01'])
SELECT * FROM (VALUES ([NULL], []), ([true], ['a']), (NULL, NULL)) t(a, b)
SELECT [[NULL], [true]], [[], ['a']], list_concat([NULL], [true]), list_append([NULL], true), list_prepend('a', [])
SELECT [NULL] = [true], [] = ['a'], [] = [], [] < ['a'], [NULL] IS DISTINCT FROM [NULL], l = [] FROM nested ORDER BY id
SELECT [true] EXCEPT SELECT [NULL]
SELECT list_sum([]), list_max([NULL]), [NULL][1] + 1, len([])
