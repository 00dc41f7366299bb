package dev.paceline.storage.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the scheduler does for one call does not grow with the table. It is counted in chunks that
 * are looked up, or placed among their equals, the only work that is done chunk by chunk.
 */
class SchedulerWorkTest {
  private static final int SMALL = 5_000;
  private static final int LARGE = 100_000;
  private static final int MOST_IN_REGISTRATION = 1_024 + 2 * 64 + 16;
  private static final int MOST_IN_CALL = 2 * 64 + 16;
  private static final long BOTH_UNITS = 0b11;

  /** Counts how often a chunk is looked up. */
  private static final class CountedChunks implements ScanChunks {
    private final ScanChunks chunks;
    long lookups;

    CountedChunks(ScanChunks chunks) {
      this.chunks = chunks;
    }

    @Override
    public int size() {
      return chunks.size();
    }

    @Override
    public long rows() {
      return chunks.rows();
    }

    @Override
    public ScanChunk get(int index) {
      lookups++;
      return chunks.get(index);
    }

    @Override
    public long rowsBefore(int index) {
      return chunks.rowsBefore(index);
    }

    @Override
    public long mostBytes(long units) {
      return chunks.mostBytes(units);
    }

    @Override
    public int firstFrom(int ordinal) {
      return chunks.firstFrom(ordinal);
    }

    @Override
    public ScanChunks without(BitSet indexes) {
      return chunks.without(indexes);
    }
  }

  /** Scans of one table through memory for 100 of its chunks. */
  private static final class Run {
    final ScanTable table = new ScanTable("t");
    final CountedChunks chunks;
    final ScanScheduler scheduler;
    long now;
    long most;
    private long before;

    Run(PolicyKind kind, int size) {
      this(kind, size, 1);
    }

    Run(PolicyKind kind, int size, int readAhead) {
      List<ScanChunk> all =
          IntStream.range(0, size)
              .mapToObj(ordinal -> new ScanChunk(table, ordinal, 10, new long[] {1, 2}))
              .toList();
      chunks = new CountedChunks(new ListedChunks(all));
      scheduler = new ScanScheduler(kind.create(readAhead, () -> now, 10), 300, 2, 1_000);
    }

    /** Placements since the last call. */
    long work() {
      long placements = table.classes().placements();
      long done = placements - before;
      before = placements;
      return done;
    }

    void count() {
      most = Math.max(most, work());
    }

    RegisteredScan register() {
      RegisteredScan scan = new RegisteredScan(table, BOTH_UNITS, false, chunks);
      scheduler.register(scan, ++now);
      return scan;
    }

    ScanChunk take(RegisteredScan scan) {
      ScanChunk chunk = scheduler.next(scan, ++now);
      count();
      while (chunk == null) {
        UnitLoad load = scheduler.nextLoad(++now);
        count();
        if (load == null) { // the elevator waits for another scan, until its patience is over
          assertThat(scheduler.nextDecision()).isNotEqualTo(Long.MAX_VALUE);
          now = scheduler.nextDecision();
        } else {
          scheduler.loaded(load.chunk(), load.unit(), ++now);
          count();
        }
        chunk = scheduler.next(scan, ++now);
        count();
      }
      return chunk;
    }

    void giveBack(RegisteredScan scan, ScanChunk chunk) {
      scheduler.release(scan, chunk, ++now);
      count();
    }
  }

  /**
   * Most placements of a registration, of any call after it, and of the end of a scan; and most
   * lookups of a registration.
   */
  private record Work(long registration, long call, long end, long lookups) {}

  private static Work measure(PolicyKind kind, int size) {
    Run run = new Run(kind, size);
    long registration = 0;
    long lookups = 0;
    List<RegisteredScan> scans = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      long before = run.chunks.lookups;
      scans.add(run.register());
      lookups = Math.max(lookups, run.chunks.lookups - before);
      registration = Math.max(registration, run.work());
      for (int j = 0; j < 10; j++) {
        RegisteredScan scan = scans.get(j % scans.size());
        run.giveBack(scan, run.take(scan));
      }
    }
    long end = 0;
    for (RegisteredScan scan : scans) {
      run.scheduler.unregister(scan, ++run.now);
      end = Math.max(end, run.work());
    }
    return new Work(registration, run.most, end, lookups);
  }

  @ParameterizedTest
  @EnumSource
  void doesNotGrowWithTheTable(PolicyKind kind) {
    Work small = measure(kind, SMALL);
    Work large = measure(kind, LARGE);

    assertThat(large).isEqualTo(small);
    assertThat(large.registration()).isLessThanOrEqualTo(MOST_IN_REGISTRATION);
    assertThat(large.lookups()).isLessThanOrEqualTo(MOST_IN_REGISTRATION);
    assertThat(large.call()).isLessThanOrEqualTo(MOST_IN_CALL);
    assertThat(large.end()).isLessThanOrEqualTo(MOST_IN_REGISTRATION);
  }

  /** Reads far ahead, so that looking for what is missing would show. */
  @ParameterizedTest
  @EnumSource(names = {"LRU", "LRU_2", "PBM", "ATTACH", "AUTO"})
  void looksAtFewChunksOfATableInMemory(PolicyKind kind) {
    int size = 90; // there is memory for 100
    int readAhead = 30;
    Run run = new Run(kind, size, readAhead);
    RegisteredScan first = run.register();
    for (int i = 0; i < size; i++) {
      run.giveBack(first, run.take(first));
    }
    RegisteredScan second = run.register();
    long before = run.chunks.lookups;
    for (int i = 0; i < size; i++) {
      ScanChunk chunk = run.take(second);
      assertThat(run.scheduler.nextLoad(++run.now)).isNull();
      run.giveBack(second, chunk);
      assertThat(run.scheduler.nextLoad(++run.now)).isNull();
    }

    assertThat(run.scheduler.loads()).as("all was in memory").isEqualTo(2 * size);
    assertThat(run.chunks.lookups - before).isLessThanOrEqualTo(4 * size);
  }

  @ParameterizedTest
  @EnumSource
  void givesAllChunksOfALargeTableOnce(PolicyKind kind) {
    Run run = new Run(kind, SMALL);
    RegisteredScan first = run.register();
    RegisteredScan second = run.register();
    Set<ScanChunk> got = new HashSet<>();
    Set<ScanChunk> gotBySecond = new HashSet<>();
    for (int i = 0; i < SMALL; i++) {
      ScanChunk chunk = run.take(first);
      got.add(chunk);
      run.giveBack(first, chunk);
      if (i % 2 == 0) {
        ScanChunk other = run.take(second);
        gotBySecond.add(other);
        run.giveBack(second, other);
      }
    }

    assertThat(got).hasSize(SMALL);
    assertThat(gotBySecond).hasSize(SMALL / 2);
    assertThat(run.scheduler.next(first, ++run.now)).isNull();
    assertThat(first.isStarted()).as("it has had all").isFalse();
    run.scheduler.unregister(second, ++run.now);
    while (run.table.hasScans()) {
      run.scheduler.continueForgetting(++run.now);
    }
    assertThat(run.scheduler.reclaim(Long.MAX_VALUE)).isPositive();
    assertThat(run.table.classes().count()).as("nothing is left").isZero();
  }

  /** A scan that left in the middle of a large table keeps neither its slot from others. */
  @ParameterizedTest
  @EnumSource
  void slotsOfScansThatLeftAreThereForOthers(PolicyKind kind) {
    Run run = new Run(kind, SMALL);
    List<RegisteredScan> scans = new ArrayList<>();
    for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
      scans.add(run.register());
      for (int j = 0; j < 20; j++) {
        run.giveBack(scans.getLast(), run.take(scans.getLast()));
      }
    }
    scans.forEach(scan -> run.scheduler.unregister(scan, ++run.now));
    for (int i = 0; i < ScanTable.MAX_SCANS; i++) {
      assertThat(run.register().isStarted()).isTrue();
    }
    assertThat(run.register().isStarted()).as("the 65th").isFalse();
  }
}
