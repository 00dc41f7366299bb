package dev.paceline.storage.load.share;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file as its scans share it. The cache guards its fields. */
final class SharedFile {
  final ChunkPlaces places;
  final List<SharedScan> scans = new ArrayList<>();

  /** Chunks whose text is in memory. */
  final BitSet texts = new BitSet();

  /** The chunk behind the one that was read last. */
  int position;

  /** Whether other scans find it. */
  boolean isListed;

  private final @Nullable SharedChunk[] chunks;

  SharedFile(ChunkPlaces places, int chunkCount, boolean isListed) {
    this.places = places;
    this.chunks = new SharedChunk[chunkCount];
    this.isListed = isListed;
  }

  int chunkCount() {
    return chunks.length;
  }

  SharedChunk chunk(int index) {
    SharedChunk chunk = chunks[index];
    if (chunk == null) {
      chunk = new SharedChunk(this, index);
      chunks[index] = chunk;
    }
    return chunk;
  }

  /** Whether a scan has yet to take a chunk and needs its text for that. */
  boolean isTextWanted(SharedChunk chunk) {
    for (SharedScan scan : scans) {
      if (scan.wantsText(chunk)) {
        return true;
      }
    }
    return false;
  }
}
