package dev.paceline.storage.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of several files. It may go on to the next file while the ones before it have no chunk
 * just now, so that files which one worker at a time reads are read side by side.
 */
public final class FileSequence implements ChunkSequence {
  private final Deque<Supplier<ChunkSequence>> waiting;
  private final List<ChunkSequence> started = new ArrayList<>();
  private final List<ChunkSequence> ended = new ArrayList<>();
  private final boolean sideBySide;
  private Runnable wakeUp = () -> {};

  /**
   * @param files makes the chunks of each file when it is its turn
   * @param sideBySide whether a file may begin before the one before it has handed out all chunks
   */
  public FileSequence(List<Supplier<ChunkSequence>> files, boolean sideBySide) {
    this.waiting = new ArrayDeque<>(files);
    this.sideBySide = sideBySide;
  }

  @Override
  public @Nullable FileChunk next() {
    for (int i = 0; i < started.size(); i++) {
      FileChunk chunk = started.get(i).next();
      if (chunk != null) {
        return chunk;
      }
      if (started.get(i).isExhausted()) {
        ended.add(started.remove(i--));
      }
    }
    while (!waiting.isEmpty() && (sideBySide || started.isEmpty())) {
      ChunkSequence file = waiting.remove().get();
      file.onAvailable(wakeUp);
      started.add(file);
      FileChunk chunk = file.next();
      if (chunk != null) {
        return chunk;
      }
      if (file.isExhausted()) {
        started.remove(file);
        ended.add(file);
      }
    }
    return null;
  }

  @Override
  public boolean isExhausted() {
    return waiting.isEmpty() && started.stream().allMatch(ChunkSequence::isExhausted);
  }

  @Override
  public void onAvailable(Runnable listener) {
    wakeUp = listener;
    started.forEach(file -> file.onAvailable(listener));
  }

  @Override
  public long skippedBlocks() {
    return Stream.concat(started.stream(), ended.stream())
        .mapToLong(ChunkSequence::skippedBlocks)
        .sum();
  }

  @Override
  public void close() {
    started.forEach(ChunkSequence::close);
    ended.forEach(ChunkSequence::close);
  }
}
