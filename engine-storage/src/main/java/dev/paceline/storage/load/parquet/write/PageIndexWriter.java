package dev.paceline.storage.load.parquet.write;

import dev.paceline.storage.load.parquet.metadata.ThriftWriter;
import java.util.List;

/** Writes what readers need to know of the pages of a column chunk before they read them. */
final class PageIndexWriter {
  private static final byte[] NOTHING = {};

  /** Nothing is promised of the order of the bounds of pages. */
  private static final int UNORDERED = 0;

  private PageIndexWriter() {}

  /** Returns whether there are bounds of all pages that have values. */
  static boolean haveBounds(List<WrittenPage> pages) {
    return pages.stream()
        .allMatch(
            page -> page.isNull() || page.bounds().min() != null && page.bounds().max() != null);
  }

  /** Returns the bounds of the pages: the struct {@code ColumnIndex} of the format. */
  static byte[] columnIndex(List<WrittenPage> pages) {
    ThriftWriter writer = new ThriftWriter();
    writer.beginStruct();
    writer.beginListOfBooleans(1, pages.size());
    pages.forEach(page -> writer.writeBooleanElement(page.isNull()));
    writer.beginListOfStrings(2, pages.size());
    for (WrittenPage page : pages) {
      byte[] min = page.bounds().min();
      writer.writeBinaryElement(min == null ? NOTHING : min);
    }
    writer.beginListOfStrings(3, pages.size());
    for (WrittenPage page : pages) {
      byte[] max = page.bounds().max();
      writer.writeBinaryElement(max == null ? NOTHING : max);
    }
    writer.writeInt(4, UNORDERED);
    writer.beginListOfLongs(5, pages.size());
    pages.forEach(page -> writer.writeLongElement(page.bounds().nullCount()));
    writer.endStruct();
    return writer.toBytes();
  }

  /**
   * Returns the places of the pages: the struct {@code OffsetIndex} of the format.
   *
   * @param start position of the row group in the file
   */
  static byte[] offsetIndex(List<WrittenPage> pages, long start) {
    ThriftWriter writer = new ThriftWriter();
    writer.beginStruct();
    writer.beginListOfStructs(1, pages.size());
    for (WrittenPage page : pages) {
      writer.beginStruct();
      writer.writeLong(1, start + page.position());
      writer.writeInt(2, page.bytes());
      writer.writeLong(3, page.firstRow());
      writer.endStruct();
    }
    writer.endStruct();
    return writer.toBytes();
  }
}
