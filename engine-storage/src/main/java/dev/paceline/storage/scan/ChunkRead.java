package dev.paceline.storage.scan;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.buffer.StoredBlock;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What one reader reads in one go: a unit of a chunk, or several that lie behind each other in the
 * file. Used by one thread, then handed over under the lock of the buffer manager.
 */
final class ChunkRead {
  private final StoredChunk chunk;
  private final long mask;
  private final List<Unit> units = new ArrayList<>();

  /**
   * @param mask which units
   */
  ChunkRead(StoredChunk chunk, long mask) {
    this.chunk = chunk;
    this.mask = mask;
    for (long left = mask; left != 0; left &= left - 1) {
      units.add(new Unit(Long.numberOfTrailingZeros(left)));
    }
  }

  /** Is given a column of a table and the frame that holds its block. */
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

    /** How many bytes are read for it. */
    long storedBytes() {
      return storedBytes;
    }

    /** Why it could not be read; null if it was. */
    @Nullable PacelineException failure() {
      return failure;
    }

    /** The frames that were allocated. */
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

  /** Which units, as a mask. */
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
   * Allocates the frames and reads. Whatever goes wrong is a failure of the units that it concerns.
   *
   * @param allocator of a frame for so many bytes
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

  /** False if that failed: then each unit is to be read for itself, to find out which it is. */
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
