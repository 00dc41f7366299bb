package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Stops at every operation on files while tables are replaced and renamed, and views come and go:
 * each change is there as a whole or not at all.
 */
@ExtendWith(LedgerExtension.class)
@Timeout(120)
class CatalogCrashTest {
  private static final ViewDefinition VIEW =
      new ViewDefinition("v", List.of("x", "y"), "SELECT a, b FROM t");

  private static final ViewDefinition COMMENTED_VIEW = VIEW.withComment("what it shows");

  private static final String COMMENTED = "u[c /* größe c */, d /* größe d */] %d /* rows of u */";

  private static final ViewDefinition OTHER_VIEW =
      new ViewDefinition("V", List.of(), "SELECT 'größer' FROM u");

  private static final MacroDefinition MACRO = new MacroDefinition("m", false, "(a) AS a");
  private static final MacroDefinition OTHER_MACRO = new MacroDefinition("M", false, "() AS 1");

  private static final ViewDefinition VIEW_OF_SCHEMA =
      new ViewDefinition("s", "v", List.of("x"), "SELECT a FROM t");

  private static final SequenceDefinition SEQUENCE =
      new SequenceDefinition("main", "q", 1, 1, 1, 9, false);

  private static final SequenceDefinition OTHER_SEQUENCE =
      new SequenceDefinition("main", "Q", 5, -1, 1, 9, true);

  private static final SequenceDefinition SEQUENCE_OF_SCHEMA =
      new SequenceDefinition("s", "q", 1, 1, 1, Long.MAX_VALUE, false);

  private static final List<Consumer<Database>> STEPS =
      List.of(
          database -> fill(database.newTable(table("t", "a")), 3),
          database -> fill(database.replacingTable(table("T", "a", "b")), 5),
          database -> database.createView(VIEW, false),
          database -> database.redefineTable(database.table("T"), commented("u", "c", "d")),
          database -> database.createView(COMMENTED_VIEW, true),
          database -> fill(database.table("u").appender(), 2),
          database -> fill(database.replacingTable(table("w", "e")), 4),
          database -> database.createView(OTHER_VIEW, true),
          database -> fill(database.rewritingTable(database.table("u"), table("t", "c")), 6),
          database -> database.dropView(OTHER_VIEW),
          database -> database.createMacro(MACRO, false),
          database -> database.createMacro(OTHER_MACRO, true),
          database -> database.dropMacro(OTHER_MACRO),
          database -> database.createSchema("s"),
          database -> fill(database.newTable(table("T", "a").withSchema("s")), 2),
          database -> database.createView(VIEW_OF_SCHEMA, false),
          database -> database.createSchema("r"),
          database -> database.createSequence(SEQUENCE, false),
          database -> database.createSequence(SEQUENCE_OF_SCHEMA, false),
          database -> database.createSequence(OTHER_SEQUENCE, true),
          database -> database.dropSequence(database.sequences().getFirst(), List.of()),
          database -> database.dropSchema("s", true));

  /** A table with a comment, whose columns have one, too. */
  private static TableDefinition commented(String name, String... columns) {
    TableDefinition table = table(name, columns);
    return table
        .withComment("rows of " + name)
        .withColumns(
            table.columns().stream()
                .map(column -> column.withComment("größe " + column.name()))
                .toList());
  }

  private static TableDefinition table(String name, String... columns) {
    return new TableDefinition(
        name,
        Stream.of(columns)
            .map(column -> new ColumnDefinition(column, DataType.INT64, true))
            .toList());
  }

  private static void fill(Appender rows, int count) {
    try (rows) {
      for (int i = 0; i < count; i++) {
        rows.setLong(0, i);
        rows.endRow();
      }
      rows.commit();
    }
  }

  /** Returns the tables with their columns and numbers of rows, the views, macros and schemas. */
  private static String state(Database database) {
    return database.tables().stream()
            .map(CatalogCrashTest::describe)
            .collect(Collectors.joining(", "))
        + "; "
        + database.views()
        + database.macros().definitions().stream()
            .map(macro -> " " + macro)
            .collect(Collectors.joining())
        + database.sequences().stream()
            .map(sequence -> " " + sequence.definition())
            .collect(Collectors.joining())
        + (database.schemas().size() == 1 ? "" : "; ")
        + database.schemas().stream()
            .filter(schema -> !schema.equals(ObjectName.MAIN))
            .collect(Collectors.joining(", "));
  }

  private static String describe(Table table) {
    String schema = table.definition().schema();
    return (schema.equals(ObjectName.MAIN) ? "" : schema + ".")
        + table.definition().name()
        + table.definition().columns().stream().map(CatalogCrashTest::describe).toList()
        + " "
        + table.rowCount()
        + commentOf(table.definition().comment());
  }

  private static String describe(ColumnDefinition column) {
    return column.name() + commentOf(column.comment());
  }

  private static String commentOf(@Nullable String comment) {
    return comment == null ? "" : " /* " + comment + " */";
  }

  private static Database open(MemoryDirectory directory, MemoryLedger ledger) {
    return Database.over(
        new DirectoryTableStore(directory, OpenMode.READ_WRITE, null, ledger, 64L << 20, 2),
        ledger);
  }

  /** Runs the steps until one fails, and returns the states that were seen, the first one too. */
  private static List<String> run(MemoryDirectory directory, MemoryLedger ledger) {
    List<String> states = new ArrayList<>();
    states.add("; []");
    try (Database database = open(directory, ledger)) {
      for (Consumer<Database> step : STEPS) {
        step.accept(database);
        states.add(state(database));
      }
    } catch (PacelineException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.IO_ERROR);
    }
    assertThat(directory.openFiles()).as("open files").isZero();
    return states;
  }

  @Test
  void theStepsDoWhatTheySay(MemoryLedger ledger) {
    MemoryDirectory directory = new MemoryDirectory();
    List<String> states = run(directory, ledger);
    assertThat(states)
        .containsExactly(
            "; []",
            "t[a] 3; []",
            "T[a, b] 5; []",
            "T[a, b] 5; [" + VIEW + "]",
            COMMENTED.formatted(5) + "; [" + VIEW + "]",
            COMMENTED.formatted(5) + "; [" + COMMENTED_VIEW + "]",
            COMMENTED.formatted(7) + "; [" + COMMENTED_VIEW + "]",
            COMMENTED.formatted(7) + ", w[e] 4; [" + COMMENTED_VIEW + "]",
            COMMENTED.formatted(7) + ", w[e] 4; [" + OTHER_VIEW + "]",
            "t[c] 6, w[e] 4; [" + OTHER_VIEW + "]",
            "t[c] 6, w[e] 4; []",
            "t[c] 6, w[e] 4; [] " + MACRO,
            "t[c] 6, w[e] 4; [] " + OTHER_MACRO,
            "t[c] 6, w[e] 4; []",
            "t[c] 6, w[e] 4; []; s",
            "t[c] 6, w[e] 4, s.T[a] 2; []; s",
            "t[c] 6, w[e] 4, s.T[a] 2; [" + VIEW_OF_SCHEMA + "]; s",
            "t[c] 6, w[e] 4, s.T[a] 2; [" + VIEW_OF_SCHEMA + "]; r, s",
            "t[c] 6, w[e] 4, s.T[a] 2; [" + VIEW_OF_SCHEMA + "] " + SEQUENCE + "; r, s",
            "t[c] 6, w[e] 4, s.T[a] 2; ["
                + VIEW_OF_SCHEMA
                + "] "
                + SEQUENCE
                + " "
                + SEQUENCE_OF_SCHEMA
                + "; r, s",
            "t[c] 6, w[e] 4, s.T[a] 2; ["
                + VIEW_OF_SCHEMA
                + "] "
                + OTHER_SEQUENCE
                + " "
                + SEQUENCE_OF_SCHEMA
                + "; r, s",
            "t[c] 6, w[e] 4, s.T[a] 2; [" + VIEW_OF_SCHEMA + "] " + SEQUENCE_OF_SCHEMA + "; r, s",
            "t[c] 6, w[e] 4; []; r");
    try (Database database = open(directory, ledger)) {
      assertThat(state(database)).isEqualTo(states.getLast());
    }
    assertThat(directory.list()).as("one manifest and a file for each table").hasSize(3);
  }

  @Test
  void aCrashAtAnyOperationLeavesTheOldOrTheNewState(MemoryLedger ledger) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    MemoryDirectory whole = new MemoryDirectory();
    List<String> states = run(whole, ledger);
    int operations = whole.operations();
    for (int n = 1; n <= operations; n++) {
      int failing = n;
      MemoryDirectory directory = new MemoryDirectory();
      directory.faults(
          (operation, number) -> number >= failing ? new IOException("the machine stopped") : null);
      int done = run(directory, ledger).size() - 1;
      MemoryDirectory after = directory.afterCrash(random);
      try (Database database = open(after, ledger)) {
        assertThat(states.subList(done, Math.min(done + 2, states.size())))
            .as("crash at operation " + n + ", seed " + seed)
            .contains(state(database));
      }
    }
  }
}
