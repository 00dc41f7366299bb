package dev.paceline.server.cli;

import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.TpchQueries;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline demo}: generates TPC-H, loads it and runs its 22 queries. */
@Command(
    name = "demo",
    description = "Generates TPC-H, loads it, and runs its 22 queries.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final String ROW = "%-3s %-34s %8s %12s %14s %10s";

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "0.1",
      description = "The scale factor (default: ${DEFAULT-VALUE}); 1 makes 6 million line items.")
  private double scale = 0.1;

  private final DatabaseArguments database = new DatabaseArguments();
  private final Console console;

  private DemoCommand(Console console) {
    this.console = console;
  }

  /** Returns the command. */
  static CommandLine of(Console console) {
    DemoCommand demo = new DemoCommand(console);
    CommandLine command = new CommandLine(demo);
    demo.database.addTo(command.getCommandSpec());
    return command;
  }

  @Override
  public Integer call() throws SQLException, IOException {
    GenerateCommand.checkScale(scale);
    Path folder = database.folder();
    if (folder == null) {
      folder = demoFolder();
      clear(folder);
    }
    String url = database.url(folder);
    try (Connection connection = DriverManager.getConnection(url)) {
      GeneratedDatabase.Load load =
          GeneratedDatabase.load(
              connection, DataSet.TPCH, scale, GenerateCommand.threads(0), console);
      PrintStream out = console.out();
      out.println("Loaded " + load + " into " + folder + ".");
      out.println();
      int failures = runQueries(connection, out);
      out.println();
      out.println("The database stays in " + folder + " until the next demo.");
      out.println("  ./paceline sql --db " + folder);
      out.println("  " + url);
      return failures == 0 ? 0 : 1;
    }
  }

  private int runQueries(Connection connection, PrintStream out) {
    out.println(
        Text.format(ROW, "", "query", "rows", "time", "rows scanned", "skipped").stripTrailing());
    long total = 0;
    int failures = 0;
    for (int number = 1; number <= TpchQueries.COUNT; number++) {
      String name = "Q" + number;
      try {
        QueryRun run = QueryRun.of(connection, TpchQueries.sql(number, scale));
        total += run.nanos();
        out.println(
            Text.format(
                ROW,
                name,
                TpchQueries.title(number),
                Text.count(run.rows()),
                Text.millis(run.nanos()),
                run.rowsScanned(),
                run.blocksSkipped()));
      } catch (SQLException e) {
        failures++;
        out.println(Text.format("%-3s %s", name, TpchQueries.title(number)));
        console.error(e);
      }
      out.flush();
    }
    String count = Text.count(TpchQueries.COUNT - failures) + " of " + TpchQueries.COUNT;
    out.println(Text.format(ROW, "", count + " queries", "", Text.millis(total), "", "").strip());
    return failures;
  }

  /** Returns a folder of the user, which each demo without {@code --db} creates again. */
  private static Path demoFolder() {
    String data = System.getenv("XDG_DATA_HOME");
    Path base =
        data == null || data.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "share")
            : Path.of(data);
    return base.resolve("paceline").resolve("demo");
  }

  private static void clear(Path folder) throws IOException {
    if (Files.exists(folder)) {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                throws IOException {
              if (failure != null) {
                throw failure;
              }
              Files.delete(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    }
    Files.createDirectories(folder);
  }
}
