package dev.paceline.core.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.JoinKernels;
import dev.paceline.core.memory.UnreadLanes;
import dev.paceline.core.type.DataType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loops over single rows stay compiled, whatever the lanes of the vectors are. The JIT moves tests
 * of bounds out of loops, and where such a test fails for some vectors, it throws the code away and
 * compiles the loop again up to a hundred times.
 */
class RowAccessCompilationTest {
  /** Every loop may be compiled again a few times, while the JIT learns what there is. */
  private static final int MAX_DEOPTIMIZATIONS = 12;

  private static final int ROWS = 2048;
  private static final int ROUNDS = 20_000;

  @TempDir private Path folder;

  @Test
  void stringsOfAllForms() throws IOException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment heap = arena.allocate(8);
      Dictionary dictionary = new Dictionary(16, arena.allocate(8L * 16), 0, heap, false);
      List<ColumnVector> vectors = new ArrayList<>();
      for (int width : new int[] {1, 2, 4}) {
        vectors.add(
            new ColumnVector(DataType.VARCHAR)
                .setDictionary(arena.allocate((long) width * ROWS), 0, width, dictionary));
      }
      vectors.add(new ColumnVector(DataType.VARCHAR).setViews(arena.allocate(8L * ROWS), 0, heap));
      vectors.add(new ColumnVector(DataType.VARCHAR).setConstantView(heap, 0));
      MemorySegment views = arena.allocate(8L * ROWS);
      assertThat(
              deoptimizations(
                  "copyViews", round -> copyViews(vectors.get(round % vectors.size()), views)))
          .isLessThanOrEqualTo(MAX_DEOPTIMIZATIONS);
    }
  }

  private static void copyViews(ColumnVector vector, MemorySegment views) {
    for (int row = 0; row < ROWS; row++) {
      long view = vector.isNull(row) ? 0 : vector.getView(row);
      views.set(ValueLayout.JAVA_LONG, (long) row << 3, view);
    }
  }

  @Test
  void joinTablesWithAndWithoutChains() throws IOException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment rows = arena.allocate(4L * ROWS);
      JoinKernels.iota(rows, ROWS);
      MemorySegment keys = arena.allocate(8L * ROWS);
      MemorySegment sameKeys = arena.allocate(8L * ROWS);
      for (int row = 0; row < ROWS; row++) {
        keys.setAtIndex(ValueLayout.JAVA_LONG, row, row);
        sameKeys.setAtIndex(ValueLayout.JAVA_LONG, row, row >> 3);
      }
      MemorySegment heads = arena.allocate(4L * ROWS);
      MemorySegment next = arena.allocate(4L * ROWS);
      assertThat(
              deoptimizations(
                  "insertDirect",
                  round -> {
                    heads.fill((byte) 0);
                    if (round % 2 == 0) {
                      JoinKernels.insertDirect(keys, rows, ROWS, heads, UnreadLanes.SEGMENT);
                    } else {
                      JoinKernels.insertDirect(sameKeys, rows, ROWS, heads, next);
                    }
                  }))
          .isLessThanOrEqualTo(MAX_DEOPTIMIZATIONS);
    }
  }

  /** One call of the code that is measured. */
  private interface Call {
    void run(int round);
  }

  /** Counts how often compiled code of a method was left for good. */
  private long deoptimizations(String method, Call call) throws IOException {
    Path file = folder.resolve(method + ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.Deoptimization");
      recording.start();
      for (int round = 0; round < ROUNDS; round++) {
        call.run(round);
      }
      recording.stop();
      recording.dump(file);
    }
    long count = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jdk.Deoptimization")
          && event.getStackTrace() != null
          && event.getStackTrace().getFrames().stream()
              .anyMatch(frame -> frame.getMethod().getName().equals(method))) {
        count++;
      }
    }
    Files.delete(file);
    return count;
  }
}
