package dev.paceline.storage.scan;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** What a flight recording tells about scans; costs nothing while nobody records. */
final class ScanEvents {
  private ScanEvents() {}

  /** Units of a chunk were read, or that failed. They are checked when they are first used. */
  @Name("dev.paceline.BlockRead")
  @Label("Block read")
  @Category("Paceline")
  @StackTrace(false)
  static final class BlockRead extends Event {
    @Label("Table")
    String table = "";

    @Label("Chunk")
    int chunk;

    @Label("First unit")
    int unit;

    @Label("Units")
    int units;

    @Label("Bytes read")
    @DataAmount
    long bytes;

    @Label("Successful")
    boolean successful;

    /** Commits the event; called after {@link #end}. */
    void commit(StoredChunk read, long mask, boolean withSuccess) {
      if (shouldCommit()) {
        table = read.table().toString();
        chunk = read.ordinal();
        unit = Long.numberOfTrailingZeros(mask);
        units = Long.bitCount(mask);
        for (long left = mask; left != 0; left &= left - 1) {
          bytes += read.storedBytes(Long.numberOfTrailingZeros(left));
        }
        successful = withSuccess;
        commit();
      }
    }
  }

  /** Units of a chunk had to go. */
  @Name("dev.paceline.BlockEviction")
  @Label("Block eviction")
  @Category("Paceline")
  @StackTrace(false)
  static final class BlockEviction extends Event {
    @Label("Table")
    String table = "";

    @Label("Chunk")
    int chunk;

    @Label("Units")
    int units;

    @Label("Bytes of memory")
    @DataAmount
    long bytes;

    static void commit(ScanChunk evicted, long mask) {
      BlockEviction event = new BlockEviction();
      if (event.shouldCommit()) {
        event.table = evicted.table().toString();
        event.chunk = evicted.ordinal();
        event.units = Long.bitCount(mask);
        event.bytes = evicted.bytes(mask);
        event.commit();
      }
    }
  }

  /** A scan had nothing to do until a chunk came. */
  @Name("dev.paceline.ScanWait")
  @Label("Scan wait")
  @Category("Paceline")
  @StackTrace(false)
  static final class ScanWait extends Event {
    @Label("Table")
    String table = "";

    @Label("Chunks left")
    int chunksLeft;

    void commit(CooperativeScan scan) {
      end();
      if (shouldCommit()) {
        table = scan.table().toString();
        chunksLeft = scan.needed();
        commit();
      }
    }
  }
}
