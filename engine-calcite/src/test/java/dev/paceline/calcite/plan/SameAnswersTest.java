package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.runtime.QueryExecutor;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.EngineOptions;
import dev.paceline.core.engine.QueryOptions;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.storage.table.Database;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Queries over random tables give what Calcite gives, which plans and runs them by its own rules
 * and operators.
 */
class SameAnswersTest {
  private static final long SEED = 20260411;

  private static final Engine ENGINE = new Engine(new EngineOptions(256L << 20, 2, 64));
  private static final Database DATABASE = Database.inMemory(ENGINE.ledger());
  private static final SqlFrontEnd OURS = SqlFrontEnd.ofCalcite();
  private static final SqlFrontEnd CALCITE = SqlFrontEnd.ofCalcite();

  private static final QueryExecutor EXECUTOR =
      (rel, plan, context) -> ENGINE.execute(plan, QueryOptions.named("test"));

  @BeforeAll
  static void addTables() {
    Random random = new Random(SEED);
    RandomTables.add("a", 300, random, DATABASE, OURS.schema(), CALCITE.schema());
    RandomTables.add("b", 70, random, DATABASE, OURS.schema(), CALCITE.schema());
    RandomTables.add("c", 9, random, DATABASE, OURS.schema(), CALCITE.schema());
    RandomTables.add("nobody", 0, random, DATABASE, OURS.schema(), CALCITE.schema());
  }

  @AfterAll
  static void close() {
    DATABASE.close();
    ENGINE.close();
  }

  /** Queries that the engine runs wholly. */
  static List<String> engineQueries() {
    return List.of(
        "select * from a",
        "select a.id, b.id from a join b on a.k = b.k and a.name similar to '%' || b.name || '%'",
        "select id, price * 2, big + 1, upper(name) || '!' from a where k between 3 and 7",
        "select id from a where price < 3.005 and price >= -1.5",
        "select id from a where price <> 2.5 or price is null",
        "select id from a where k in (1, 4, 99) and not (name like 'a%')",
        "select id from a where name like '%a' or name like '_ert' or name = ''",
        "select id from a where code = 'x' or code > 'yy'",
        "select id from a where born >= date '1970-01-20' and extract(month from born) = 2",
        "select id from a where ratio > 0.75 and flag",
        "select id from a where not flag or flag is null",
        "select id from a where (k = 1 and price > 2) or (k = 2 and price < 1)",
        "select k, count(*), count(price), sum(price), min(name), max(born), avg(price) from a"
            + " group by k",
        "select count(*), sum(k), avg(k), min(price), max(ratio), sum(big) from a",
        "select count(*), sum(k), min(name), avg(price) from nobody",
        "select k, count(*) from nobody group by k",
        "select count(distinct k), count(distinct name), sum(distinct price) from a",
        "select code, flag, count(*) filter (where k > 3) from a group by code, flag",
        "select k, sum(price) from a group by k having sum(price) > 10 and count(*) > 3",
        "select distinct k, flag from a",
        "select k, code, count(*) from a group by rollup(k, code)",
        "select a.id, b.id from a join b on a.k = b.k",
        "select a.id, b.id from a join b on a.k = b.k and a.price > b.price",
        "select a.id, b.id from a left join b on a.k = b.k and b.price > 5",
        "select a.id, b.id from b right join a on a.k = b.k and a.flag",
        "select a.id, b.id from a full join b on a.k = b.id",
        "select a.id, c.id from a join c on a.price < c.price",
        "select a.id, c.id from a left join c on a.price < c.price",
        "select a.id, c.id from a, c where a.name = c.name and a.code = c.code",
        "select a.id, b.id, c.id from a, b, c where a.k = b.k and b.id = c.k and c.flag",
        "select a.id, b.id, c.id from a left join b on a.k = b.id join c on a.k = c.k",
        "select a.id from a, b where a.big = b.big and a.id = b.k",
        "select a.id from a, b where a.k = b.big",
        "select a.id from a, b where a.price = b.k",
        "select a.id from a where exists (select * from b where b.k = a.k and b.price <> a.price)",
        "select a.id from a where not exists (select * from b where b.k = a.k and b.id < a.id)",
        "select a.id from a where a.k in (select b.k from b where b.flag)",
        "select a.id from a where a.id not in (select b.id from b where b.flag)",
        "select a.id from a where a.k not in (select b.k from b)",
        "select a.id from a where a.k not in (select b.k from b where b.k is not null)",
        "select a.id from a where a.k not in (select k from nobody)",
        "select a.id from a where a.flag or a.k in (select b.k from b where b.price > 9)",
        "select a.id from a where a.price > (select avg(price) from b)",
        "select a.id from a where a.price > (select avg(price) from b where b.k = a.k)",
        "select a.id, (select count(*) from b where b.k = a.k) from a",
        "select a.id from a where a.price = (select max(price) from a x where x.k = a.k)",
        "select k from a union select k from b",
        "select k from a union all select k from b",
        "select k, flag from a intersect select k, flag from b",
        "select k, flag from a except select k, flag from b",
        "select k from a except all select k from b",
        "select k, price from a where id < 20 union all select id, 1.5 from c",
        "values (1, 'one', null), (2, 'two', 3.5)",
        "select case when k > 5 then name when flag then code else 'none' end from a",
        "select coalesce(name, code, '?'), nullif(k, 3), cast(price as integer) from a",
        "select substring(name from 1 for 2), char_length(name), position('a' in name) from a",
        "select k / 2, mod(k, 3), price / 4, ratio / 3 from a",
        "select born + interval '1' month, born - interval '3' day from a",
        "select id * interval '1' month, k * interval '2 03:04:05.678' day to second from a",
        "select id from a where k * interval '1' hour < interval '1 02' day to hour",
        "select id from a where k * interval '1' month in (interval '1' year, interval '5' month)",
        "select a.k, sum(b.price * a.ratio) from a, b where a.k = b.k group by a.k",
        "select b.id, count(*), count(a.k), count(a.name), sum(a.price), min(a.name), max(a.born)"
            + " from b left join a on a.k = b.k group by b.id",
        "select b.id, count(distinct a.name), avg(a.k), count(*) filter (where a.flag), sum(a.big)"
            + " from b left join a on a.k = b.k and a.price > 2 and b.flag group by b.id",
        "select b.id, b.name, sum(case when a.flag then 1 else 0 end), sum(coalesce(a.k, 50)),"
            + " count(*) filter (where a.price is null), max(b.price), sum(a.price * (1 - a.k))"
            + " from a right join b on a.k = b.k group by b.id, b.name",
        "select b.id, count(*), sum(a.ratio), sum(case when a.k is null then 1 end) from b left"
            + " join a on a.big = b.big and a.k = b.k group by b.id",
        "select b.id, count(*) from b left join a on a.k is not distinct from b.k group by b.id",
        "select a.id, b.id from a join b on a.k is not distinct from b.k and b.id < 9",
        "select a.id, b.id from a join b on a.k is not distinct from b.k and b.k between 2 and 3",
        "select a.k, b.id, count(*), sum(a.price), any_value(b.k) from a join b on a.k = b.k"
            + " group by a.k, b.id",
        "select c.id, sum(n), max(s) from c left join (select k, count(*) as n, sum(price) as s"
            + " from a group by k) x on x.k = c.k group by c.id",
        "select b.id, count(a.id) from b left join a on a.name = b.name group by b.id",
        "select b.id, count(a.id) from b left join a on a.k = b.k and a.price > b.price group by"
            + " b.id",
        "select b.k, count(a.id) from b left join a on a.k = b.k group by b.k",
        "select b.k, b.name, count(*), sum(a.price), count(distinct a.name), sum(a.big),"
            + " max(b.name) from b left join a on a.k = b.k and b.name <> 'anna' group by b.k,"
            + " b.name",
        "select a.k, count(*), sum(b.price), avg(b.price), min(b.name), sum(b.k) from a join b on"
            + " a.k = b.k group by a.k",
        "select b.id, count(x.id), sum(x.k) from b left join nobody x on x.k = b.k group by b.id",
        "select x.id, count(a.id), sum(a.k) from nobody x left join a on x.k = a.k group by x.id",
        "select id, row_number() over (partition by k order by id) from a where id < 50",
        "select id, sum(price) over (partition by k), max(big) over (partition by k) from a",
        "select id from a where name similar to '(a|B)%'",
        "select id, name not similar to '%[a-m]{1,2}_?' from a");
  }

  static List<String> orderedQueries() {
    return List.of(
        "select k, id from a order by k, id",
        "select k, id from a order by k desc, id",
        "select k, id from a order by k nulls first, id desc",
        "select name, id from a order by name, id limit 10",
        "select price, id from a order by price desc nulls last, id offset 5 rows fetch next 7 rows"
            + " only",
        "select k, count(*) as n from a group by k order by n desc, k limit 3",
        "select id from a order by id limit 0");
  }

  @ParameterizedTest
  @MethodSource("engineQueries")
  void engine(String sql) throws Exception {
    check(sql, false);
  }

  @ParameterizedTest
  @MethodSource("orderedQueries")
  void ordered(String sql) throws Exception {
    check(sql, true);
  }

  /** The snapshots of a statement live as long as its rows are read, whatever is collected. */
  @Test
  void snapshotsOutliveCollections() throws Exception {
    RelNode plan = OURS.plan("select count(*) from a");
    QueryExecutor late =
        (rel, engine, context) ->
            (RunningQuery)
                Proxy.newProxyInstance(
                    RunningQuery.class.getClassLoader(),
                    new Class<?>[] {RunningQuery.class},
                    new LateStart(() -> ENGINE.execute(engine, QueryOptions.named("late"))));
    try (Enumerator<?> rows = Enumerables.enumerator((EnumerableRel) plan, OURS.schema(), late)) {
      for (int i = 0; i < 10; i++) {
        System.gc();
        Thread.sleep(10); // in which a cleaner would close the snapshots
      }
      assertThat(rows.moveNext()).isTrue();
      assertThat(rows.current()).isEqualTo(300L);
    }
  }

  /** A query that starts when it is first asked for something. */
  private static final class LateStart implements InvocationHandler {
    private final Supplier<RunningQuery> start;
    private @Nullable RunningQuery query;

    LateStart(Supplier<RunningQuery> start) {
      this.start = start;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object[] arguments)
        throws ReflectiveOperationException {
      if (query == null) {
        query = start.get();
      }
      return method.invoke(query, arguments);
    }
  }

  private static void check(String sql, boolean ordered) throws Exception {
    RelNode plan = OURS.plan(sql);
    RelRoot root = CALCITE.logical(sql);
    List<List<Object>> actual = Enumerables.run((EnumerableRel) plan, OURS.schema(), EXECUTOR);
    List<List<Object>> expected =
        Enumerables.run(Enumerables.planByCalcite(root), CALCITE.schema(), EXECUTOR);
    assertThat(ordered ? actual : sorted(actual))
        .as("seed %d, plan %s", SEED, RelOptUtil.toString(plan))
        .isEqualTo(ordered ? expected : sorted(expected));
  }

  private static List<List<Object>> sorted(List<List<Object>> rows) {
    List<List<Object>> copy = new ArrayList<>(rows);
    copy.sort(Comparator.comparing(List::toString));
    return copy;
  }
}
