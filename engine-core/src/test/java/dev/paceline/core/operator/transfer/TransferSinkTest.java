package dev.paceline.core.operator.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(LedgerExtension.class)
class TransferSinkTest {
  private static final List<DataType> TYPES =
      List.of(DataType.INT64, DataType.VARCHAR, DataType.BOOLEAN, DataType.FLOAT64);

  private static final UnitOfTransfer SMALL =
      UnitOfTransfer.ONE.withBlockBytes(UnitOfTransfer.MIN_BLOCK_BYTES);

  private static QueryContext open(MemoryLedger ledger, int batchRows, long budgetBytes) {
    return QueryContext.open(
        "test",
        ledger.openBudget(budgetBytes),
        TemporaryStorage.NONE,
        new CancellationToken(),
        batchRows,
        0,
        ZoneOffset.UTC,
        Set.of());
  }

  private static List<@Nullable Object[]> rows(int count, Random random) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object text = random.nextInt(5) == 0 ? null : "text " + random.nextInt(1000);
      rows.add(new Object[] {(long) i, text, random.nextBoolean(), random.nextDouble()});
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 400", "2, 3, 4000", "4, 2048, 30000", "3, 2048, 0"})
  void givesBackWhatItTakes(int workers, int batchRows, int count, MemoryLedger ledger) {
    Random random = new Random(count);
    List<@Nullable Object[]> rows = rows(count, random);
    try (QueryContext query = open(ledger, batchRows, 0);
        MemoryScope input = query.budget().openScope("input")) {
      TransferSink sink = new TransferSink(TYPES, SMALL, query);
      Source source = sink.output();
      SinkRun.fill(sink, query, workers, random, new RandomBatches(TYPES, random, input), rows);
      List<List<@Nullable Object>> actual = SinkRun.read(source, query);
      actual.sort(Comparator.comparing(row -> (Long) row.getFirst()));
      List<List<@Nullable Object>> expected = new ArrayList<>();
      rows.forEach(row -> expected.add(Arrays.asList(row)));
      assertThat(actual).isEqualTo(expected);
      assertThat(source.exhausted()).isTrue();
    }
  }

  /** Feeds rows until a number of blocks are full; returns the rows that were fed. */
  private static void fillBlocks(
      BatchConsumer local, QueryContext query, MemoryScope input, int blocks) {
    RandomBatches batches = new RandomBatches(List.of(DataType.FLOAT64), new Random(1), input);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < UnitOfTransfer.MIN_BLOCK_BYTES / 8 * blocks; i++) {
      rows.add(new Object[] {(double) i});
    }
    batches.forEach(rows, query.batchRows(), local::accept);
  }

  @Test
  void handsOnWholeUnits(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 2048, 0);
        MemoryScope input = query.budget().openScope("input")) {
      UnitOfTransfer three = UnitOfTransfer.parse("unit", "3").withBlockBytes(SMALL.blockBytes());
      TransferSink sink = new TransferSink(List.of(DataType.FLOAT64), three, query);
      Source source = sink.output();
      AtomicInteger signals = new AtomicInteger();
      source.onAvailable(signals::incrementAndGet);
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      fillBlocks(local, query, input, 2);
      assertThat(source.next()).isNull();
      assertThat(source.exhausted()).isFalse();
      assertThat(signals).hasValue(0);
      fillBlocks(local, query, input, 2);
      assertThat(signals).hasValue(1);
      for (int i = 0; i < 3; i++) {
        source.next().release();
      }
      assertThat(source.next()).isNull();
      SinkRun.complete(sink, query);
      assertThat(signals).hasValue(2);
      assertThat(source.exhausted()).isFalse();
      source.next().release();
      assertThat(source.exhausted()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1048576, 131072", "100, 1048576, 131072", "all, 1048576, 524288"})
  void producersWaitWhenBlocksHoldTheirPartOfTheBudget(
      String text, long budgetBytes, long limitBytes, MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 2048, budgetBytes);
        MemoryScope input = ledger.openScope("input")) {
      UnitOfTransfer unit = UnitOfTransfer.parse("unit", text).withBlockBytes(SMALL.blockBytes());
      TransferSink sink = new TransferSink(List.of(DataType.FLOAT64), unit, query);
      Source source = sink.output();
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      int blocks = 0;
      while (sink.ready()) {
        fillBlocks(local, query, input, 1);
        blocks++;
      }
      long held = query.budget().usedBytes();
      assertThat(held).isGreaterThanOrEqualTo(limitBytes).isLessThan(2 * limitBytes + (1 << 19));
      List<Morsel> morsels = new ArrayList<>();
      for (Morsel morsel = source.next(); morsel != null; morsel = source.next()) {
        morsels.add(morsel);
      }
      assertThat(morsels).as("all are handed on").hasSize(blocks);
      assertThat(sink.ready()).as("blocks that are being read count").isFalse();
      morsels.forEach(Morsel::release);
      assertThat(query.budget().usedBytes()).isLessThan(held);
      assertThat(sink.ready()).isTrue();
    }
  }

  private static UnitOfTransfer limited(String consumers) {
    return SMALL.withConsumers(ConsumerLimits.parse("consumers", consumers));
  }

  /** Adds a number of blocks of one row each. */
  private static void addBlocks(BatchConsumer local, MemoryScope input, int blocks) {
    RandomBatches batches = new RandomBatches(List.of(DataType.FLOAT64), new Random(1), input);
    for (int i = 0; i < blocks; i++) {
      batches.forEach(List.<Object[]>of(new Object[] {1.0}), 1, local::accept);
      ((BlockWriter) local).finish();
    }
  }

  @Test
  void noMoreBlocksAreOutThanTheUpperLimitSays(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 2048, 0);
        MemoryScope input = query.budget().openScope("input")) {
      TransferSink sink = new TransferSink(List.of(DataType.FLOAT64), limited("..2"), query);
      Source source = sink.output();
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      addBlocks(local, input, 4);
      Morsel first = source.next();
      Morsel second = source.next();
      assertThat(source.next()).isNull();
      SinkRun.complete(sink, query);
      assertThat(source.next()).as("also at the end").isNull();
      assertThat(source.exhausted()).isFalse();
      first.release();
      Morsel third = source.next();
      assertThat(source.next()).isNull();
      second.release();
      third.release();
      source.next().release();
      assertThat(source.exhausted()).isTrue();
    }
  }

  @Test
  void blocksWaitUntilTheLowerLimitCouldRun(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 2048, 0);
        MemoryScope input = query.budget().openScope("input")) {
      TransferSink sink = new TransferSink(List.of(DataType.FLOAT64), limited("3.."), query);
      Source source = sink.output();
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      addBlocks(local, input, 2);
      assertThat(source.next()).isNull();
      addBlocks(local, input, 1);
      Morsel[] running = {source.next(), source.next(), source.next()};
      assertThat(running).doesNotContainNull();
      running[0].release();
      addBlocks(local, input, 1);
      running[0] = source.next();
      assertThat(running[0]).as("with two that run").isNotNull();
      for (Morsel morsel : running) {
        morsel.release();
      }
      addBlocks(local, input, 1);
      assertThat(source.next()).as("alone").isNull();
      assertThat(source.exhausted()).isFalse();
      SinkRun.complete(sink, query);
      source.next().release();
      assertThat(source.exhausted()).isTrue();
    }
  }

  @Test
  void theLowerLimitEndsWhereProducersWait(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 2048, 8 << 20);
        MemoryScope input = ledger.openScope("input")) {
      TransferSink sink = new TransferSink(List.of(DataType.FLOAT64), limited("1000.."), query);
      Source source = sink.output();
      AtomicInteger signals = new AtomicInteger();
      source.onAvailable(signals::incrementAndGet);
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      addBlocks(local, input, 1);
      assertThat(source.next()).isNull();
      assertThat(sink.ready()).isTrue();
      MemoryScope others = query.budget().openScope("others");
      others.allocate(16 << 20);
      int before = signals.get();
      assertThat(sink.ready()).isFalse();
      assertThat(signals.get()).as("the query is looked at again").isGreaterThan(before);
      Morsel pressed = source.next();
      assertThat(pressed).isNotNull();
      others.close();
      pressed.release();
      assertThat(sink.ready()).isTrue();
      addBlocks(local, input, 1);
      assertThat(source.next()).as("holds again").isNull();
      source.close();
      assertThat(query.budget().usedBytes()).isZero();
    }
  }

  @Test
  void anEmptyQueueAlwaysHasRoom(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 2048, 1)) {
      TransferSink sink = new TransferSink(List.of(DataType.FLOAT64), UnitOfTransfer.ALL, query);
      query.memory().allocate(1 << 20);
      assertThat(query.budget().usedBytes()).isGreaterThan(query.budget().boundBytes());
      assertThat(sink.ready()).isTrue();
    }
  }

  @Test
  void aConsumerThatWantsNoMoreFreesAllBlocks(MemoryLedger ledger) {
    try (QueryContext query = open(ledger, 2048, 0);
        MemoryScope input = ledger.openScope("input")) {
      TransferSink sink = new TransferSink(List.of(DataType.FLOAT64), SMALL, query);
      Source source = sink.output();
      BatchConsumer local = sink.newLocal(new WorkerContext(query, query.memory()));
      fillBlocks(local, query, input, 3);
      Morsel reading = source.next();
      long before = query.budget().usedBytes();
      assertThat(sink.wantsMore()).isTrue();
      source.close();
      assertThat(sink.wantsMore()).isFalse();
      assertThat(source.next()).isNull();
      assertThat(query.budget().usedBytes()).isLessThan(before);
      new RandomBatches(List.of(DataType.FLOAT64), new Random(1), input)
          .forEach(
              List.<Object[]>of(new Object[] {1.0}),
              1,
              batch -> assertThat(local.accept(batch)).isFalse());
      reading.release();
      SinkRun.complete(sink, query);
      assertThat(query.budget().usedBytes()).isZero();
    }
  }
}
