package dev.paceline.storage.load.arrow.metadata;

import static dev.paceline.storage.load.arrow.metadata.Messages.present;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A file or a stream, and where its record batches are. Immutable.
 *
 * @param fields of the schema
 * @param batches in their order
 * @param dictionaries in their order; those of a file apply to all batches
 */
public record ArrowFile(
    FileSet.Entry entry,
    List<ArrowField> fields,
    List<BatchPlace> batches,
    List<DictionaryPlace> dictionaries) {
  /** At the beginning and the end of a file, but not of a stream. */
  public static final String MAGIC = "ARROW1";

  /** At the beginning of a file of the first version of Feather, which was another format. */
  private static final String FEATHER_MAGIC = "FEA1";

  /** The magic number at the beginning of a file has padding. */
  private static final int START_BYTES = 8;

  /** The length of the footer and the magic number. */
  private static final int TAIL_BYTES = 10;

  /** The length of a place in the footer. */
  private static final int BLOCK_BYTES = 24;

  /** The most messages of a file. */
  private static final int MAX_MESSAGES = 1 << 20;

  /**
   * The content of a footer.
   *
   * @param batches where their messages are
   * @param dictionaries where theirs are
   */
  private record FooterContent(
      List<ArrowField> fields, List<MessagePlace> batches, List<MessagePlace> dictionaries) {}

  /**
   * The content of a message of a stream; one of the three is not null.
   *
   * @param bodyBytes that follow it
   */
  private record StreamMessage(
      @Nullable List<ArrowField> fields,
      @Nullable BatchStart batch,
      @Nullable DictionaryStart dictionary,
      long bodyBytes) {}

  /** The part of the message of a record batch that is kept. */
  private record BatchStart(int rows, boolean isCompressed) {}

  /** The part of the message of a dictionary that is kept. */
  private record DictionaryStart(long id, boolean isDelta) {}

  /**
   * Reads the metadata of a file or of a stream.
   *
   * @throws PacelineException INVALID_FILE, IO_ERROR, NOT_SUPPORTED for the first version of
   *     Feather
   */
  public static ArrowFile open(FileSet.Entry entry, MemoryLedger ledger) {
    try (MemoryScope memory = ledger.openScope("the metadata of " + entry.path());
        FileRead file = FileRead.open(entry)) {
      Messages messages = new Messages(file, entry, memory);
      if (entry.bytes() < START_BYTES) {
        throw messages.invalid("it has only " + entry.bytes() + " bytes");
      }
      ByteBuffer start = messages.bytes(0, START_BYTES);
      if (startsWith(start, 0, FEATHER_MAGIC)) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "file "
                + entry.path()
                + " is in the first version of the Feather format, which is not read; write it in"
                + " the second version, or as Parquet");
      }
      if (startsWith(start, 0, MAGIC)) {
        return ofFile(messages, entry);
      }
      if (start.getInt(0) != Messages.MARK) {
        throw messages.invalid("it begins neither with " + MAGIC + " nor with a message");
      }
      return ofStream(messages, entry);
    }
  }

  private static boolean startsWith(ByteBuffer bytes, int at, String magic) {
    byte[] characters = new byte[magic.length()];
    bytes.get(at, characters);
    return new String(characters, StandardCharsets.ISO_8859_1).equals(magic);
  }

  private static ArrowFile ofFile(Messages messages, FileSet.Entry entry) {
    long tail = entry.bytes() - TAIL_BYTES;
    if (tail < START_BYTES) {
      throw messages.invalid("it has only " + entry.bytes() + " bytes");
    }
    ByteBuffer end = messages.bytes(tail, TAIL_BYTES);
    int length = end.getInt(0);
    if (!startsWith(end, Integer.BYTES, MAGIC)) {
      throw messages.invalid("it does not end with " + MAGIC + "; it may be cut off");
    }
    if (length <= 0 || length > tail - START_BYTES) {
      throw messages.invalid("its footer claims to have " + length + " bytes");
    }
    FooterContent footer = messages.read(tail - length, length, ArrowFile::footer);
    List<DictionaryPlace> dictionaries = new ArrayList<>();
    for (MessagePlace place : footer.dictionaries()) {
      MessagePlace checked = checked(messages, place, entry);
      DictionaryStart start =
          messages.read(
              checked.metadata(),
              checked.metadataBytes(),
              bytes -> dictionary(Messages.message(bytes)));
      dictionaries.add(new DictionaryPlace(checked, start.id(), start.isDelta()));
    }
    List<BatchPlace> batches = new ArrayList<>();
    for (MessagePlace place : footer.batches()) {
      MessagePlace checked = checked(messages, place, entry);
      BatchStart start =
          messages.read(
              checked.metadata(), checked.metadataBytes(), bytes -> batch(Messages.message(bytes)));
      batches.add(new BatchPlace(checked, start.rows(), start.isCompressed(), dictionaries.size()));
    }
    return new ArrowFile(entry, footer.fields(), List.copyOf(batches), List.copyOf(dictionaries));
  }

  private static FooterContent footer(ByteBuffer bytes) {
    Footer footer = Footer.getRootAsFooter(bytes);
    if (footer.version() != MetadataVersion.V5 && footer.version() != MetadataVersion.V4) {
      throw new IllegalArgumentException(
          "it has version " + (footer.version() + 1) + " of the metadata; 4 and 5 are read");
    }
    Schema schema = present(footer.schema(), "a schema");
    Block block = new Block();
    List<MessagePlace> batches = new ArrayList<>();
    int count = Messages.count(footer.recordBatchesLength(), BLOCK_BYTES, bytes.limit());
    for (int i = 0; i < count; i++) {
      batches.add(place(present(footer.recordBatches(block, i), "a place")));
    }
    List<MessagePlace> dictionaries = new ArrayList<>();
    count = Messages.count(footer.dictionariesLength(), BLOCK_BYTES, bytes.limit());
    for (int i = 0; i < count; i++) {
      dictionaries.add(place(present(footer.dictionaries(block, i), "a place")));
    }
    return new FooterContent(SchemaReader.read(schema, bytes.limit()), batches, dictionaries);
  }

  /** Returns the place of a message with what is before it. */
  private static MessagePlace place(Block block) {
    long start = block.offset();
    int length = block.metaDataLength();
    long body = block.bodyLength();
    if (start < START_BYTES || length <= Messages.PREFIX_BYTES || body < 0) {
      throw new IllegalArgumentException("a record batch has an impossible place");
    }
    return new MessagePlace(start, length, start + length, body);
  }

  /** Returns the place of a message behind its prefix. */
  private static MessagePlace checked(Messages messages, MessagePlace place, FileSet.Entry entry) {
    long end = entry.bytes() - TAIL_BYTES;
    if (place.metadata() > end - place.metadataBytes() || place.body() > end - place.bodyBytes()) {
      throw messages.invalid("a record batch lies behind its end");
    }
    ByteBuffer prefix = messages.bytes(place.metadata(), Messages.PREFIX_BYTES);
    int length = prefix.getInt(Integer.BYTES);
    if (prefix.getInt(0) != Messages.MARK
        || length <= 0
        || length > place.metadataBytes() - Messages.PREFIX_BYTES) {
      throw messages.invalid("no message begins at byte " + place.metadata());
    }
    return new MessagePlace(
        place.metadata() + Messages.PREFIX_BYTES, length, place.body(), place.bodyBytes());
  }

  private static ArrowFile ofStream(Messages messages, FileSet.Entry entry) {
    List<ArrowField> fields = null;
    List<BatchPlace> batches = new ArrayList<>();
    List<DictionaryPlace> dictionaries = new ArrayList<>();
    long at = 0;
    while (at < entry.bytes()) {
      if (entry.bytes() - at < Messages.PREFIX_BYTES) {
        throw messages.invalid("it is cut off at byte " + entry.bytes());
      }
      ByteBuffer prefix = messages.bytes(at, Messages.PREFIX_BYTES);
      int length = prefix.getInt(Integer.BYTES);
      if (prefix.getInt(0) != Messages.MARK) {
        throw messages.invalid("no message begins at byte " + at);
      }
      if (length == 0) {
        break; // the mark of the end
      }
      long metadata = at + Messages.PREFIX_BYTES;
      StreamMessage message = messages.read(metadata, length, ArrowFile::streamMessage);
      long body = metadata + length;
      if (message.bodyBytes() < 0 || message.bodyBytes() > entry.bytes() - body) {
        throw messages.invalid("it is cut off in the message at byte " + at);
      }
      at = body + message.bodyBytes();
      MessagePlace place = new MessagePlace(metadata, length, body, message.bodyBytes());
      if (fields == null) {
        if (message.fields() == null) {
          throw messages.invalid("it does not begin with a schema");
        }
        fields = message.fields();
      } else if (message.batch() != null) {
        BatchStart start = message.batch();
        batches.add(new BatchPlace(place, start.rows(), start.isCompressed(), dictionaries.size()));
      } else if (message.dictionary() != null) {
        DictionaryStart start = message.dictionary();
        dictionaries.add(new DictionaryPlace(place, start.id(), start.isDelta()));
      } else {
        throw messages.invalid("it has a second schema");
      }
      if (batches.size() + dictionaries.size() > MAX_MESSAGES) {
        throw messages.invalid("it has more than " + MAX_MESSAGES + " messages");
      }
    }
    if (fields == null) {
      throw messages.invalid("it has no schema");
    }
    return new ArrowFile(entry, fields, List.copyOf(batches), List.copyOf(dictionaries));
  }

  private static StreamMessage streamMessage(ByteBuffer bytes) {
    Message message = Messages.message(bytes);
    return switch (message.headerType()) {
      case MessageHeader.Schema -> {
        Schema schema = new Schema();
        present(message.header(schema), "a schema");
        List<ArrowField> fields = SchemaReader.read(schema, bytes.limit());
        yield new StreamMessage(fields, null, null, message.bodyLength());
      }
      case MessageHeader.RecordBatch ->
          new StreamMessage(null, batch(message), null, message.bodyLength());
      case MessageHeader.DictionaryBatch ->
          new StreamMessage(null, null, dictionary(message), message.bodyLength());
      default -> throw new IllegalArgumentException("a message is no record batch");
    };
  }

  private static BatchStart batch(Message message) {
    if (message.headerType() != MessageHeader.RecordBatch) {
      throw new IllegalArgumentException("a record batch is missing");
    }
    RecordBatch batch = Messages.records(message);
    return new BatchStart(
        BatchMetadata.rows(batch), BatchMetadata.compression(batch) != BodyCompression.NONE);
  }

  private static DictionaryStart dictionary(Message message) {
    if (message.headerType() != MessageHeader.DictionaryBatch) {
      throw new IllegalArgumentException("a dictionary is missing");
    }
    DictionaryBatch dictionary = new DictionaryBatch();
    present(message.header(dictionary), "a dictionary");
    return new DictionaryStart(dictionary.id(), dictionary.isDelta());
  }

  /** Returns the number of rows of all batches. */
  public long rowCount() {
    return batches.stream().mapToLong(BatchPlace::rows).sum();
  }

  /** Returns what error messages call a field of a record batch. */
  public String place(ArrowField field, int batch) {
    return "column " + field.name() + " in record batch " + batch + " of " + entry.path();
  }
}
