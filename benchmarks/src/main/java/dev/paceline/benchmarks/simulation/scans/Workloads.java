package dev.paceline.benchmarks.simulation.scans;

import dev.paceline.storage.scan.ScanTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The workloads on which the policies were published, in the sizes of their sources. */
public final class Workloads {
  private static final long MEGABYTE = 1_000_000;

  /** The cycles per second of the processor of 2004. */
  private static final double HERTZ = 2e9;

  /** The chunks that scans in table order request beyond their next one, in those of 2011. */
  public static final int READ_AHEAD_2011 = 1;

  private static final int LINEITEM_CHUNKS = 240;
  private static final long FAST_UNITS = 0b1111;
  private static final long SLOW_UNITS = 0b1111111;
  private static final double FAST_SECONDS = 0.01;
  private static final double SLOW_SECONDS = 0.025;

  private Workloads() {}

  /** Returns a machine of 2004 with one disk, one core and room for six chunks. */
  public static Machine machine2004() {
    return new Machine(50e6, 0, 1, 1, 30 * MEGABYTE);
  }

  /**
   * Returns the machine of 2004 with other memory and with the requests of all scans queued at the
   * device. A scan that waits in the queue already holds the memory of the chunk that it waits for.
   */
  public static Machine queueing2004(long poolBytes) {
    return new Machine(50e6, 0, ScanTable.MAX_SCANS, 1, poolBytes);
  }

  /** Returns scans of 20 chunks of 5 MB that arrive half a second apart. */
  public static List<SimulatedStream> runOf2004(double... cyclesPerByte) {
    SimulatedTable table = new SimulatedTable("t", 20, 1, new long[] {5 * MEGABYTE});
    List<SimulatedStream> streams = new ArrayList<>();
    for (int i = 0; i < cyclesPerByte.length; i++) {
      double seconds = 5 * MEGABYTE * cyclesPerByte[i] / HERTZ;
      streams.add(
          new SimulatedStream(
              0.5 * i, List.of(new SimulatedQuery("Q" + (i + 1), table, 1, 0, 20, seconds))));
    }
    return streams;
  }

  /**
   * Returns a machine of 2011: eight cores, and a disk of the bandwidth that the source calibrated.
   */
  public static Machine machine2011(long poolBytes) {
    return new Machine(95e6, 0, 1, 8, poolBytes);
  }

  /** Returns lineitem of scale factor 40: 1850 MB in seven columns. */
  static SimulatedTable lineitem() {
    return table("lineitem", LINEITEM_CHUNKS, 200, 820, 140, 420, 140, 90, 40);
  }

  /** Returns a table of chunks of a million rows; {@code megabytes} has the size of each column. */
  static SimulatedTable table(String name, int chunks, int... megabytes) {
    long[] bytes = new long[megabytes.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = megabytes[i] * MEGABYTE / chunks;
    }
    return new SimulatedTable(name, chunks, 1_000_000, bytes);
  }

  /** Returns streams of four queries each, which all arrive at the beginning. */
  static List<SimulatedStream> streams(int count, Supplier<SimulatedQuery> queries) {
    List<SimulatedStream> streams = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      streams.add(new SimulatedStream(0, Stream.generate(queries).limit(4).toList()));
    }
    return streams;
  }

  /** Returns streams of four random queries, fast and slow, over 1, 10, 50 or 100 percent each. */
  public static List<SimulatedStream> basic(long seed, int streams) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedTable table = lineitem();
    int[] percents = {1, 10, 50, 100};
    return streams(
        streams,
        () -> {
          boolean fast = random.nextBoolean();
          return query(table, fast, percents[random.nextInt(percents.length)], random);
        });
  }

  /** Returns streams of four fast queries over the same share of the table at random positions. */
  public static List<SimulatedStream> fast(long seed, int streams, int percent) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedTable table = lineitem();
    return streams(streams, () -> query(table, true, percent, random));
  }

  /** Returns a fast or a slow query over a share of lineitem at a random position. */
  static SimulatedQuery query(
      SimulatedTable table, boolean fast, int percent, SplittableRandom random) {
    int chunks = Math.max(1, (int) Math.round(LINEITEM_CHUNKS * percent / 100.0));
    return new SimulatedQuery(
        (fast ? "F-" : "S-") + percent,
        table,
        fast ? FAST_UNITS : SLOW_UNITS,
        random.nextInt(LINEITEM_CHUNKS - chunks + 1),
        chunks,
        fast ? FAST_SECONDS : SLOW_SECONDS);
  }

  /**
   * Returns streams of four scans, each over 40 percent of a table of six columns A to F.
   *
   * @param types sets of columns, such as ABC
   */
  public static List<SimulatedStream> columns(long seed, List<String> types) {
    SplittableRandom random = new SplittableRandom(seed);
    int chunks = 200;
    SimulatedTable table = table("t", chunks, 1500, 1500, 1500, 1500, 1500, 1500);
    return streams(
        16,
        () -> {
          String type = types.get(random.nextInt(types.size()));
          long units = type.chars().mapToLong(letter -> 1L << letter - 'A').sum();
          int first = random.nextInt(chunks * 6 / 10 + 1);
          return new SimulatedQuery(type, table, units, first, chunks * 4 / 10, FAST_SECONDS);
        });
  }

  /** Returns scans of 150 chunks of 20 MB that arrive {@code 60 s / scans} apart. */
  public static List<SimulatedStream> batch2004(int scans) {
    SimulatedTable table = new SimulatedTable("t", 150, 1, new long[] {20 * MEGABYTE});
    List<SimulatedStream> streams = new ArrayList<>();
    for (int i = 0; i < scans; i++) {
      streams.add(
          new SimulatedStream(
              60.0 / scans * i,
              List.of(new SimulatedQuery("Q6", table, 1, 0, 150, 20 * MEGABYTE * 1.25 / HERTZ))));
    }
    return streams;
  }

  /**
   * Returns 16 scans of a table of 60 chunks of 10 MB that arrive one second apart. They are fast
   * or slow and read 5, 10, 50 or 100 percent.
   */
  public static List<SimulatedStream> ranges2004(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedTable table = tableOf60Chunks();
    int[] percents = {5, 10, 50, 100};
    List<SimulatedStream> streams = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      int chunks = 60 * percents[random.nextInt(percents.length)] / 100;
      int first = random.nextInt(60 - chunks + 1);
      SimulatedQuery query = scanOf60Chunks(table, random.nextBoolean(), first, chunks);
      streams.add(new SimulatedStream(i, List.of(query)));
    }
    return streams;
  }

  static SimulatedTable tableOf60Chunks() {
    return new SimulatedTable("t", 60, 1, new long[] {10 * MEGABYTE});
  }

  static SimulatedQuery scanOf60Chunks(SimulatedTable table, boolean fast, int first, int chunks) {
    double seconds = 10 * MEGABYTE * (fast ? 1.25 : 6) / HERTZ;
    return new SimulatedQuery((fast ? "F" : "S") + "-" + chunks, table, 1, first, chunks, seconds);
  }

  /** Returns the time that a query of each type takes alone with nothing in memory. */
  public static Map<String, Double> baseSeconds(
      Machine machine, int readAhead, List<SimulatedStream> streams) {
    Map<String, Double> seconds = new TreeMap<>();
    for (SimulatedStream stream : streams) {
      for (SimulatedQuery query : stream.queries()) {
        seconds.computeIfAbsent(
            query.type(),
            unused ->
                Simulation.run(
                        machine,
                        SimulatedPolicy.LRU,
                        readAhead,
                        List.of(new SimulatedStream(0, List.of(query))),
                        false)
                    .averageSeconds());
      }
    }
    return seconds;
  }
}
