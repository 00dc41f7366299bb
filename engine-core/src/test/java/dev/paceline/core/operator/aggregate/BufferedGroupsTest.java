package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.BufferedRows;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.plan.AggregateCall;
import dev.paceline.core.plan.AggregateFunction;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Rows that workers put off, and groups that go as they are read. */
@ExtendWith(LedgerExtension.class)
class BufferedGroupsTest {
  private static final List<DataType> TYPES = List.of(DataType.INT64, DataType.VARCHAR);
  private static final int[] KEYS = {0, 1};

  private static final AggregateCall COUNT =
      new AggregateCall(AggregateFunction.COUNT, -1, false, -1, DataType.INT64);

  private MemoryLedger ledger;

  @BeforeEach
  void setUp(MemoryLedger ledger) {
    this.ledger = ledger;
  }

  private QueryContext query(TemporaryStorage files) {
    return QueryContext.open(
        "test",
        ledger.openBudget(MemoryBudget.FAIR_SHARE),
        files,
        new CancellationToken(),
        256,
        0,
        ZoneOffset.UTC,
        Set.of());
  }

  private static HashAggregate countsByKeys(QueryContext query, long tableGroups) {
    return new HashAggregate(
        TYPES,
        KEYS,
        new ValueRange[2],
        List.of(COUNT),
        Double.POSITIVE_INFINITY,
        query,
        query.hashMask(),
        1,
        0,
        tableGroups);
  }

  /** Rows whose keys come again after each {@code distinct} rows. */
  private static List<@Nullable Object[]> rows(int count, int distinct) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int key = i % distinct;
      rows.add(
          new Object[] {
            key % 11 == 3 ? null : (Object) (key * 1_000_003L),
            key % 7 == 5 ? null : "a string of the key " + key
          });
    }
    return rows;
  }

  private static Map<List<@Nullable Object>, Long> counts(List<@Nullable Object[]> rows) {
    Map<List<@Nullable Object>, Long> counts = new HashMap<>();
    for (@Nullable Object[] row : rows) {
      List<@Nullable Object> key = new ArrayList<>();
      key.add(row[0]);
      key.add(row[1]);
      counts.merge(key, 1L, Long::sum);
    }
    return counts;
  }

  private static Map<List<@Nullable Object>, Long> counts(HashAggregate sink, QueryContext query) {
    Map<List<@Nullable Object>, Long> counts = new HashMap<>();
    for (List<@Nullable Object> row : SinkRun.read(sink.output(), query)) {
      Long earlier = counts.put(row.subList(0, 2), (Long) row.get(2));
      assertThat(earlier).as("earlier group of " + row).isNull();
    }
    return counts;
  }

  private static void fill(
      HashAggregate sink, QueryContext query, int workers, List<@Nullable Object[]> rows) {
    SinkRun.fill(
        sink,
        query,
        workers,
        new Random(5),
        new RandomBatches(TYPES, new Random(4), query.memory()),
        rows);
  }

  /**
   * The decision: most rows are new groups when the table is that large; otherwise the table stays.
   */
  @Test
  void buffersRowsOfManyGroupsOnly() {
    for (int repeats : new int[] {1, 8}) {
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (@Nullable Object[] row : rows(30_000 / repeats, 30_000)) {
        rows.addAll(Collections.nCopies(repeats, row));
      }
      try (QueryContext query = query(TemporaryStorage.NONE)) {
        HashAggregate sink = countsByKeys(query, 200);
        WorkerGroups worker = sink.newGroups();
        new RandomBatches(TYPES, new Random(1), query.memory()).forEach(rows, 256, worker::accept);
        assertThat(worker.buffered() != null).isEqualTo(repeats == 1);
        SinkRun.complete(sink, query);
        assertThat(counts(sink, query)).isEqualTo(counts(rows));
      }
    }
  }

  /**
   * Groups in random order: the table stays when its misses predict few more groups than it has,
   * unless more workers have such tables.
   */
  @Test
  void buffersRowsIfManyMoreGroupsAreExpected() {
    record Case(int groups, int workers, boolean buffers) {}
    for (Case one :
        List.of(
            new Case(600, 1, false),
            new Case(600, 2, true),
            new Case(300, 2, false),
            new Case(600, 16, true),
            new Case(12_000, 1, true))) {
      List<@Nullable Object[]> rows = rows(20_000, one.groups);
      Collections.shuffle(rows, new Random(3));
      try (QueryContext query = query(TemporaryStorage.NONE).withWorkers(one.workers)) {
        HashAggregate sink = countsByKeys(query, 200);
        WorkerGroups worker = sink.newGroups();
        new RandomBatches(TYPES, new Random(1), query.memory()).forEach(rows, 256, worker::accept);
        assertThat(worker.buffered() != null).as(one.toString()).isEqualTo(one.buffers);
        SinkRun.complete(sink, query);
        assertThat(counts(sink, query)).isEqualTo(counts(rows));
      }
    }
  }

  /** Few rows go into the table of the worker that has most groups: no group changes its place. */
  @Test
  void addsFewBufferedRowsToOneTable() {
    for (int count : new int[] {170, 230}) {
      List<@Nullable Object[]> rows = rows(count, count);
      try (QueryContext query = query(TemporaryStorage.NONE).withWorkers(2)) {
        HashAggregate sink = countsByKeys(query, 100);
        RandomBatches batches = new RandomBatches(TYPES, new Random(1), query.memory());
        WorkerGroups small = sink.newGroups();
        batches.forEach(rows.subList(0, 1), 8, small::accept);
        WorkerGroups large = sink.newGroups();
        batches.forEach(rows, 8, large::accept);
        assertThat(large.buffered()).isNotNull();
        SinkRun.complete(sink, query);
        List<@Nullable Object> first = SinkRun.read(sink.output(), query).getFirst();
        boolean inOneTable = first.get(1).equals(rows.getFirst()[1]);
        assertThat(inOneTable).as("%d rows", count).isEqualTo(count < 200);
      }
    }
  }

  @Test
  void countsFewBufferedRowsInOneTable() {
    List<@Nullable Object[]> rows = rows(170, 150);
    try (QueryContext query = query(TemporaryStorage.NONE).withWorkers(2)) {
      HashAggregate sink = countsByKeys(query, 100);
      RandomBatches batches = new RandomBatches(TYPES, new Random(1), query.memory());
      batches.forEach(rows.subList(0, 20), 8, sink.newGroups()::accept);
      batches.forEach(rows.subList(20, 170), 8, sink.newGroups()::accept);
      SinkRun.complete(sink, query);
      assertThat(counts(sink, query)).isEqualTo(counts(rows));
    }
  }

  /** An array indexed by a dense key takes all groups; sparse keys leave it too empty. */
  @Test
  void anArrayTakesThePlaceOfBufferedRows() {
    List<DataType> types = List.of(DataType.INT64);
    for (long distance : new long[] {20, 1_000}) {
      int groups = 20_000;
      ValueRange range = new ValueRange(0, distance * groups);
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (int i = 0; i < groups; i++) {
        rows.add(new Object[] {distance * (i * 7_919L % groups)});
      }
      try (QueryContext query = query(TemporaryStorage.NONE)) {
        HashAggregate sink =
            new HashAggregate(
                types,
                new int[] {0},
                new ValueRange[] {range},
                List.of(COUNT),
                Double.POSITIVE_INFINITY,
                query,
                query.hashMask(),
                1,
                0,
                10_000);
        WorkerGroups worker = sink.newGroups();
        new RandomBatches(types, new Random(1), query.memory()).forEach(rows, 256, worker::accept);
        assertThat(worker.buffered() == null).isEqualTo(distance == 20);
        SinkRun.complete(sink, query);
        assertThat(SinkRun.read(sink.output(), query))
            .hasSize(groups)
            .allMatch(row -> row.get(1).equals(1L));
      }
    }
  }

  @Test
  void pagesGoAsTheyAreRead() {
    List<@Nullable Object[]> rows = rows(60_000, 60_000);
    try (QueryContext query = query(TemporaryStorage.NONE)) {
      BufferedRows buffer = new BufferedRows(TYPES, KEYS, query);
      new RandomBatches(TYPES, new Random(1), query.memory()).forEach(rows, 256, buffer::accept);
      assertThat(buffer.rowCount()).isEqualTo(rows.size());
      long before = buffer.bytes();
      long read = 0;
      for (int partition = 0; partition < HashPartitions.FINE_COUNT; partition++) {
        long expected = buffer.rowCount(partition);
        long[] rowCount = {0};
        buffer.drain(
            partition,
            query.memory(),
            batch -> {
              rowCount[0] += batch.rowCount();
              return true;
            });
        assertThat(rowCount[0]).isEqualTo(expected);
        assertThat(buffer.rowCount(partition)).isZero();
        read += expected;
      }
      assertThat(read).isEqualTo(rows.size());
      assertThat(buffer.bytes()).isLessThan(before / 8);
      buffer.close();
    }
  }

  /** Two workers fold their rows, while a third still has some: keys are there once. */
  @Test
  void foldsRowsOfAllWorkersIntoOneTable() {
    List<@Nullable Object[]> rows = rows(9_000, 2_000);
    try (QueryContext query = query(TemporaryStorage.NONE)) {
      Shape shape = new Shape(TYPES, KEYS, new ValueRange[2], List.of(COUNT), query.hashMask());
      FoldedGroups folded = new FoldedGroups(shape, query);
      List<BufferedRows> workers = new ArrayList<>();
      for (int worker = 0; worker < 3; worker++) {
        BufferedRows buffer = new BufferedRows(TYPES, KEYS, query);
        new RandomBatches(TYPES, new Random(1), query.memory())
            .forEach(rows.subList(3_000 * worker, 3_000 * worker + 3_000), 256, buffer::accept);
        workers.add(buffer);
      }
      int groups = 0;
      for (BufferedRows worker : workers.subList(0, 2)) {
        for (int partition = 0; partition < HashPartitions.FINE_COUNT; partition++) {
          groups += folded.fold(partition, worker);
        }
      }
      assertThat(groups).isEqualTo(counts(rows.subList(0, 6_000)).size());
      BufferedGroups all = new BufferedGroups(shape, List.of(), workers, folded, query);
      assertThat(all.partitions()).isEqualTo(HashPartitions.FINE_COUNT);
      int total = 0;
      for (int partition = 0; partition < all.partitions(); partition++) {
        int[] size = {0};
        all.finish(
            partition,
            finished -> {
              size[0] = finished.size();
              return true;
            });
        total += size[0];
      }
      assertThat(total).isEqualTo(counts(rows).size());
      assertThat(folded.bytes()).isZero();
    }
  }

  /** Groups are gone when the last partition has been read, before the source is closed. */
  @Test
  void groupsGoAsTheyAreRead() {
    for (long tableGroups : new long[] {0, 1 << 16}) {
      try (QueryContext query = query(TemporaryStorage.NONE)) {
        HashAggregate sink = countsByKeys(query, tableGroups);
        fill(sink, query, 4, rows(30_000, 30_000));
        long before = query.budget().usedBytes();
        Source groups = sink.output();
        groups.open();
        SourceReader reader = groups.newReader(new WorkerContext(query, query.memory()));
        for (Morsel morsel = groups.next(); morsel != null; morsel = groups.next()) {
          reader.read(morsel, batch -> true);
          morsel.release();
        }
        assertThat(query.budget().usedBytes()).isLessThan(before - (1 << 20));
        assertThat(query.budget().usedBytes()).isLessThan(3 << 20);
        groups.close();
      }
    }
  }

  @Test
  void evictedRowsComeBack(@TempDir Path folder) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1L << 30);
    List<@Nullable Object[]> rows = rows(12_000, 5_000);
    try (QueryContext query = query(storage)) {
      HashAggregate sink = countsByKeys(query, 0);
      List<BatchConsumer> locals = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        locals.add(sink.newLocal(new WorkerContext(query, query.memory())));
      }
      int[] batches = {0};
      new RandomBatches(TYPES, new Random(4), query.memory())
          .forEach(
              rows,
              256,
              batch -> {
                locals.get(batches[0]++ % 2).accept(batch);
                if (batches[0] == 20) {
                  assertThat(sink.evictableBytes()).isGreaterThan(1 << 20);
                  sink.evict()
                      .forEach(order -> order.run(new WorkerContext(query, query.memory())));
                  assertThat(sink.evictableBytes()).isZero();
                }
              });
      SinkRun.complete(sink, query);
      assertThat(counts(sink, query)).isEqualTo(counts(rows));
      assertThat(storage.usedBytes()).isZero();
    }
  }

  /**
   * Cancelled in the middle of a merge: of partitions while they are read, and of the last phase.
   */
  @Test
  void mergesEndWhenTheQueryIsCancelled() {
    for (long tableGroups : new long[] {0, 1 << 16}) {
      try (QueryContext query = query(TemporaryStorage.NONE)) {
        HashAggregate sink = countsByKeys(query, tableGroups);
        List<BatchConsumer> locals = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          locals.add(sink.newLocal(new WorkerContext(query, query.memory())));
        }
        int[] batches = {0};
        new RandomBatches(TYPES, new Random(4), query.memory())
            .forEach(
                rows(20_000, 20_000), 256, batch -> locals.get(batches[0]++ % 4).accept(batch));
        var phase = new AtomicReference<>(sink.finish());
        WorkerContext context = new WorkerContext(query, query.memory());
        phase.get().orders().forEach(order -> order.run(context));
        query.cancellation().cancel(new PacelineException(ErrorCode.CANCELLED, "enough"));
        assertThatThrownBy(
                () -> {
                  phase.get().next().get().runAll(context);
                  SinkRun.read(sink.output(), query);
                })
            .isInstanceOfSatisfying(
                PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
      }
    }
  }

  /** A batch with a selection is buffered without the rows that are not selected. */
  @Test
  void selectsRows() {
    List<@Nullable Object[]> rows = rows(3_000, 1_000);
    try (QueryContext query = query(TemporaryStorage.NONE)) {
      BufferedRows buffer = new BufferedRows(TYPES, KEYS, query);
      long[] selected = {0};
      new RandomBatches(TYPES, new Random(9), query.memory())
          .forEach(
              rows,
              256,
              (Batch batch) -> {
                selected[0] += batch.selectedCount();
                buffer.accept(batch);
              });
      long[] read = {0};
      try (MemoryScope scope = query.budget().openScope("test")) {
        buffer.read(
            scope,
            batch -> {
              read[0] += batch.rowCount();
              return true;
            });
      }
      assertThat(read[0]).isEqualTo(selected[0]);
      assertThat(selected[0]).isEqualTo(rows.size());
    }
  }
}
