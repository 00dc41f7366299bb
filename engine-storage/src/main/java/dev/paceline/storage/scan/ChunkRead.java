package dev.paceline.storage.scan;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.buffer.StoredBlock;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One read of one reader thread: a unit of a chunk, or several that are neighbours in the file. One
 * thread uses it, and then hands it over under the lock of the buffer manager.
 */
final class ChunkRead {
  private final StoredChunk chunk;
  private final long mask;
  private final List<Unit> units = new ArrayList<>();

  /**
   * @param mask the units
   */
  ChunkRead(StoredChunk chunk, long mask) {
    this.chunk = chunk;
    this.mask = mask;
    for (long left = mask; left != 0; left &= left - 1) {
      units.add(new Unit(Long.numberOfTrailingZeros(left)));
    }
  }

  /** Takes the columns of a table with the frames that hold their blocks. */
  interface FrameConsumer {
    void accept(int column, MemorySegment frame);
  }

  /** A unit with the frames of its blocks. */
  final class Unit {
    private final int number;
    private final List<MemorySegment> frames = new ArrayList<>();
    private long storedBytes;
    private @Nullable PacelineException failure;

    private Unit(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    /** Returns the bytes that are read from the file. */
    long storedBytes() {
      return storedBytes;
    }

    /** Returns why the unit could not be read; null if it was read. */
    @Nullable PacelineException failure() {
      return failure;
    }

    /** Passes on the frames that were allocated. */
    void forEachFrame(FrameConsumer consumer) {
      for (int i = 0; i < frames.size(); i++) {
        consumer.accept(chunk.firstColumn(number) + i, frames.get(i));
      }
    }

    private void allocate(LongFunction<MemorySegment> allocator) {
      try {
        storedBytes = chunk.storedBytes(number);
        for (int column = chunk.firstColumn(number); column < chunk.endColumn(number); column++) {
          frames.add(allocator.apply(chunk.block(column).bytes()));
        }
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }

    private void read() {
      try {
        forEachFrame((column, frame) -> read(chunk.block(column), frame));
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }

    private static void read(StoredBlock block, MemorySegment frame) {
      try {
        block.read(frame);
      } catch (PacelineException e) {
        throw e;
      } catch (RuntimeException | Error e) {
        throw PacelineException.internal("reading " + block + " failed: " + e, e);
      }
    }

    private void fail(Throwable cause) {
      failure =
          cause instanceof PacelineException known
              ? known
              : PacelineException.internal(
                  "reading unit " + number + " of " + chunk + " failed: " + cause, cause);
    }
  }

  StoredChunk chunk() {
    return chunk;
  }

  /** Returns the units as a mask. */
  long mask() {
    return mask;
  }

  List<Unit> units() {
    return units;
  }

  boolean isSuccessful() {
    return units.stream().allMatch(unit -> unit.failure == null);
  }

  /**
   * Allocates frames and reads. A failure is recorded in the units that it concerns.
   *
   * @param allocator allocates a frame for a number of bytes
   */
  void run(LongFunction<MemorySegment> allocator) {
    units.forEach(unit -> unit.allocate(allocator));
    if (units.size() == 1 || !readTogether()) {
      for (Unit unit : units) {
        if (unit.failure == null) {
          unit.read();
        }
      }
    }
  }

  /**
   * Reads all units at once.
   *
   * @return false if that failed; each unit must then be read alone, to find out which one cannot
   *     be read
   */
  private boolean readTogether() {
    List<StoredBlock> blocks = new ArrayList<>();
    List<MemorySegment> frames = new ArrayList<>();
    for (Unit unit : units) {
      if (unit.failure != null) {
        return false;
      }
      unit.forEachFrame(
          (column, frame) -> {
            blocks.add(chunk.block(column));
            frames.add(frame);
          });
    }
    try {
      blocks.getFirst().readTogether(blocks, frames);
      return true;
    } catch (RuntimeException | Error e) {
      return false;
    }
  }
}
