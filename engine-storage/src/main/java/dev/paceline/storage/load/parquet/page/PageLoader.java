package dev.paceline.storage.load.parquet.page;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import dev.paceline.storage.load.parquet.metadata.PageHeader;
import dev.paceline.storage.load.parquet.metadata.PageHeader.Kind;
import dev.paceline.storage.load.parquet.page.PageList.PageEntry;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Reads and decompresses the pages of one column chunk, one at a time. Not thread-safe. */
final class PageLoader {
  private final FileRead file;
  private final ColumnChunkMetadata chunk;
  private final MemoryScope memory;
  private final PageDecompressor decompressor;
  private MemorySegment compressed = MemorySegment.NULL;
  private MemorySegment page = MemorySegment.NULL;

  /**
   * @param place what error messages call the column chunk
   */
  PageLoader(FileRead file, ColumnChunkMetadata chunk, String place, MemoryScope memory) {
    this.file = file;
    this.chunk = chunk;
    this.memory = memory;
    this.decompressor = new PageDecompressor(chunk.compression(), place);
  }

  /**
   * Loads a page.
   *
   * @return the page, which is valid until the next call; it is longer than the page
   * @throws IOException or an unchecked exception if the page is damaged
   */
  MemorySegment load(PageEntry entry) throws IOException {
    PageHeader header = entry.header();
    boolean isVersion2 = header.kind() == Kind.DATA_PAGE_V2;
    // Levels of version 2 are never compressed.
    int levelBytes = isVersion2 ? header.definitionBytes() + header.repetitionBytes() : 0;
    boolean isCompressed = !isVersion2 || header.isCompressed();
    int length = header.compressedBytes();
    int pageLength = header.uncompressedBytes();
    page = ensure(page, pageLength);
    if (!isCompressed || chunk.compression() == PageCompression.UNCOMPRESSED) {
      if (length != pageLength) {
        throw new IOException("a page has " + length + " bytes instead of " + pageLength);
      }
      file.read(entry.position(), page, 0, length);
      return page;
    }
    compressed = ensure(compressed, length);
    file.read(entry.position(), compressed, 0, length);
    MemorySegment.copy(compressed, 0, page, 0, levelBytes);
    decompressor.decompress(
        compressed.asSlice(levelBytes, length - levelBytes),
        page.asSlice(levelBytes, pageLength - levelBytes));
    return page;
  }

  private MemorySegment ensure(MemorySegment segment, long bytes) {
    if (segment.byteSize() >= bytes + MemoryScope.PADDING_BYTES) {
      return segment;
    }
    release(segment);
    return memory.allocate(bytes);
  }

  /** Gives the memory back. */
  void release() {
    release(compressed);
    release(page);
    compressed = MemorySegment.NULL;
    page = MemorySegment.NULL;
  }

  private void release(MemorySegment segment) {
    if (segment.byteSize() > 0) {
      memory.release(segment);
    }
  }
}
