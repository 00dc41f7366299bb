-- Statements over TPC-H's tables, each of which spends its time in one operator or expression.
-- A name stands above each statement, with "ordered" if ORDER BY fixes the place of every row; the
-- family is the word in front of the first hyphen. Full sorts return the last rows only, and groups
-- are aggregated once more, so that fetching rows does not hide the operator. ${lines} and ${orders}
-- stand for slightly fewer rows than the tables have.

-- Full sorts.

-- sort-text, ordered
select l_comment from lineitem order by l_comment
limit 100 offset ${lines}

-- sort-text-rows, ordered
select l_comment, l_orderkey, l_linenumber, l_extendedprice, l_shipdate from lineitem
order by l_comment, l_orderkey, l_linenumber limit 100 offset ${lines}

-- sort-prefix, ordered
select 'Comment on the order of a customer: ' || o_comment as c from orders
order by c limit 100 offset ${orders}

-- sort-keys, ordered
select l_shipmode, l_shipdate, l_extendedprice, l_orderkey, l_linenumber from lineitem
order by l_shipmode, l_shipdate desc, l_extendedprice, l_orderkey, l_linenumber
limit 100 offset ${lines}

-- sort-numbers, ordered
select l_partkey, l_suppkey from lineitem order by l_partkey, l_suppkey
limit 100 offset ${lines}

-- sort-doubles, ordered
select cast(l_extendedprice as double) * (1 - cast(l_discount as double)) as revenue
from lineitem order by revenue limit 100 offset ${lines}

-- sort-fetched, ordered
select o_orderkey from orders order by o_comment, o_orderkey

-- The first rows.

-- top-numbers, ordered
select l_orderkey, l_linenumber, l_extendedprice from lineitem
order by l_extendedprice desc, l_orderkey, l_linenumber limit 100

-- top-text, ordered
select l_comment from lineitem order by l_comment limit 100

-- top-many, ordered
select l_orderkey, l_linenumber, l_extendedprice from lineitem
order by l_extendedprice desc, l_orderkey, l_linenumber limit 100 offset ${many}

-- top-filtered, ordered
select l_orderkey, l_linenumber, l_shipdate, l_comment from lineitem
where l_discount > 0.05 and l_shipmode in ('AIR', 'RAIL', 'MAIL')
order by l_shipdate, l_comment, l_orderkey, l_linenumber limit 100

-- Large build sides.

-- join-orders
select count(*), sum(l_extendedprice), sum(o_totalprice) from lineitem, orders
where l_orderkey = o_orderkey

-- join-keys
select count(*), sum(l_quantity * ps_supplycost) from lineitem, partsupp
where l_partkey = ps_partkey and l_suppkey = ps_suppkey

-- join-lines
select count(*), sum(a.l_quantity), sum(b.l_extendedprice) from lineitem a, lineitem b
where a.l_partkey = b.l_partkey and a.l_suppkey = b.l_suppkey
  and a.l_quantity = b.l_quantity

-- join-text
select count(*), sum(a.o_totalprice), min(b.o_orderkey) from orders a, orders b
where a.o_comment = b.o_comment

-- join-anti
select count(*), sum(l_quantity) from lineitem
where l_orderkey not in (select o_orderkey from orders where o_totalprice > 200000)

-- Many groups.

-- group-keys
select count(*), sum(n), max(quantity) from (
  select l_partkey, l_suppkey, count(*) as n, sum(l_quantity) as quantity
  from lineitem group by l_partkey, l_suppkey) as g

-- group-many
select count(*), sum(n), max(price) from (
  select l_suppkey, l_shipdate, count(*) as n, sum(l_extendedprice) as price
  from lineitem group by l_suppkey, l_shipdate) as g

-- group-text
select count(*), max(n), max(price) from (
  select l_comment, count(*) as n, sum(l_extendedprice) as price
  from lineitem group by l_comment) as g

-- group-count
select count(distinct l_extendedprice) from lineitem

-- group-count-text
select count(distinct l_comment) from lineitem

-- group-counts
select l_shipmode, count(distinct l_partkey), count(distinct l_suppkey)
from lineitem group by l_shipmode order by l_shipmode

-- group-distinct
select count(*), max(l_partkey), min(l_shipdate) from (
  select distinct l_partkey, l_shipdate, l_shipmode from lineitem) as d

-- Joins beyond equality.

-- pairs-residual
select count(*), sum(a.l_quantity) from lineitem a, lineitem b
where a.l_orderkey = b.l_orderkey and a.l_shipdate < b.l_shipdate

-- pairs-exists
select count(*), sum(l_quantity) from lineitem a where exists (
  select * from lineitem b
  where b.l_orderkey = a.l_orderkey and b.l_suppkey <> a.l_suppkey)

-- pairs-missing
select count(*), sum(l_quantity) from lineitem a where not exists (
  select * from lineitem b
  where b.l_partkey = a.l_partkey and b.l_shipdate > a.l_shipdate)

-- pairs-less
select count(*), min(a.s_suppkey), max(b.s_suppkey) from supplier a, supplier b
where a.s_acctbal < b.s_acctbal

-- pairs-range
select count(*), sum(p_retailprice) from customer, part
where c_acctbal >= p_retailprice and c_acctbal < p_retailprice + p_size

-- pairs-band
select count(*), sum(c_acctbal) from customer, supplier
where c_acctbal between s_acctbal - 5 and s_acctbal + 5

-- Expressions.

-- expression-sqrt
select sum(sqrt(cast(l_extendedprice as double))) from lineitem

-- expression-ln
select sum(ln(cast(l_extendedprice as double))) from lineitem

-- expression-stddev
select l_returnflag, l_linestatus, stddev_samp(l_quantity), stddev_pop(l_extendedprice),
  var_samp(cast(l_discount as double))
from lineitem group by l_returnflag, l_linestatus order by 1, 2

-- expression-min-text
select min(l_comment), max(l_comment), min(l_shipinstruct) from lineitem

-- expression-min-texts
select count(*), min(first), max(last) from (
  select l_suppkey, min(l_comment) as first, max(l_comment) as last
  from lineitem group by l_suppkey) as g

-- expression-upper
select count(*) from lineitem where upper(l_comment) like '%FINAL%REQUEST%'

-- expression-concat
select count(*) from lineitem
where l_shipmode || ': ' || l_comment like 'AIR%final%'

-- expression-case
select sum(case when l_returnflag = 'R' then l_extendedprice * (1 - l_discount)
    when l_shipmode = 'AIR' then l_extendedprice * (1 + l_tax)
    else 0 end),
  sum(case when l_shipdate < l_commitdate then 1 else 0 end),
  count(case when l_quantity < 10 then l_comment end)
from lineitem

-- Results.

-- fetch-rows
select o_orderkey, o_orderdate, o_totalprice, o_comment from orders
where o_orderkey <= ${keys}

-- Window functions.

-- window-number
select sum(place), count(distinct place) from (
  select row_number() over (order by l_extendedprice, l_orderkey, l_linenumber) as place
  from lineitem) as w

-- window-number-part
select sum(place), max(place) from (
  select row_number() over (partition by l_suppkey order by l_extendedprice) as place
  from lineitem) as w

-- window-rank
select sum(place), max(place) from (
  select rank() over (order by l_extendedprice) as place from lineitem) as w

-- window-top
select count(*), sum(l_extendedprice) from (
  select l_extendedprice,
    rank() over (partition by l_suppkey order by l_extendedprice desc) as place
  from lineitem) as w
where place <= 3

-- window-moving
select sum(total), max(total) from (
  select sum(l_quantity) over (
    partition by l_suppkey order by l_shipdate, l_orderkey, l_linenumber
    rows between 9 preceding and current row) as total
  from lineitem) as w

-- window-minimum
select sum(low) from (
  select min(l_extendedprice) over (
    partition by l_suppkey order by l_shipdate, l_orderkey, l_linenumber
    rows between 100 preceding and 100 following) as low
  from lineitem) as w

-- window-range
select sum(total), max(total) from (
  select sum(l_quantity) over (
    partition by l_suppkey order by l_shipdate
    range between interval '30' day preceding and current row) as total
  from lineitem) as w

-- window-lag
select sum(step) from (
  select l_extendedprice - lag(l_extendedprice) over (
    partition by l_suppkey order by l_shipdate, l_orderkey, l_linenumber) as step
  from lineitem) as w

-- window-share
select sum(share) from (
  select cast(l_extendedprice as double)
    / sum(l_extendedprice) over (partition by l_suppkey) as share
  from lineitem) as w

-- Grouping sets.

-- rollup-few
select l_shipmode, l_shipinstruct, l_returnflag, sum(l_quantity), avg(l_extendedprice), count(*)
from lineitem group by rollup (l_shipmode, l_shipinstruct, l_returnflag)

-- rollup-many
select count(*), sum(total) from (
  select l_suppkey, l_shipmode, l_returnflag, sum(l_quantity) as total
  from lineitem group by rollup (l_suppkey, l_shipmode, l_returnflag)) as g

-- rollup-cube
select l_shipmode, l_shipinstruct, l_returnflag, l_linestatus, count(*), max(l_shipdate)
from lineitem group by cube (l_shipmode, l_shipinstruct, l_returnflag, l_linestatus)

-- rollup-distinct
select l_shipmode, l_returnflag, count(distinct l_suppkey)
from lineitem group by rollup (l_shipmode, l_returnflag)

-- Aggregates that need all values of their group, or one row of it.

-- collect-median
select count(*), sum(middle) from (
  select l_suppkey, median(cast(l_extendedprice as double)) as middle
  from lineitem group by l_suppkey) as g

-- collect-quantiles
select l_shipmode, quantile_cont(cast(l_extendedprice as double), 0.25),
  quantile_cont(cast(l_extendedprice as double), 0.75), quantile_disc(l_shipdate, 0.9)
from lineitem group by l_shipmode

-- collect-mode
select l_shipmode, mode(l_linenumber) from lineitem group by l_shipmode

-- collect-latest
select count(*), sum(price) from (
  select l_suppkey, arg_max(l_extendedprice, l_orderkey * 8 + l_linenumber) as price
  from lineitem group by l_suppkey) as g

-- collect-list
select sum(parts), max(parts) from (
  select l_suppkey, len(list(l_partkey)) as parts from lineitem group by l_suppkey) as g

-- collect-strings
select sum(bytes), max(bytes) from (
  select l_suppkey, length(string_agg(l_shipmode, ', ')) as bytes
  from lineitem group by l_suppkey) as g

-- Regular expressions and recursion.

-- expression-regexp
select count(*) from lineitem where regexp_matches(l_comment, 'final (deposits|accounts)|pend.*req')

-- recursion-numbers
with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)
select count(*), sum(n) from numbers
