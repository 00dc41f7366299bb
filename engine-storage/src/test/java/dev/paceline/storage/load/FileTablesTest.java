package dev.paceline.storage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.csv.CsvFormat;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Columns from the names of files, and files of different columns. */
@ExtendWith(LedgerExtension.class)
class FileTablesTest {
  @TempDir Path directory;
  private Path first;
  private Path second;

  @BeforeEach
  void write() throws IOException {
    first = write("year=2023/kind=a%20b/one.csv", "id,x\n1,5\n2,6\n");
    second = write("year=2024/kind=__HIVE_DEFAULT_PARTITION__/two.csv", "ID,y\n3,2.5\n");
  }

  private Path write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void takesColumnsFromPaths(MemoryLedger ledger) {
    FileTable table = open(ledger, Map.of("filename", true), first);
    assertThat(table.columns())
        .containsExactly(
            new ColumnDefinition("id", DataType.INT64, true),
            new ColumnDefinition("x", DataType.INT64, true),
            new ColumnDefinition("filename", DataType.VARCHAR, false),
            new ColumnDefinition("kind", DataType.VARCHAR, true),
            new ColumnDefinition("year", DataType.INT64, true));
    for (int workers : new int[] {1, 4}) {
      assertThat(new FileTableReader(ledger, workers).rows(table))
          .containsExactlyInAnyOrder(
              Arrays.asList(1L, 5L, first.toString(), "a b", 2023L),
              Arrays.asList(2L, 6L, first.toString(), "a b", 2023L));
    }
    assertThat(new FileTableReader(ledger, 1).rows(table, 4, 0))
        .containsExactly(Arrays.asList(2023L, 1L), Arrays.asList(2023L, 2L));
    assertThat(open(ledger, Map.of("hive_partitioning", false), first).columns()).hasSize(2);
  }

  @Test
  void matchesColumnsByName(MemoryLedger ledger) throws IOException {
    Map<String, Object> options = Map.of("union_by_name", true, "hive_partitioning", false);
    Path third = write("three.csv", "x,id\nz,4\n");
    FileTable table = open(ledger, options, first, second, third);
    assertThat(table.columns().stream().map(ColumnDefinition::name))
        .containsExactly("id", "x", "y");
    assertThat(new FileTableReader(ledger, 1).rows(table))
        .containsExactly(
            Arrays.asList(1L, "5", null),
            Arrays.asList(2L, "6", null),
            Arrays.asList(3L, null, 2.5),
            Arrays.asList(4L, "z", null));
    assertThatThrownBy(() -> open(ledger, Map.of("hive_partitioning", false), third, first))
        .hasMessageContaining("calls its column 1 id instead of x; read files of different");
  }

  @Test
  void skipsFilesByTheirPaths(MemoryLedger ledger) {
    FileTable table = open(ledger, Map.of("union_by_name", true), first, second);
    int year = table.columns().stream().map(ColumnDefinition::name).toList().indexOf("year");
    List<ScanPredicate> predicates = List.of(new ScanPredicate(1, LongRanges.between(2024, 2030)));
    try (ChunkSource source =
        table.snapshot().openScan(new int[] {0, year}, predicates, new BitSet())) {
      assertThat(source.skippedBlocks()).isEqualTo(2);
      var chunk = source.next();
      assertThat(chunk).isNotNull();
      chunk.load(() -> {});
      assertThat(chunk.rowCount()).isEqualTo(1);
      source.release(chunk);
      assertThat(source.next()).isNull();
      assertThat(source.exhausted()).isTrue();
    }
    assertThat(new FileTableReader(ledger, 1).rows(table, year - 1, 0))
        .containsExactly(
            Arrays.asList("a b", 1L), Arrays.asList("a b", 2L), Arrays.asList(null, 3L));
  }

  private static FileTable open(MemoryLedger ledger, Map<String, Object> options, Path... files) {
    List<FileSet.Entry> entries = Arrays.stream(files).map(FileSet.Entry::of).toList();
    return FileTables.open(
        new CsvFormat(),
        new FileSet("files", entries),
        new FileOptions(options),
        new FileCache(ledger, 0));
  }
}
