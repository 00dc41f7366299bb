package dev.paceline.core.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorts whose rows have no room in the budget: how much they hold, write and leave behind. */
@ExtendWith(LedgerExtension.class)
class ExternalSortTest {
  /** A key, the row's number, and a text that depends on both. */
  private static final List<DataType> TYPES =
      List.of(DataType.INT64, DataType.INT64, DataType.VARCHAR);

  private static final List<SortKey> BY_KEY = List.of(new SortKey(0, false, false));

  @TempDir Path directory;

  private TemporaryStorage storage;

  private QueryContext open(MemoryLedger ledger, long boundBytes) {
    storage = new TemporaryStorage(directory, 1L << 30);
    return QueryContext.open(
        "external sort",
        ledger.openBudget(boundBytes),
        storage,
        new CancellationToken(),
        QueryContext.DEFAULT_BATCH_ROWS,
        0,
        ZoneOffset.UTC,
        Set.of());
  }

  private static String text(long key, long number) {
    return "row " + number + " with key " + key;
  }

  /** Fills a sink by turns from some workers, and completes it. */
  private static void fill(
      SortSink sink,
      QueryContext query,
      MemoryLedger ledger,
      int workers,
      long rows,
      LongUnaryOperator keys) {
    try (MemoryScope scratch = query.budget().openScope("workers")) {
      List<BatchConsumer> locals = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        locals.add(sink.newLocal(new WorkerContext(query, scratch)));
      }
      int turn = 0;
      for (long from = 0; from < rows; from += query.batchRows()) {
        int count = (int) Math.min(query.batchRows(), rows - from);
        append(locals.get(turn++ % workers), ledger, from, count, keys);
      }
      SinkRun.complete(sink, query);
    }
  }

  private static void append(
      BatchConsumer local, MemoryLedger ledger, long from, int count, LongUnaryOperator keys) {
    Object[][] values = new Object[3][count];
    for (int i = 0; i < count; i++) {
      long number = from + i;
      long key = keys.applyAsLong(number);
      values[0][i] = key;
      values[1][i] = number;
      values[2][i] = text(key, number);
    }
    // not of the query: it is not the sort that holds them
    try (MemoryScope scope = ledger.openScope("input")) {
      Vectors vectors = new Vectors(scope);
      ColumnVector[] columns = new ColumnVector[values.length];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = vectors.of(TYPES.get(i), values[i]);
      }
      assertThat(local.accept(new Batch(columns).set(count, null))).isTrue();
    }
  }

  /** Reads a sorted output; returns the numbers of its rows, whose order and texts are checked. */
  private static List<Long> read(Source source, QueryContext query) {
    List<Long> numbers = new ArrayList<>();
    long[] last = {Long.MIN_VALUE};
    source.open();
    try (MemoryScope scope = query.budget().openScope("reader")) {
      Source.SourceReader reader = source.newReader(new WorkerContext(query, scope));
      for (Source.Morsel morsel = source.next(); morsel != null; morsel = source.next()) {
        reader.read(
            morsel,
            batch -> {
              for (int i = 0; i < batch.rowCount(); i++) {
                long key = batch.column(0).getLong(i);
                long number = batch.column(1).getLong(i);
                if (key < last[0] || !text(key, number).equals(batch.column(2).getObject(i))) {
                  throw new AssertionError("row " + number + " with key " + key);
                }
                last[0] = key;
                numbers.add(number);
              }
              return true;
            });
        morsel.release();
      }
    }
    assertThat(source.exhausted()).isTrue();
    return numbers;
  }

  @ParameterizedTest
  @CsvSource({"1, 4", "2, 4", "4, 8"})
  void whatIsHeldStaysInTheBudget(int workers, int boundMegabytes, MemoryLedger ledger) {
    long bound = (long) boundMegabytes << 20;
    int rows = 200_000;
    try (QueryContext query = open(ledger, bound)) {
      SortSink sink = new SortSink(TYPES, BY_KEY, 0, -1, query);
      fill(sink, query, ledger, workers, rows, number -> number * 7919 % 100_003);
      assertThat(query.memory().bytes()).isLessThan(1 << 20);
      long written = query.temporaryFiles().writtenBytes();
      assertThat(written).isGreaterThan(bound);
      List<Long> numbers = read(sink.output(), query);
      assertThat(numbers).hasSize(rows).doesNotHaveDuplicates();
      assertThat(query.budget().peakBytes()).isLessThan(bound + bound / 4);
      assertThat(query.temporaryFiles().writtenBytes()).as("one pass").isEqualTo(written);
      assertThat(storage.usedBytes()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 97", "3, 49", "7, 21", "24, 2", "25, 0"})
  void equalRowsStayInTheOrderOfTheInput(int fanIn, int runsWrittenAgain, MemoryLedger ledger) {
    int rows = 25 * QueryContext.DEFAULT_BATCH_ROWS;
    try (QueryContext query = open(ledger, 1)) {
      SortSink sink = new SortSink(TYPES, BY_KEY, 0, -1, query, fanIn);
      fill(sink, query, ledger, 1, rows, number -> number % 3);
      long written = query.temporaryFiles().writtenBytes();
      List<Long> expected = new ArrayList<>();
      for (long key = 0; key < 3; key++) {
        for (long number = key; number < rows; number += 3) {
          expected.add(number);
        }
      }
      assertThat(read(sink.output(), query)).isEqualTo(expected);
      assertThat(storage.usedBytes()).isZero();
      long merged = query.temporaryFiles().writtenBytes() - written;
      double again = 25.0 * merged / written;
      // the last page of a run is not full, and longer runs have fewer of them
      assertThat(again).isCloseTo(runsWrittenAgain, withinPercentage(8));
    }
  }

  @Test
  void nothingIsWrittenBehindTheLastRowWanted(MemoryLedger ledger) {
    int rows = 20 * QueryContext.DEFAULT_BATCH_ROWS;
    try (QueryContext query = open(ledger, 1)) {
      SortSink sink = new SortSink(TYPES, BY_KEY, 3, 7, query, 3);
      fill(sink, query, ledger, 1, rows, number -> rows - number);
      assertThat(query.temporaryFiles().writtenBytes()).isLessThan(20 * (100 << 10));
      List<Long> expected = new ArrayList<>();
      for (long number = rows - 4L; number > rows - 11; number--) {
        expected.add(number);
      }
      assertThat(read(sink.output(), query)).isEqualTo(expected);
      assertThat(storage.usedBytes()).isZero();
    }
  }

  @Test
  void aConsumerThatWantsNoMoreEndsTheMerge(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 1)) {
      SortSink sink = new SortSink(TYPES, BY_KEY, 0, -1, query, 100);
      fill(sink, query, ledger, 1, 20_000, number -> -number);
      long before = query.budget().usedBytes();
      Source source = sink.output();
      source.open();
      Source.SourceReader reader = source.newReader(new WorkerContext(query, query.memory()));
      int[] batches = new int[1];
      reader.read(source.next(), batch -> ++batches[0] < 3);
      assertThat(batches[0]).isEqualTo(3);
      assertThat(source.next()).isNull();
      assertThat(source.exhausted()).isTrue();
      assertThat(query.budget().usedBytes()).isEqualTo(before);
      assertThat(storage.usedBytes()).isZero();
      source.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 100})
  void aCancelledMergeEnds(int fanIn, MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 1)) {
      SortSink sink = new SortSink(TYPES, BY_KEY, 0, -1, query, fanIn);
      fill(sink, query, ledger, 1, 20_000, number -> -number);
      Source source = sink.output();
      source.open();
      Source.SourceReader reader = source.newReader(new WorkerContext(query, query.memory()));
      query.cancellation().cancel();
      assertThatThrownBy(() -> reader.read(source.next(), batch -> true))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      source.close();
    }
    assertThat(storage.usedBytes()).isZero();
  }

  @Test
  void aRunThatCannotBeWrittenFailsTheSort(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 1)) {
      query.temporaryFiles().close();
      SortSink sink = new SortSink(TYPES, BY_KEY, 0, -1, query);
      assertThatThrownBy(() -> fill(sink, query, ledger, 1, 20_000, number -> number))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
  }

  @Test
  void aSortThatFitsWritesNothing(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 64 << 20)) {
      SortSink sink = new SortSink(TYPES, BY_KEY, 0, -1, query);
      Random random = new Random(1);
      fill(sink, query, ledger, 2, 50_000, number -> random.nextInt(1000));
      assertThat(read(sink.output(), query)).hasSize(50_000);
      assertThat(query.temporaryFiles().writtenBytes()).isZero();
    }
  }
}
