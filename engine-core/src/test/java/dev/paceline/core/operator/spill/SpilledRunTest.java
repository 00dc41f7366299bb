package dev.paceline.core.operator.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryFile;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that go to pages and come back: {@link RunWriter}, {@link RunReader}, RowGatherer. */
@ExtendWith(LedgerExtension.class)
class SpilledRunTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 2048})
  void rowsComeBackAsTheyWere(int batchRows, MemoryLedger ledger) {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      int count = Math.min(1 + random.nextInt(5000), 200 * batchRows);
      List<@Nullable Object[]> rows = SpillFixture.rows(random, count, seed % 3 == 0);
      try (SpillFixture fixture = new SpillFixture(ledger, directory, batchRows)) {
        SpilledRun run = write(fixture, rows, random, newFile(fixture));
        assertThat(run.rowCount()).isEqualTo(count);
        for (int time = 0; time < 2; time++) {
          List<List<@Nullable Object>> read = read(run.open(fixture.query.memory()), batchRows);
          assertThat(read).as("seed " + seed).isEqualTo(lists(rows));
        }
        assertThat(fixture.storage.usedBytes()).isPositive();
        run.close();
        run.close();
        assertThat(fixture.storage.usedBytes()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 2048})
  void rowsOfSeveralRunsAreGathered(int batchRows, MemoryLedger ledger) {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      try (SpillFixture fixture = new SpillFixture(ledger, directory, batchRows)) {
        RunFile file = newFile(fixture);
        MemoryScope scope = fixture.query.memory();
        List<List<List<@Nullable Object>>> left = new ArrayList<>();
        List<SpilledRun> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          int count = Math.min(1 + random.nextInt(3000), 100 * batchRows);
          List<@Nullable Object[]> rows = SpillFixture.rows(random, count, seed % 3 == 0);
          left.add(lists(rows));
          runs.add(write(fixture, rows, random, file));
        }
        check(runs, left, fixture.query, random, scope);
        for (SpilledRun run : runs) {
          assertThat(fixture.storage.usedBytes()).isPositive();
          run.close();
        }
        assertThat(fixture.storage.usedBytes()).isZero();
      }
    }
  }

  /** Takes rows from the runs in random turns, and compares them batch by batch. */
  private static void check(
      List<SpilledRun> runs,
      List<List<List<@Nullable Object>>> rows,
      QueryContext query,
      Random random,
      MemoryScope scope) {
    List<RunReader> readers = runs.stream().map(run -> run.open(scope)).toList();
    Batch[] pages = new Batch[runs.size()];
    int[] inPage = new int[pages.length];
    int[] at = new int[pages.length];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = readers.get(i).next();
    }
    RowGatherer gatherer = new RowGatherer(SpillFixture.TYPES, query, pages, scope);
    List<List<@Nullable Object>> expected = new ArrayList<>();
    int left = rows.stream().mapToInt(List::size).sum();
    while (left > 0) {
      int run = random.nextInt(pages.length);
      if (at[run] < rows.get(run).size()) {
        if (inPage[run] == pages[run].rowCount()) {
          gatherer.copy();
          assertThat(readers.get(run).next()).isSameAs(pages[run]);
          inPage[run] = 0;
        }
        gatherer.add(run, inPage[run]++);
        expected.add(rows.get(run).get(at[run]++));
        left--;
      }
      assertThat(gatherer.rowCount())
          .isEqualTo(expected.size())
          .isLessThanOrEqualTo(query.batchRows());
      if (gatherer.isFull() || left == 0) {
        gatherer.copy();
        SpillFixture.checkContract(gatherer.batch());
        assertThat(SinkRun.rows(gatherer.batch())).isEqualTo(expected);
        gatherer.clear();
        expected.clear();
      }
    }
    readers.forEach(reader -> assertThat(reader.next()).isNull());
  }

  @Test
  void pagesOfAQueryWithLittleMemoryStaySmallWhateverTheStrings(MemoryLedger ledger) {
    int length = 10_000;
    try (SpillFixture fixture = new SpillFixture(ledger, directory, 2048)) {
      MemoryScope scope = fixture.query.memory();
      Object[] strings = new Object[2048];
      Arrays.setAll(strings, i -> "%05d".formatted(i).repeat(length / 5));
      List<DataType> types = List.of(DataType.VARCHAR);
      RunWriter writer = new RunFile("test", types, fixture.query).newWriter(scope);
      writer.append(
          new Batch(new Vectors(scope).of(DataType.VARCHAR, strings)).set(strings.length, null));
      SpilledRun run = writer.finish();
      assertThat(run.pageBytes()).isLessThan((16 << 10) + length);
      RunReader reader = run.open(scope);
      int row = 0;
      for (Batch page = reader.next(); page != null; page = reader.next()) {
        for (int i = 0; i < page.rowCount(); i++) {
          assertThat(page.column(0).getObject(i)).isEqualTo(strings[row++]);
        }
      }
      assertThat(row).isEqualTo(strings.length);
    }
  }

  @Test
  void boundsOfAPageJoinThoseOfItsVectors(MemoryLedger ledger) {
    try (SpillFixture fixture = new SpillFixture(ledger, directory, 64)) {
      MemoryScope scope = fixture.query.memory();
      Vectors vectors = new Vectors(scope);
      List<DataType> types = List.of(DataType.INT64, DataType.INT64);
      RunWriter writer = new RunFile("test", types, fixture.query).newWriter(scope);
      ColumnVector bare = vectors.of(DataType.INT64, 1L, 2L);
      bare.setLongs(bare.data(), 0);
      writer.append(
          new Batch(
                  vectors.affine(DataType.INT64, 1, 100, 1, 107L, null),
                  vectors.of(DataType.INT64, 5L, 6L))
              .set(2, null));
      writer.append(new Batch(vectors.constant(DataType.INT64, -3L), bare).set(2, null));
      writer.append(
          new Batch(vectors.constant(DataType.INT64, null), vectors.of(DataType.INT64, 7L, 8L))
              .set(2, null));
      Batch page = writer.finish().open(scope).next();
      assertThat(page).isNotNull();
      assertThat(page.rowCount()).isEqualTo(6);
      assertThat(page.column(0).hasBounds()).isTrue();
      assertThat(page.column(0).min()).isEqualTo(-3);
      assertThat(page.column(0).max()).isEqualTo(107);
      assertThat(page.column(1).hasBounds()).isFalse();
    }
  }

  @Test
  void gatheredRowsHaveBoundsAndFewLongStrings(MemoryLedger ledger) {
    try (SpillFixture fixture = new SpillFixture(ledger, directory, 64)) {
      MemoryScope scope = fixture.query.memory();
      Vectors vectors = new Vectors(scope);
      List<DataType> types = List.of(DataType.INT64, DataType.VARCHAR);
      RunFile file = new RunFile("test", types, fixture.query);
      Batch[] pages = new Batch[2];
      for (int run = 0; run < pages.length; run++) {
        String text = "x".repeat(3_000);
        RunWriter writer = file.newWriter(scope);
        writer.append(
            new Batch(
                    vectors.of(DataType.INT64, 10L + run, 20L + run),
                    vectors.of(DataType.VARCHAR, text, text))
                .set(2, null));
        pages[run] = writer.finish().open(scope).next();
      }
      RowGatherer gatherer = new RowGatherer(types, fixture.query, pages, scope);
      gatherer.add(1, 0);
      gatherer.add(0, 1);
      assertThat(gatherer.isFull()).isFalse();
      gatherer.add(1, 1);
      assertThat(gatherer.isFull()).isTrue();
      gatherer.copy();
      assertThat(gatherer.isFull()).isTrue();
      ColumnVector numbers = gatherer.batch().column(0);
      assertThat(Vectors.read(numbers, 3)).containsExactly(11L, 20L, 21L);
      assertThat(numbers.hasBounds()).isTrue();
      assertThat(numbers.min()).isEqualTo(10);
      assertThat(numbers.max()).isEqualTo(21);
      gatherer.clear();
      assertThat(gatherer.isFull()).isFalse();
    }
  }

  @Test
  void viewsLieInsideThePageUnderNullsToo(MemoryLedger ledger) {
    try (SpillFixture fixture = new SpillFixture(ledger, directory, 4)) {
      MemoryScope scope = fixture.query.memory();
      Vectors vectors = new Vectors(scope);
      PageLayout layout = new PageLayout(List.of(DataType.VARCHAR), 4);
      LaneEncoder encoder = new LaneEncoder(layout, scope, 4);
      RowPage page = new RowPage(layout, scope);
      String text = "x".repeat(100_000);
      encoder.encode(new Batch(vectors.of(DataType.VARCHAR, text, text, text, text)).set(4, null));
      page.append(encoder, 0, 4);
      try (TemporaryFile file = fixture.query.temporaryFiles().create("test")) {
        page.write(file);
        encoder.encode(new Batch(vectors.constant(DataType.VARCHAR, null)).set(4, null));
        page.append(encoder, 0, 4);
        SpilledRows.Page written = new SpilledRows.Page(page.write(file), 4);
        Batch read = new PageReader(layout, scope).read(file, written);
        SpillFixture.checkContract(read);
        assertThat(SinkRun.rows(read)).hasSize(4).allMatch(row -> row.getFirst() == null);
      }
    }
  }

  private static RunFile newFile(SpillFixture fixture) {
    return new RunFile("test", SpillFixture.TYPES, fixture.query);
  }

  private static SpilledRun write(
      SpillFixture fixture, List<@Nullable Object[]> rows, Random random, RunFile file) {
    MemoryScope scope = fixture.query.memory();
    int batchRows = fixture.query.batchRows();
    RunWriter writer = file.newWriter(scope);
    Compactor compactor =
        new Compactor(SpillFixture.TYPES.toArray(new DataType[0]), scope, batchRows);
    new RandomBatches(SpillFixture.TYPES, random, scope)
        .forEach(rows, batchRows, batch -> writer.append(compactor.compact(batch)));
    return writer.finish();
  }

  private static List<List<@Nullable Object>> read(RunReader reader, int batchRows) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Batch page = reader.next(); page != null; page = reader.next()) {
      assertThat(page.rowCount()).isBetween(1, batchRows);
      SpillFixture.checkContract(page);
      rows.addAll(SinkRun.rows(page));
    }
    return rows;
  }

  private static List<List<@Nullable Object>> lists(List<@Nullable Object[]> rows) {
    List<List<@Nullable Object>> lists = new ArrayList<>();
    rows.forEach(row -> lists.add(Arrays.asList(row)));
    return lists;
  }
}
