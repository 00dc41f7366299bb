package dev.paceline.storage.load.parquet.metadata;

/**
 * The header of a page.
 *
 * @param uncompressedBytes of the page, without this header
 * @param compressedBytes the same as they are in the file
 * @param valueCount values of a data page, NULLs included, or entries of a dictionary page
 * @param encoding of the values
 * @param levelEncoding of the definition levels of a page of version 1
 * @param definitionBytes bytes of the definition levels of a page of version 2
 * @param repetitionBytes bytes of the repetition levels of a page of version 2
 * @param isCompressed false if the values of a page of version 2 are stored as they are
 */
public record PageHeader(
    Kind kind,
    int uncompressedBytes,
    int compressedBytes,
    int valueCount,
    ValueEncoding encoding,
    ValueEncoding levelEncoding,
    int definitionBytes,
    int repetitionBytes,
    boolean isCompressed) {

  /** Kinds of pages, in the order of the format's numbers. */
  public enum Kind {
    DATA_PAGE,
    INDEX_PAGE,
    DICTIONARY_PAGE,
    DATA_PAGE_V2
  }

  public static PageHeader read(ThriftReader reader) {
    Kind kind = null;
    int uncompressedBytes = -1;
    int compressedBytes = -1;
    Part part = new Part();
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> kind = FileMetadata.constant(reader, Kind.values());
        case 2 -> uncompressedBytes = reader.readInt();
        case 3 -> compressedBytes = reader.readInt();
        case 5, 7 -> part.read(reader);
        case 8 -> part.readVersion2(reader);
        default -> reader.skip();
      }
    }
    if (kind == null
        || uncompressedBytes < 0
        || compressedBytes < 0
        || kind != Kind.INDEX_PAGE && part.valueCount < 0
        || part.definitionBytes < 0
        || part.repetitionBytes < 0
        || (long) part.definitionBytes + part.repetitionBytes
            > Math.min(uncompressedBytes, compressedBytes)) {
      throw reader.invalid("a page header has a wrong or missing size");
    }
    return new PageHeader(
        kind,
        uncompressedBytes,
        compressedBytes,
        part.valueCount,
        part.encoding,
        part.levelEncoding,
        part.definitionBytes,
        part.repetitionBytes,
        part.isCompressed);
  }

  /** Returns the header of a page of version 1, or of a dictionary page. */
  public byte[] toBytes() {
    ThriftWriter writer = new ThriftWriter();
    writer.beginStruct();
    writer.writeInt(1, kind.ordinal());
    writer.writeInt(2, uncompressedBytes);
    writer.writeInt(3, compressedBytes);
    writer.beginStruct(kind == Kind.DICTIONARY_PAGE ? 7 : 5);
    writer.writeInt(1, valueCount);
    writer.writeInt(2, encoding.ordinal());
    if (kind == Kind.DATA_PAGE) {
      writer.writeInt(3, levelEncoding.ordinal());
      writer.writeInt(4, ValueEncoding.RLE.ordinal());
    }
    writer.endStruct();
    writer.endStruct();
    return writer.toBytes();
  }

  /** The part of a header that depends on the kind of the page. */
  private static final class Part {
    private int valueCount = -1;
    private ValueEncoding encoding = ValueEncoding.PLAIN;
    private ValueEncoding levelEncoding = ValueEncoding.RLE;
    private int definitionBytes;
    private int repetitionBytes;
    private boolean isCompressed = true;

    void read(ThriftReader reader) {
      reader.beginStruct();
      while (reader.nextField()) {
        switch (reader.fieldId()) {
          case 1 -> valueCount = reader.readInt();
          case 2 -> encoding = FileMetadata.constant(reader, ValueEncoding.values());
          case 3 -> {
            // Whether the entries of a dictionary are sorted is the field of the same number.
            if (reader.isNumber()) {
              levelEncoding = FileMetadata.constant(reader, ValueEncoding.values());
            }
          }
          default -> reader.skip();
        }
      }
    }

    void readVersion2(ThriftReader reader) {
      reader.beginStruct();
      while (reader.nextField()) {
        switch (reader.fieldId()) {
          case 1 -> valueCount = reader.readInt();
          case 4 -> encoding = FileMetadata.constant(reader, ValueEncoding.values());
          case 5 -> definitionBytes = reader.readInt();
          case 6 -> repetitionBytes = reader.readInt();
          case 7 -> isCompressed = reader.readBoolean();
          default -> reader.skip();
        }
      }
    }
  }
}
