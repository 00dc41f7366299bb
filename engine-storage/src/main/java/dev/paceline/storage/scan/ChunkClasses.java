package dev.paceline.storage.scan;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a table by class. A decision looks at one chunk of each class, so its cost does not
 * depend on the number of chunks. Chunks that no scan wants and that are not in memory have no
 * class.
 */
final class ChunkClasses {
  private ChunkClass[] classes = new ChunkClass[16];
  private int count;
  private @Nullable ChunkClass[] buckets = new @Nullable ChunkClass[32];
  private long placements;

  int count() {
    return count;
  }

  ChunkClass get(int index) {
    return classes[index];
  }

  /**
   * Returns how often chunks were put into classes, as a measure of work that does not depend on
   * the machine.
   */
  long placements() {
    return placements;
  }

  /** Moves a chunk to the class of its present state. */
  void place(ScanChunk chunk) {
    placements++;
    ChunkClass now = chunk.memberOf;
    if (now != null) {
      if (now.isFor(chunk)) {
        return;
      }
      remove(chunk, now);
    }
    if (chunk.interest != 0 || chunk.resident != 0 || chunk.loading != 0) {
      add(chunk, classOf(chunk));
    }
  }

  private ChunkClass classOf(ScanChunk chunk) {
    int bucket = bucketOf(chunk.interest, chunk.resident, chunk.loading, chunk.isBusy());
    for (ChunkClass candidate = buckets[bucket];
        candidate != null;
        candidate = candidate.nextInBucket) {
      if (candidate.isFor(chunk)) {
        return candidate;
      }
    }
    ChunkClass created =
        new ChunkClass(
            chunk.interest,
            chunk.resident,
            chunk.loading,
            chunk.isBusy(),
            chunk.table.unitsOf(chunk.interest));
    if (count == classes.length) {
      grow();
      bucket = bucketOf(chunk.interest, chunk.resident, chunk.loading, chunk.isBusy());
    }
    created.index = count;
    classes[count++] = created;
    created.nextInBucket = buckets[bucket];
    buckets[bucket] = created;
    return created;
  }

  private int bucketOf(long interest, long resident, long loading, boolean busy) {
    long hash = interest * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 29 ^ resident) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 32 ^ loading) * 0x94D049BB133111EBL;
    return (int) (hash >>> 33) + (busy ? 1 : 0) & buckets.length - 1;
  }

  private void grow() {
    classes = Arrays.copyOf(classes, 2 * count);
    buckets = new @Nullable ChunkClass[4 * count];
    for (int i = 0; i < count; i++) {
      ChunkClass moved = classes[i];
      int bucket = bucketOf(moved.interest, moved.resident, moved.loading, moved.busy);
      moved.nextInBucket = buckets[bucket];
      buckets[bucket] = moved;
    }
  }

  private static void add(ScanChunk chunk, ChunkClass to) {
    chunk.memberOf = to;
    to.size++;
    ScanChunk head = to.head;
    ScanChunk tail = to.tail;
    if (head == null || tail == null) {
      to.head = chunk;
      to.tail = chunk;
    } else if (to.resident == 0 && chunk.ordinal < head.ordinal) {
      chunk.next = head;
      head.previous = chunk;
      to.head = chunk;
    } else {
      chunk.previous = tail;
      tail.next = chunk;
      to.tail = chunk;
    }
  }

  private void remove(ScanChunk chunk, ChunkClass from) {
    from.size--;
    ScanChunk previous = chunk.previous;
    ScanChunk next = chunk.next;
    if (previous == null) {
      from.head = next;
    } else {
      previous.next = next;
    }
    if (next == null) {
      from.tail = previous;
    } else {
      next.previous = previous;
    }
    chunk.previous = null;
    chunk.next = null;
    chunk.memberOf = null;
    if (from.head == null) {
      drop(from);
    }
  }

  private void drop(ChunkClass empty) {
    ChunkClass last = classes[--count];
    classes[empty.index] = last;
    last.index = empty.index;
    int bucket = bucketOf(empty.interest, empty.resident, empty.loading, empty.busy);
    ChunkClass before = null;
    for (ChunkClass at = buckets[bucket]; at != empty && at != null; at = at.nextInBucket) {
      before = at;
    }
    if (before == null) {
      buckets[bucket] = empty.nextInBucket;
    } else {
      before.nextInBucket = empty.nextInBucket;
    }
  }
}
