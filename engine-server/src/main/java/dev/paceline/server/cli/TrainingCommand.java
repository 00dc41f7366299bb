package dev.paceline.server.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command that the launcher runs once after a build, while the JVM records which classes it
 * loads and which methods grow hot, so that later starts are quick. It prints nothing.
 */
@Command(name = "train", hidden = true)
final class TrainingCommand implements Callable<Integer> {
  private static final String STATEMENTS =
      """
      create table training (id integer, name varchar, price decimal(10, 2), at date);
      insert into training values (1, 'a', 1.5, date '2020-01-01'), (2, null, null, null);
      select * from training;
      select 1;
      select name, count(*), sum(price), avg(price) from training
        where id between 1 and 5 and name like 'a%' group by name order by 2 desc limit 3;
      select a.id, b.price from training a join training b on a.id = b.id
        where a.at >= date '2019-01-01' or b.name in ('x', 'y');
      explain plan for select max(id) from training;
      drop table training\
      """;

  /** Statements for cases that the demo has not, such as tables of more than 32 row groups. */
  private static final String MORE_STATEMENTS =
      """
      select * from (select o_custkey, o_totalprice,
          rank() over (partition by o_custkey order by o_totalprice desc) place,
          sum(o_totalprice) over (partition by o_custkey order by o_orderdate) so_far from orders)
        where place <= 2 order by 1, 2 limit 100;
      select o_orderpriority, o_orderstatus, count(*), sum(o_totalprice), avg(o_totalprice)
        from orders group by rollup (o_orderpriority, o_orderstatus) order by 1, 2;
      with best as (select o_custkey, sum(o_totalprice) total from orders group by o_custkey)
        select c_name, total from best join customer on c_custkey = o_custkey
        where total > (select 1.2 * avg(total) from best) order by total desc limit 100;
      select c_custkey from customer intersect select o_custkey from orders
        union all select s_suppkey from supplier except select n_nationkey from nation limit 100;
      create table many as select * from range(4500000) as many(k);
      select count(*) from many where k between 10 and 20;
      drop table many\
      """;

  @Parameters(paramLabel = "DIR", description = "A folder that this may fill.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws IOException {
    WarmUp.start(SqlCommand.NAME).await();
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      String database = "--db=" + folder;
      // Enough rows for queries to reach the code that the JIT compiles in larger ones, too.
      PacelineCommand.run(nowhere, nowhere, "demo", "--scale=0.1", database);
      PacelineCommand.run(nowhere, nowhere, "sql", database, "-c", MORE_STATEMENTS);
      for (String format : new String[] {"table", "csv", "json"}) {
        PacelineCommand.run(nowhere, nowhere, "sql", "--format=" + format, "-c", STATEMENTS);
      }
      PacelineCommand.run(nowhere, nowhere, "sql", database, "-c", "select count(*) from lineitem");
      PacelineCommand.run(nowhere, nowhere, "--version");
    }
    return 0;
  }
}
