package dev.paceline.calcite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.adapter.InformationSchema;
import dev.paceline.calcite.adapter.SystemSchema;
import dev.paceline.calcite.file.FileCatalog;
import dev.paceline.calcite.file.FileFormats;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in FROM: what the parser reads, which options reach the format, and what columns mean. */
class FileNamesTest {
  private static final List<ColumnDefinition> COLUMNS =
      List.of(
          new ColumnDefinition("id", DataType.INT64, true),
          new ColumnDefinition("name", DataType.VARCHAR, true));

  @TempDir private Path directory;
  private final List<Map<String, Object>> opened = new ArrayList<>();
  private EngineInstance instance;
  private SqlFrontEnd frontEnd;

  @BeforeEach
  void open() throws IOException {
    Files.writeString(directory.resolve("a.csv"), "");
    Files.writeString(directory.resolve("b.csv"), "");
    instance = EngineInstance.acquire(ConnectionUrl.parse("jdbc:paceline:mem:;memory=64m", null));
    instance
        .database()
        .createTable(
            new TableDefinition(
                "stored.csv", List.of(new ColumnDefinition("here", DataType.INT64, true))));
    SystemSchema system = new SystemSchema(instance);
    frontEnd =
        new SqlFrontEnd(
            instance.catalog(),
            new FileCatalog(
                instance.engine(),
                FileAccess.ALL,
                new FileFormats(List.of(new KnownColumns()), List.of()),
                instance.fileCache()),
            system,
            new InformationSchema(instance, system));
  }

  @AfterEach
  void close() {
    instance.release();
  }

  /** Says that all files have the same columns. */
  private final class KnownColumns implements FileFormat {
    @Override
    public String name() {
      return "csv";
    }

    @Override
    public boolean isText() {
      return true;
    }

    @Override
    public List<String> optionNames() {
      return List.of();
    }

    @Override
    public FileTable open(FileSet files, FileOptions options, FileCache cache) {
      opened.add(options.values());
      return new FileTable() {
        @Override
        public String name() {
          return "read_csv('" + files.pattern() + "')";
        }

        @Override
        public FileSet files() {
          return files;
        }

        @Override
        public List<ColumnDefinition> columns() {
          return COLUMNS;
        }

        @Override
        public Map<String, Object> effectiveOptions() {
          return options.values();
        }

        @Override
        public long estimatedRows() {
          return 1;
        }

        @Override
        public ScanTarget snapshot() {
          throw new IllegalStateException("not read here");
        }
      };
    }
  }

  private List<String> columns(String sql) {
    String here = sql.replace("DIR", directory.toString());
    SqlValidator validator = frontEnd.validator();
    SqlNode validated = validator.validate(SqlFrontEnd.parse(here));
    assertThat(
            frontEnd.convert(validator, validated, dev.paceline.calcite.experiment.Experiment.NONE))
        .isNotNull();
    return validator.getValidatedNodeType(validated).getFieldNames();
  }

  @Test
  void filesAreTables() {
    for (String from :
        List.of(
            "'DIR/a.csv'",
            "\"DIR/a.csv\"",
            "read_csv('DIR/a.csv')",
            "READ_CSV_AUTO(['DIR/a.csv', 'DIR/b.csv'])",
            "'DIR/*.csv'",
            "'file://DIR/a.csv'")) {
      assertThat(columns("SELECT * FROM " + from)).as(from).containsExactly("id", "name");
      assertThat(columns("FROM " + from)).as(from).containsExactly("id", "name");
      assertThat(columns("SELECT t.name FROM " + from + " AS t WHERE t.id > 1"))
          .as(from)
          .containsExactly("name");
      assertThat(columns("SELECT x FROM " + from + " AS t (x, y)")).containsExactly("x");
    }
  }

  @Test
  void columnsAreQualifiedByTheFileOrTheFunction() {
    assertThat(columns("SELECT a.id FROM 'DIR/a.csv'")).containsExactly("id");
    assertThat(columns("SELECT read_csv.id FROM read_csv('DIR/a.csv')")).containsExactly("id");
    assertThat(
            columns(
                "SELECT a.id, b.name FROM 'DIR/a.csv' JOIN 'DIR/b.csv' ON a.id = b.id"
                    + " WHERE EXISTS (SELECT 1 FROM 'DIR/a.csv' AS c WHERE c.id = b.id)"
                    + " UNION ALL SELECT * FROM \"DIR/b.csv\""))
        .containsExactly("id", "name");
    assertThat(columns("WITH f AS (FROM 'DIR/a.csv') SELECT f.id FROM f, f AS g"))
        .containsExactly("id");
  }

  @Test
  void anotherTableOfTheNameComesFirst() {
    assertThat(columns("SELECT * FROM \"stored.csv\"")).containsExactly("here");
    assertThat(columns("WITH \"DIR/a.csv\" AS (SELECT 1 AS one) SELECT * FROM \"DIR/a.csv\""))
        .containsExactly("one");
    assertThat(opened).isEmpty();
  }

  @Test
  void theSameFilesAreOpenedOnce() {
    columns(
        "SELECT * FROM 'DIR/a.csv' AS x, 'DIR/a.csv' AS y, read_csv('DIR/a.csv', skip = 1) AS z");
    assertThat(opened).containsExactlyInAnyOrder(Map.of(), Map.of("skip", 1L));
  }

  @Test
  void optionsHaveValuesOfAllKinds() {
    columns(
        "SELECT * FROM read_csv('DIR/a.csv', delim = ';', HEADER := true, skip => 2,"
            + " sample_size=-1, rate = 0.5, names = ['x', 'y'], columns = {'a': 'INTEGER', b:"
            + " 'DECIMAL(9, 2)'}, compression = gzip, null = 'NA', nothing = [], strict = FALSE)");
    assertThat(opened)
        .containsExactly(
            Map.ofEntries(
                Map.entry("delim", ";"),
                Map.entry("header", true),
                Map.entry("skip", 2L),
                Map.entry("sample_size", -1L),
                Map.entry("rate", 0.5),
                Map.entry("names", List.of("x", "y")),
                Map.entry("columns", Map.of("a", "INTEGER", "b", "DECIMAL(9, 2)")),
                Map.entry("compression", "gzip"),
                Map.entry("null", "NA"),
                Map.entry("nothing", List.of()),
                Map.entry("strict", false)));
  }

  @Test
  void wordsOfFilesAreStillNames() {
    assertThat(
            columns(
                "SELECT read_csv, export, summarize FROM (VALUES (1, 2, 3)) AS t (read_csv, export,"
                    + " summarize)"))
        .hasSize(3);
  }

  @Test
  void wrongReferencesSayWhatIsWrong() {
    assertFails("FROM 'DIR/c.csv'", "did you mean a.csv?");
    assertFails("FROM 'DIR/a.data'", "read_csv, read_parquet, read_json or read_arrow");
    assertFails("FROM read_parquet('DIR/a.csv')", "parquet", "formats are csv");
    assertFails("FROM read_csv()", "needs the path");
    assertFails("FROM read_csv('a', 'b')", "list of paths");
    assertFails("FROM read_csv([1])", "needs the path");
    assertFails("FROM read_csv(?)", "cannot be a parameter");
    assertFails("FROM read_csv('DIR/a.csv', skip = 1, skip = 2)", "given twice");
    assertFails("SELECT missing FROM 'DIR/a.csv'", "missing");
    assertFails("SELECT * FROM 'DIR/a.csv', 'DIR/a.csv'", "a");
  }

  private void assertFails(String sql, String... parts) {
    assertThatThrownBy(() -> columns(sql)).hasMessageContainingAll(parts);
  }
}
