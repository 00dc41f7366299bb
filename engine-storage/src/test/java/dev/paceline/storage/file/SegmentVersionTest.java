package dev.paceline.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.definition.CheckConstraint;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases that other versions of Paceline wrote. */
@ExtendWith(LedgerExtension.class)
@Timeout(60)
class SegmentVersionTest {
  /** Rows of the database in the resources. */
  private static final int ROWS = 30;

  private static final String SEGMENT = "00000001.segment";

  @TempDir Path folder;

  /** As the last Paceline that wrote version 1 left it. */
  private void copyVersion1() throws IOException {
    copyVersion(1);
  }

  /** As the last Paceline that wrote a version of the manifest left it. */
  private void copyVersion(int version) throws IOException {
    copy(version, "manifest");
    copy(version, SEGMENT);
  }

  /** Copies a file that is kept as text. */
  private void copy(int version, String file) throws IOException {
    String resource = "version-" + version + "/" + file + ".gz.base64";
    try (InputStream text = SegmentVersionTest.class.getResourceAsStream(resource)) {
      assertThat(text).as(resource).isNotNull();
      Files.copy(new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), folder.resolve(file));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void anEarlierVersionIsReadAndExtended(int version, MemoryLedger ledger) throws IOException {
    copyVersion(version);
    int more = 7000;
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(ROWS));
      SampleTable.load(database, ROWS, more);
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_ONLY)) {
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(ROWS + more));
    }
  }

  @Test
  void theEditsOfVersion2AreRead(MemoryLedger ledger) throws IOException {
    copyVersion(2);
    ViewDefinition view = new ViewDefinition("v", List.of(), "SELECT id FROM sample");
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      assertThat(database.tables()).hasSize(1);
      assertThat(database.views()).isEmpty();
      database.createView(view, false);
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_ONLY)) {
      assertThat(database.views()).containsExactly(view);
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(ROWS));
    }
  }

  @Test
  void theViewsOfVersion3AreRead(MemoryLedger ledger) throws IOException {
    copyVersion(3);
    ViewDefinition view = new ViewDefinition("v", List.of(), "SELECT id FROM sample");
    try (Database database = Database.open(folder, ledger, OpenMode.READ_ONLY)) {
      assertThat(database.views()).containsExactly(view);
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(ROWS));
    }
  }

  /** A database of version 4 has no macros; they are kept in edits and in the record. */
  @Test
  void macrosAreKept(MemoryLedger ledger) throws IOException {
    copyVersion(4);
    MacroDefinition value = new MacroDefinition("f", false, "(a) AS a + 1");
    MacroDefinition query = new MacroDefinition("f", true, "(a) AS TABLE SELECT a");
    MacroDefinition other = new MacroDefinition("F", false, "(a) AS a + 2");
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      assertThat(database.macros().definitions()).isEmpty();
      assertThat(database.table("c").definition().checks()).hasSize(1);
      database.createMacro(value, false);
      database.createMacro(query, false);
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      assertThat(database.macros().definitions()).containsExactly(value, query);
      assertThatThrownBy(() -> database.createMacro(other, false))
          .hasMessageContaining("macro f exists already");
      database.createMacro(other, true);
      assertThatThrownBy(() -> database.dropMacro(value))
          .hasMessageContaining("was dropped meanwhile");
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      assertThat(database.macros().definitions()).containsExactly(query, other);
      database.dropMacro(query);
      assertThat(database.macros().version()).isEqualTo(1);
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_ONLY)) {
      assertThat(database.macros().definitions()).containsExactly(other);
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(ROWS));
      assertThatThrownBy(() -> database.createMacro(value, true))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY));
    }
  }

  /** A database of version 4 has neither names for types nor columns of nested types. */
  @Test
  void typesAreKept(MemoryLedger ledger) throws IOException {
    copyVersion(4);
    DataType nested =
        DataType.map(
            DataType.VARCHAR,
            DataType.list(
                DataType.struct(
                    List.of(
                        new StructField("a b", DataType.decimal(20, 3)),
                        new StructField("", DataType.array(DataType.UUID, 2))))));
    TypeDefinition name = new TypeDefinition("n", nested);
    TypeDefinition other = new TypeDefinition("N", DataType.INT8);
    TypeDefinition second = new TypeDefinition("m", DataType.DATE);
    TableDefinition table =
        new TableDefinition("nested", List.of(new ColumnDefinition("x", nested, true)));
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      assertThat(database.types().definitions()).isEmpty();
      database.createType(name, false);
      database.createTable(table);
    }
    for (int i = 0; i < 2; i++) {
      try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
        assertThat(database.types().definitions()).containsExactly(name);
        assertThat(database.table("nested").definition()).isEqualTo(table);
        assertThatThrownBy(() -> database.createType(other, false))
            .hasMessageContaining("type n exists already");
        database.createType(second, true);
        database.dropType(second);
        assertThatThrownBy(() -> database.dropType(second))
            .hasMessageContaining("was dropped meanwhile");
      }
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      database.createType(other, true);
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_ONLY)) {
      assertThat(database.types().definitions()).containsExactly(other);
      assertThat(database.table("nested").definition()).isEqualTo(table);
      assertThat(SampleTable.read(database, ledger)).isEqualTo(SampleTable.rows(ROWS));
    }
  }

  /** What a database of version 4 has is in the schema main; others are kept as they are. */
  @Test
  void schemasAreKept(MemoryLedger ledger) throws IOException {
    copyVersion(4);
    TableDefinition table =
        new TableDefinition("c", List.of(new ColumnDefinition("x.y", DataType.INT32, true)));
    TableDefinition dotted = table.withSchema("a").withName("b.c");
    TableDefinition other = table.withSchema("a.b").withName("c");
    ViewDefinition view = new ViewDefinition("a.b", "v", List.of(), "SELECT 1");
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      assertThat(database.schemas()).containsExactly("main");
      assertThat(database.tables()).allMatch(each -> each.definition().schema().equals("main"));
      database.createSchema("a");
      database.createSchema("a.b");
      database.createTable(dotted);
      database.createTable(other);
      database.createView(view, false);
      assertThatThrownBy(() -> database.createSchema("A.B"))
          .hasMessageContaining("schema a.b exists already");
      assertThatThrownBy(() -> database.createTable(table.withSchema("none")))
          .hasMessageContaining("there is no schema none");
    }
    for (int i = 0; i < 2; i++) {
      try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
        assertThat(database.schemas()).containsExactly("a", "a.b", "main");
        assertThat(database.table(dotted.qualifiedName()).definition()).isEqualTo(dotted);
        assertThat(database.table(other.qualifiedName()).definition()).isEqualTo(other);
        assertThat(database.table("c").definition().checks()).hasSize(1);
        assertThat(database.view(view.qualifiedName())).isEqualTo(view);
        assertThatThrownBy(() -> database.dropSchema("a", false))
            .hasMessageContaining("schema a has 1 tables, views and sequences");
        assertThatThrownBy(() -> database.dropSchema("main", true))
            .hasMessageContaining("cannot be dropped");
      }
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      database.dropSchema("a.b", true);
    }
    try (Database database = Database.open(folder, ledger, OpenMode.READ_ONLY)) {
      assertThat(database.schemas()).containsExactly("a", "main");
      assertThat(database.tables()).hasSize(3);
      assertThat(database.views()).hasSize(1);
    }
  }

  /** Values of columns and checks come back as they were given, from edits and from the record. */
  @Test
  void valuesOfColumnsAndChecksAreKept(MemoryLedger ledger) {
    TableDefinition definition =
        new TableDefinition(
            "t",
            List.of(
                new ColumnDefinition("a", DataType.INT32, false),
                new ColumnDefinition(
                    "b",
                    DataType.VARCHAR,
                    true,
                    new ColumnValue(ColumnValue.Kind.DEFAULT, "'it''s'")),
                new ColumnDefinition(
                    "c",
                    DataType.INT64,
                    true,
                    new ColumnValue(ColumnValue.Kind.GENERATED, "a * 2"))),
            List.of(
                new CheckConstraint("t_check", "a > 0"), new CheckConstraint("other", "c < 100")));
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE);
        Appender appender = database.newTable(definition)) {
      appender.commit();
    }
    for (int i = 0; i < 2; i++) {
      try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
        assertThat(database.table("t").definition()).isEqualTo(definition);
      }
    }
  }

  /** Puts a version into a header, and its checksum behind the header's other fields or not. */
  private void setVersion(
      String file, int versionOffset, int version, int checksumOffset, boolean right)
      throws IOException {
    byte[] bytes = Files.readAllBytes(folder.resolve(file));
    MemorySegment header = MemorySegment.ofArray(bytes);
    header.set(SegmentLayout.INT, versionOffset, version);
    if (right) {
      header.set(SegmentLayout.INT, checksumOffset, Checksum.of(header.asSlice(0, checksumOffset)));
    }
    Files.write(folder.resolve(file), bytes);
  }

  private void setSegmentVersion(int version, boolean right) throws IOException {
    setVersion(
        SEGMENT,
        SegmentLayout.HEADER_VERSION_OFFSET,
        version,
        SegmentLayout.HEADER_CHECKSUM_OFFSET,
        right);
  }

  private void assertRefused(ErrorCode code, String message, MemoryLedger ledger) {
    for (OpenMode mode : OpenMode.values()) {
      assertThatThrownBy(() -> Database.open(folder, ledger, mode).close())
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(code))
          .hasMessageContaining(message);
    }
  }

  @Test
  void aLaterVersionIsNotTakenForDamage(MemoryLedger ledger) throws IOException {
    copyVersion1();
    setSegmentVersion(SegmentLayout.VERSION + 1, true);
    assertRefused(
        ErrorCode.NOT_SUPPORTED,
        SEGMENT + " was written by a newer version of Paceline: it has the format version 5",
        ledger);
    setSegmentVersion(0, true);
    assertRefused(ErrorCode.CORRUPT_DATA, "there is no format version 0", ledger);
    setSegmentVersion(SegmentLayout.VERSION + 1, false);
    assertRefused(ErrorCode.CORRUPT_DATA, "checksum", ledger);
    setSegmentVersion(1, true);
    Database.open(folder, ledger, OpenMode.READ_ONLY).close();
    setVersion("manifest", 8, 10, 20, true);
    assertRefused(
        ErrorCode.NOT_SUPPORTED,
        "manifest was written by a newer version of Paceline: it has the format version 10",
        ledger);
    setVersion("manifest", 8, 8, 20, false);
    assertRefused(ErrorCode.CORRUPT_DATA, "checksum", ledger);
  }
}
