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
 * What the launcher runs once after a build, while the JVM records which classes it loads and which
 * methods grow hot, so that later starts are quick. Prints nothing.
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

  @Parameters(paramLabel = "DIR", description = "A folder that this may fill.")
  private Path folder = Path.of("");

  @Override
  public Integer call() throws IOException {
    WarmUp.start(SqlCommand.NAME).await();
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      String database = "--db=" + folder;
      PacelineCommand.run(nowhere, nowhere, "demo", "--scale=0.001", database);
      for (String format : new String[] {"table", "csv", "json"}) {
        PacelineCommand.run(nowhere, nowhere, "sql", "--format=" + format, "-c", STATEMENTS);
      }
      PacelineCommand.run(nowhere, nowhere, "sql", database, "-c", "select count(*) from lineitem");
      PacelineCommand.run(nowhere, nowhere, "--version");
    }
    return 0;
  }
}
