package dev.paceline.storage.scan;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * The events of a flight recording for scans. Nothing touches the classes of events before the
 * first recording of the process: that one is initialised makes the JVM set up its flight recorder,
 * which takes a tenth of a second of CPU time.
 */
final class ScanEvents {
  private ScanEvents() {}

  /** Begins an event; null if nothing has been recorded in this process yet. */
  static @Nullable BlockRead blockRead() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    BlockRead event = new BlockRead();
    event.begin();
    return event;
  }

  /** Begins an event; null if nothing has been recorded in this process yet. */
  static @Nullable ScanWait scanWait() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    ScanWait event = new ScanWait();
    event.begin();
    return event;
  }

  /** Records that units of a chunk had to go. */
  static void evicted(ScanChunk chunk, long mask) {
    if (FlightRecorder.isInitialized()) {
      new BlockEviction().commit(chunk, mask);
    }
  }

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

    void commit(ScanChunk evicted, long mask) {
      if (shouldCommit()) {
        table = evicted.table().toString();
        chunk = evicted.ordinal();
        units = Long.bitCount(mask);
        bytes = evicted.bytes(mask);
        commit();
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
