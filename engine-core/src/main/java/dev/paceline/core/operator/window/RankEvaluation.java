package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.plan.WindowCall;
import java.lang.foreign.MemorySegment;

/** ROW_NUMBER, RANK and their kin: they follow from where partitions and peers start. */
record RankEvaluation(WindowCall call) implements Evaluation {
  @Override
  public Evaluator open(WindowBatch batch) {
    Spans partition = batch.partition();
    Spans peers = batch.peers(call.peerKeys());
    return switch (call.function()) {
      case ROW_NUMBER -> out -> rowNumbers(batch, partition, out);
      case RANK -> out -> ranks(batch, partition, peers, out);
      case DENSE_RANK -> out -> denseRanks(batch, partition, peers, out);
      case PERCENT_RANK -> out -> percentRanks(batch, partition, peers, out);
      case CUME_DIST -> out -> cumulativeDistribution(batch, partition, peers, out);
      case NTILE -> {
        ColumnVector buckets = batch.newVector(call.arguments().get(0));
        yield out -> buckets(batch, partition, buckets, out);
      }
      default -> throw new IllegalArgumentException("no rank: " + call);
    };
  }

  private static void rowNumbers(WindowBatch batch, Spans partition, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    int[] first = partition.first();
    int next = batch.from() + 1;
    for (int i = 0; i < batch.count(); i++) {
      lanes.set(JAVA_LONG, (long) i << 3, next + i - first[i]);
    }
    setRanks(batch, lanes, out);
  }

  private static void ranks(WindowBatch batch, Spans partition, Spans peers, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    int[] first = partition.first();
    int[] peer = peers.first();
    for (int i = 0; i < batch.count(); i++) {
      lanes.set(JAVA_LONG, (long) i << 3, peer[i] - first[i] + 1);
    }
    setRanks(batch, lanes, out);
  }

  private static void denseRanks(
      WindowBatch batch, Spans partition, Spans peers, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    RankedBits groups = peers.starts();
    for (int i = 0; i < batch.count(); i++) {
      int rank = groups.rank(peers.first()[i] + 1) - groups.rank(partition.first()[i]);
      lanes.set(JAVA_LONG, (long) i << 3, rank);
    }
    setRanks(batch, lanes, out);
  }

  private static void setRanks(WindowBatch batch, MemorySegment lanes, ColumnVector out) {
    out.setLongs(lanes, 0);
    out.setBounds(1, batch.rows().count());
  }

  private static void percentRanks(
      WindowBatch batch, Spans partition, Spans peers, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    for (int i = 0; i < batch.count(); i++) {
      int first = partition.first()[i];
      int others = partition.end()[i] - first - 1;
      double rank = others == 0 ? 0 : (double) (peers.first()[i] - first) / others;
      lanes.set(JAVA_DOUBLE, (long) i << 3, rank);
    }
    out.setDoubles(lanes, 0);
  }

  private static void cumulativeDistribution(
      WindowBatch batch, Spans partition, Spans peers, ColumnVector out) {
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    for (int i = 0; i < batch.count(); i++) {
      int first = partition.first()[i];
      double part = (double) (peers.end()[i] - first) / (partition.end()[i] - first);
      lanes.set(JAVA_DOUBLE, (long) i << 3, part);
    }
    out.setDoubles(lanes, 0);
  }

  private void buckets(WindowBatch batch, Spans partition, ColumnVector buckets, ColumnVector out) {
    batch.read(call.arguments().get(0), buckets);
    MemorySegment lanes = out.scratch(8L * batch.capacity());
    out.setLongs(lanes, 0);
    if (buckets.mayHaveNulls()) {
      out.setNulls(out.nullScratch(batch.capacity()), 0);
      Bitmaps.zero(out.nulls(), 0, batch.count());
    }
    for (int i = 0; i < batch.count(); i++) {
      if (buckets.isNull(i)) {
        Bitmaps.set(out.nulls(), 0, i);
        continue;
      }
      long wanted = buckets.getLong(i);
      if (wanted < 1) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the number of buckets of NTILE must be at least 1, but it is " + wanted);
      }
      int first = partition.first()[i];
      lanes.set(
          JAVA_LONG,
          (long) i << 3,
          bucket(batch.from() + i - first, partition.end()[i] - first, wanted));
    }
  }

  /** The bucket of a row: the first buckets have one row more where rows do not divide evenly. */
  private static long bucket(long row, long rows, long buckets) {
    long small = rows / buckets;
    long large = rows % buckets;
    long inLarge = large * (small + 1);
    return row < inLarge ? row / (small + 1) + 1 : large + (row - inLarge) / small + 1;
  }
}
