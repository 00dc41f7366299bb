package dev.paceline.storage.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Single decisions, and short schedules of which each would notice one kind of mistake; random ones
 * are in {@link ScanSchedulerPropertyTest}.
 */
class ScanSchedulerTest {
  private static final long PATIENCE = 50;
  private static final long BOTH_UNITS = 0b11;
  private static final int CHUNK_BYTES = 30;

  private final ScanTable table = new ScanTable("t");
  private final List<ScanChunk> chunks =
      IntStream.range(0, 4)
          .mapToObj(ordinal -> new ScanChunk(table, ordinal, 10, new long[] {10, 20}))
          .toList();
  private long now;

  private ScanScheduler scheduler(PolicyKind kind, int chunksInMemory) {
    return new ScanScheduler(
        kind.create(1, () -> now, 10), (long) chunksInMemory * CHUNK_BYTES, 1, PATIENCE);
  }

  private RegisteredScan scan(int from, int to) {
    return new RegisteredScan(table, BOTH_UNITS, false, chunks.subList(from, to));
  }

  /** Reads all units of the chunk that is ordered next. */
  private ScanChunk readChunk(ScanScheduler scheduler) {
    UnitLoad first = scheduler.nextLoad(++now);
    assertThat(first).as("something is to be read").isNotNull();
    scheduler.loaded(first.chunk(), first.unit(), ++now);
    UnitLoad second = scheduler.nextLoad(++now);
    assertThat(second).isEqualTo(new UnitLoad(first.chunk(), 1 - first.unit()));
    scheduler.loaded(second.chunk(), second.unit(), ++now);
    return first.chunk();
  }

  @ParameterizedTest
  @EnumSource
  void aScanLeavesItsSlotWithItsLastChunk(PolicyKind kind) {
    ScanScheduler scheduler = scheduler(kind, 4);
    List<RegisteredScan> scans = new ArrayList<>();
    for (int i = 0; i <= ScanTable.MAX_SCANS; i++) {
      scans.add(scan(0, 1));
      scheduler.register(scans.get(i), ++now);
    }
    RegisteredScan last = scans.getLast();
    readChunk(scheduler);
    assertThat(last.isStarted()).isFalse();
    assertThat(scheduler.next(last, ++now)).isNull();
    ScanChunk chunk = scheduler.next(scans.getFirst(), ++now);
    assertThat(chunk).isNotNull();
    assertThat(last.isStarted()).as("while the first has its chunk").isFalse();
    scheduler.release(scans.getFirst(), chunk, ++now);
    assertThat(last.isStarted()).isTrue();
    assertThat(scheduler.drainAwakened()).contains(last);
    assertThat(scheduler.next(last, ++now)).isEqualTo(chunk);
    scheduler.unregister(scans.getFirst(), ++now);
    scheduler.unregister(last, ++now);
    scheduler.release(last, chunk, ++now);
    assertThat(scheduler.scans()).hasSize(ScanTable.MAX_SCANS - 1);
  }

  @ParameterizedTest
  @EnumSource
  void givesEveryScanEachOfItsChunksOnce(PolicyKind kind) {
    ScanScheduler scheduler = scheduler(kind, 2);
    List<RegisteredScan> scans = List.of(scan(0, 3), scan(1, 4), scan(2, 3));
    List<List<ScanChunk>> got = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    scans.forEach(scan -> scheduler.register(scan, ++now));
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < scans.size(); i++) {
        RegisteredScan scan = scans.get(i);
        ScanChunk chunk = scheduler.next(scan, ++now);
        if (chunk != null) {
          got.get(i).add(chunk);
          assertThat(scan.needed() + got.get(i).size()).isEqualTo(scan.chunkCount());
          assertThat(chunk.pins).isOne();
          scheduler.release(scan, chunk, ++now);
          assertThat(chunk.pins).isZero();
        }
      }
      if (scans.stream().anyMatch(scan -> scan.needed() > 0)) {
        readChunk(scheduler);
      }
    }
    assertThat(got.get(0)).containsExactlyInAnyOrderElementsOf(chunks.subList(0, 3));
    assertThat(got.get(1)).containsExactlyInAnyOrderElementsOf(chunks.subList(1, 4));
    assertThat(got.get(2)).containsExactly(chunks.get(2));
    scans.forEach(scan -> assertThat(scheduler.next(scan, ++now)).isNull());
  }

  @ParameterizedTest
  @EnumSource
  void wakesEverybodyUpForTheLastUnitOfAChunk(PolicyKind kind) {
    ScanScheduler scheduler = scheduler(kind, 2);
    RegisteredScan one = scan(0, 2);
    RegisteredScan other = scan(0, 2);
    scheduler.register(one, 0);
    scheduler.register(other, 0);
    assertThat(scheduler.next(one, 1)).isNull();
    assertThat(scheduler.next(other, 2)).isNull();
    UnitLoad load = scheduler.nextLoad(3);
    assertThat(load).isNotNull();
    scheduler.loaded(load.chunk(), load.unit(), 4);
    assertThat(scheduler.drainAwakened()).as("half of a chunk is there").isEmpty();
    load = scheduler.nextLoad(5);
    assertThat(load).isNotNull();
    scheduler.loaded(load.chunk(), load.unit(), 6);
    assertThat(scheduler.drainAwakened()).containsExactlyInAnyOrder(one, other);
    assertThat(scheduler.drainAwakened()).as("told once").isEmpty();
    assertThat(scheduler.next(one, 7)).isSameAs(load.chunk());
    assertThat(scheduler.next(other, 8)).isSameAs(load.chunk());
  }

  @ParameterizedTest
  @EnumSource
  void wakesUpWhoeverFailsOrGetsASlot(PolicyKind kind) {
    ScanScheduler scheduler = scheduler(kind, 2);
    List<RegisteredScan> scans = new ArrayList<>();
    for (int i = 0; i < ScanTable.MAX_SCANS + 1; i++) {
      scans.add(scan(0, 1));
      scheduler.register(scans.getLast(), ++now);
      assertThat(scheduler.next(scans.getLast(), ++now)).isNull();
    }
    scheduler.unregister(scans.getFirst(), ++now);
    assertThat(scheduler.drainAwakened()).containsExactly(scans.getLast());
    assertThat(scheduler.next(scans.getLast(), ++now)).isNull();
    UnitLoad load = scheduler.nextLoad(++now);
    assertThat(load).isNotNull();
    scheduler.failed(
        load.chunk(), load.unit(), new PacelineException(ErrorCode.IO_ERROR, "unreadable"));
    assertThat(scheduler.drainAwakened())
        .containsExactlyInAnyOrderElementsOf(scans.subList(1, scans.size()));
  }

  @ParameterizedTest
  @EnumSource
  void aScanThatCameAfterTheOrderDoesNotFailWithIt(PolicyKind kind) {
    ScanScheduler scheduler = scheduler(kind, 2);
    RegisteredScan early = scan(0, 1);
    scheduler.register(early, ++now);
    assertThat(scheduler.next(early, ++now)).isNull();
    UnitLoad load = scheduler.nextLoad(++now);
    assertThat(load).isNotNull();
    RegisteredScan late = scan(0, 1);
    scheduler.register(late, ++now);
    assertThat(scheduler.next(late, ++now)).isNull();
    scheduler.failed(
        load.chunk(), load.unit(), new PacelineException(ErrorCode.IO_ERROR, "unreadable"));
    assertThat(early.failure()).isNotNull();
    assertThat(late.failure()).isNull();
    scheduler.unregister(early, ++now);
    UnitLoad second = scheduler.nextLoad(++now);
    assertThat(second).isNotNull();
    scheduler.loaded(second.chunk(), second.unit(), ++now);
    UnitLoad again = scheduler.nextLoad(++now);
    assertThat(again).isNotNull();
    scheduler.loaded(again.chunk(), again.unit(), ++now);
    assertThat(Set.of(second.unit(), again.unit())).containsExactlyInAnyOrder(0, 1);
    assertThat(scheduler.next(late, ++now)).isEqualTo(load.chunk());
  }

  @ParameterizedTest
  @EnumSource
  void whatIsInUseStaysAndWhatWasGivenBackGoes(PolicyKind kind) {
    ScanScheduler scheduler = scheduler(kind, 1);
    RegisteredScan one = scan(0, 2);
    RegisteredScan other = scan(0, 1);
    scheduler.register(one, ++now);
    scheduler.register(other, ++now);
    assertThat(scheduler.next(one, ++now)).isNull();
    assertThat(scheduler.next(other, ++now)).isNull();
    ScanChunk first = readChunk(scheduler);
    assertThat(first).isSameAs(chunks.get(0));
    assertThat(scheduler.next(one, ++now)).isSameAs(first);
    assertThat(scheduler.next(other, ++now)).isSameAs(first);
    assertThat(scheduler.next(one, ++now)).isNull();
    assertThat(scheduler.nextLoad(++now)).as("two use it").isNull();
    scheduler.release(one, first, ++now);
    assertThat(scheduler.nextLoad(++now)).as("one uses it").isNull();
    assertThat(scheduler.reclaim(1)).isZero();
    assertThat(scheduler.drainEvicted()).isEmpty();
    scheduler.release(other, first, ++now);
    assertThat(readChunk(scheduler)).as("nobody uses it").isSameAs(chunks.get(1));
    assertThat(scheduler.drainEvicted().stream().mapToLong(Eviction::units).sum())
        .isEqualTo(BOTH_UNITS);
    assertThat(scheduler.usedBytes()).isEqualTo(CHUNK_BYTES);
    assertThat(scheduler.next(one, ++now)).isSameAs(chunks.get(1));
  }

  /** A scan of one chunk is not held up by large chunks of others that are being read. */
  @Test
  void aShortScanOvertakesTwoLargeReads() {
    ScanTable wide = new ScanTable("wide");
    long[] unitBytes = new long[40];
    Arrays.fill(unitBytes, 10);
    List<ScanChunk> wideChunks =
        IntStream.range(0, 20).mapToObj(i -> new ScanChunk(wide, i, 10, unitBytes)).toList();
    long allUnits = (1L << unitBytes.length) - 1;
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 10_000, 2, PATIENCE);
    for (int i = 0; i < 2; i++) {
      RegisteredScan large =
          new RegisteredScan(wide, allUnits, false, wideChunks.subList(10 * i, 10 * i + 10));
      scheduler.register(large, ++now);
      assertThat(scheduler.next(large, ++now)).isNull();
      assertThat(scheduler.nextLoad(++now)).isNotNull();
    }
    RegisteredScan small = scan(0, 1);
    scheduler.register(small, ++now);
    assertThat(scheduler.next(small, ++now)).isNull();

    assertThat(readChunk(scheduler)).as("read next").isSameAs(chunks.getFirst());
    assertThat(scheduler.drainAwakened()).contains(small);
    assertThat(scheduler.next(small, ++now)).isSameAs(chunks.getFirst());
    assertThat(scheduler.nextLoad(++now).chunk().table()).as("then the others").isSameAs(wide);
  }

  /** Short scans do not keep the others from ever reading on. */
  @Test
  void shortScansDoNotHoldUpAnOrderForEver() {
    ScanTable wide = new ScanTable("wide");
    ScanChunk large = new ScanChunk(wide, 0, 10, new long[] {10, 10});
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 10_000, 1, PATIENCE);
    RegisteredScan scan =
        new RegisteredScan(
            wide, BOTH_UNITS, false, List.of(large, new ScanChunk(wide, 1, 9, new long[] {9, 9})));
    scheduler.register(scan, ++now);
    assertThat(scheduler.next(scan, ++now)).isNull();
    assertThat(scheduler.nextLoad(++now)).isNotNull();
    int others = 0;
    UnitLoad load;
    do {
      ScanTable tiny = new ScanTable("tiny");
      RegisteredScan small =
          new RegisteredScan(tiny, 1, false, List.of(new ScanChunk(tiny, 0, 1, new long[] {1})));
      scheduler.register(small, ++now);
      assertThat(scheduler.next(small, ++now)).isNull();
      load = scheduler.nextLoad(++now);
      assertThat(load).isNotNull();
      scheduler.loaded(load.chunk(), load.unit(), ++now);
      assertThat(++others).isLessThan(100);
    } while (!load.chunk().equals(large));
  }

  /** What is in use and on its way is bounded, but not for a scan that has waited for long. */
  @Test
  void loadsWaitWhileTooMuchIsBusy() {
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 10_000, 2, PATIENCE);
    scheduler.setBusyLimit(CHUNK_BYTES + 1);
    RegisteredScan first = scan(0, 1);
    scheduler.register(first, ++now);
    assertThat(scheduler.next(first, ++now)).isNull();
    ScanChunk inUse = readChunk(scheduler);
    assertThat(scheduler.next(first, ++now)).isSameAs(inUse);
    RegisteredScan second = scan(1, 3);
    scheduler.register(second, ++now);
    assertThat(scheduler.next(second, ++now)).isNull();

    assertThat(scheduler.nextLoad(++now)).as("while a chunk is in use").isNull();
    scheduler.release(first, inUse, ++now);
    assertThat(readChunk(scheduler)).as("when it was given back").isSameAs(chunks.get(1));
    assertThat(scheduler.next(second, ++now)).isSameAs(chunks.get(1));
    assertThat(scheduler.next(second, ++now)).isNull();
    assertThat(scheduler.nextLoad(++now)).as("its own chunk is in use").isNull();
    assertThat(scheduler.nextDecision()).isNotEqualTo(Long.MAX_VALUE);
    now = Math.max(now, scheduler.nextDecision()) + PATIENCE;
    assertThat(readChunk(scheduler)).as("after the patience").isSameAs(chunks.get(2));
  }

  @Test
  void allScansFailWithASlotOrWithoutWhenTheirStateIsInDoubt() {
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 100, 2, PATIENCE);
    List<ScanChunk> chunks = List.of(new ScanChunk(table, 0, 10, new long[] {40}));
    List<RegisteredScan> all = new ArrayList<>();
    for (int i = 0; i < ScanTable.MAX_SCANS + 2; i++) {
      RegisteredScan scan = new RegisteredScan(table, 1, false, chunks);
      scheduler.register(scan, i);
      all.add(scan);
    }
    UnitLoad load = requireNonNull(scheduler.nextLoad(99));
    scheduler.drainAwakened();
    PacelineException reason = PacelineException.internal("doubt", null);
    scheduler.failAll(reason);
    assertThat(scheduler.drainAwakened()).containsExactlyInAnyOrderElementsOf(all);
    for (RegisteredScan scan : all) {
      assertThatThrownBy(() -> scheduler.next(scan, 100)).isSameAs(reason);
    }
    for (RegisteredScan scan : all) {
      scheduler.unregister(scan, 101);
    }
    scheduler.loaded(load.chunk(), load.unit(), 102);
    RegisteredScan later = new RegisteredScan(table, 1, false, chunks);
    scheduler.register(later, 103);
    assertThat(scheduler.next(later, 104)).isSameAs(load.chunk());
  }

  @Test
  void memoryForOthersComesBeforeAPromise() {
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 100, 1, PATIENCE);
    ScanChunk chunk = new ScanChunk(table, 0, 10, new long[] {40});
    RegisteredScan scan = new RegisteredScan(table, 1, false, List.of(chunk));
    scheduler.register(scan, 0);
    assertThat(scheduler.next(scan, 0)).as("nothing is there yet").isNull();
    assertThat(scheduler.nextLoad(1)).isEqualTo(new UnitLoad(chunk, 0));
    scheduler.loaded(chunk, 0, 2);
    assertThat(scheduler.drainAwakened()).containsExactly(scan);

    assertThat(scheduler.replaceableBytes()).as("promised").isZero();
    assertThat(scheduler.reclaim(1)).isEqualTo(40);
    assertThat(scheduler.usedBytes()).isZero();

    assertThat(scheduler.next(scan, 60)).isNull();
    assertThat(scheduler.nextLoad(61)).as("it is read again").isEqualTo(new UnitLoad(chunk, 0));
    scheduler.loaded(chunk, 0, 62);
    assertThat(scheduler.next(scan, 63)).isSameAs(chunk);
    scheduler.release(scan, chunk, 64);
    scheduler.unregister(scan, 65);
  }

  /** Blocks that nobody uses do not stay because others of the same chunk are in use. */
  @ParameterizedTest
  @EnumSource
  void ofAChunkInUseTheRestGoesForMemoryThatOthersNeed(PolicyKind kind) {
    ScanScheduler scheduler = scheduler(kind, 4);
    RegisteredScan both = scan(0, 1);
    RegisteredScan first = new RegisteredScan(table, 0b01, false, chunks.subList(0, 1));
    scheduler.register(both, ++now);
    scheduler.register(first, ++now);
    ScanChunk chunk = readChunk(scheduler);
    assertThat(scheduler.next(both, ++now)).isSameAs(chunk);
    assertThat(scheduler.next(first, ++now)).isSameAs(chunk);
    assertThat(scheduler.replaceableBytes()).isZero();
    assertThat(scheduler.reclaim(1)).as("all of it is in use").isZero();

    scheduler.release(both, chunk, ++now);
    assertThat(scheduler.replaceableBytes()).isEqualTo(20);
    assertThat(scheduler.reclaim(CHUNK_BYTES)).isEqualTo(20);
    assertThat(scheduler.drainEvicted()).containsExactly(new Eviction(chunk, 0b10));
    assertThat(chunk.resident()).isEqualTo(0b01);
    scheduler.release(first, chunk, ++now);
    assertThat(scheduler.reclaim(CHUNK_BYTES)).isEqualTo(10);
    assertThat(scheduler.usedBytes()).isZero();
  }

  /** Scans whose orders are preempted would else have all of the memory together. */
  @Test
  void chunksInMemoryAreHandedOutOneAfterTheOtherWhereTooMuchIsInUse() {
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 10_000, 4, PATIENCE);
    List<RegisteredScan> scans = List.of(scan(0, 1), scan(1, 2), scan(2, 3));
    scans.forEach(scan -> scheduler.register(scan, ++now));
    for (int i = 0; i < scans.size(); i++) {
      readChunk(scheduler);
    }
    scheduler.setBusyLimit(2 * CHUNK_BYTES - 1);
    assertThat(scheduler.next(scans.get(0), ++now)).isSameAs(chunks.get(0));
    assertThat(scheduler.next(scans.get(1), ++now)).as("while another is in use").isNull();
    assertThat(scheduler.next(scans.get(2), ++now)).isNull();
    assertThat(scheduler.drainAwakened()).isEmpty();
    scheduler.release(scans.get(0), chunks.get(0), ++now);
    assertThat(scheduler.drainAwakened()).containsExactlyInAnyOrder(scans.get(1), scans.get(2));
    assertThat(scheduler.next(scans.get(1), ++now)).isSameAs(chunks.get(1));
    assertThat(scheduler.next(scans.get(2), ++now)).isNull();

    assertThat(scheduler.nextLoad(++now)).isNull();
    assertThat(scheduler.nextDecision()).isNotEqualTo(Long.MAX_VALUE);
    now = scheduler.nextDecision();
    assertThat(scheduler.nextLoad(now)).isNull();
    assertThat(scheduler.drainAwakened()).as("after the patience").containsExactly(scans.get(2));
    assertThat(scheduler.next(scans.get(2), now)).isSameAs(chunks.get(2));
  }

  /**
   * Else chunks that are not complete, for all of which there is no memory, would wait for ever.
   */
  @Test
  void chunksThatAreNotCompleteGoForMemoryButForTheFirst() {
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 10_000, 2, PATIENCE);
    RegisteredScan one = scan(0, 1);
    RegisteredScan other = scan(1, 2);
    for (RegisteredScan scan : List.of(one, other)) {
      scheduler.register(scan, ++now);
      assertThat(scheduler.next(scan, ++now)).isNull();
    }
    List<ScanChunk> begun = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      UnitLoad load = requireNonNull(scheduler.nextLoad(++now));
      begun.add(load.chunk());
    }
    assertThat(begun.get(0)).isSameAs(begun.get(1));
    ScanChunk last = chunks.get(begun.getFirst().ordinal() == 0 ? 1 : 0);
    scheduler.nextLoad(++now);
    scheduler.loaded(last, 0, ++now);
    assertThat(scheduler.reclaim(CHUNK_BYTES)).isEqualTo(CHUNK_BYTES);
    assertThat(last.resident()).isZero();
    scheduler.loaded(begun.getFirst(), 0, ++now);
    assertThat(scheduler.reclaim(1)).as("of the first order").isZero();
  }
}
