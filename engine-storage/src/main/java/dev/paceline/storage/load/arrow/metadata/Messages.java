package dev.paceline.storage.load.arrow.metadata;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of one file. FlatBuffers do not validate their input: all metadata is read
 * through {@link #read}, which reports impossible values as one error. Not thread-safe.
 */
public final class Messages {
  /** Bytes before a message: a mark and the length. */
  static final int PREFIX_BYTES = 8;

  /** The mark at the beginning of a message. */
  static final int MARK = -1;

  private static final int MAX_BYTES = 256 << 20;

  private final FileRead file;
  private final FileSet.Entry entry;
  private final GrowingBuffer buffer;

  /**
   * @param memory for one message at a time
   */
  public Messages(FileRead file, FileSet.Entry entry, MemoryScope memory) {
    this.file = file;
    this.entry = entry;
    this.buffer = new GrowingBuffer(memory);
  }

  /**
   * Returns the number of elements of a list.
   *
   * @param claimed what the list says
   * @param elementBytes that each element takes at least
   * @param bytes in which the list has to lie
   * @throws IllegalArgumentException if they are impossible
   */
  static int count(int claimed, int elementBytes, int bytes) {
    if (claimed < 0 || claimed > bytes / elementBytes) {
      throw new IllegalArgumentException("a list claims to have " + claimed + " elements");
    }
    return claimed;
  }

  /**
   * Returns what a part of a message that must not be missing is.
   *
   * @throws IllegalArgumentException if it is missing
   */
  static <T> T present(@Nullable T part, String name) {
    if (part == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return part;
  }

  /** Returns bytes of the file, which are valid until the next call. */
  ByteBuffer bytes(long position, int length) {
    buffer.clear();
    buffer.extend(length);
    MemorySegment segment = buffer.segment();
    file.read(position, segment, 0, length);
    return segment.asSlice(0, length).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads some metadata.
   *
   * @param reader what it returns keeps nothing of the buffer
   * @throws PacelineException INVALID_FILE if the metadata is damaged
   */
  <T> T read(long position, int length, Function<ByteBuffer, T> reader) {
    if (length <= 0 || length > MAX_BYTES || position < 0 || position > entry.bytes() - length) {
      throw invalid("its metadata at byte " + position + " claims to have " + length + " bytes");
    }
    ByteBuffer bytes = bytes(position, length);
    try {
      return reader.apply(bytes);
    } catch (PacelineException e) {
      throw e;
    } catch (RuntimeException e) {
      String reason = e instanceof IllegalArgumentException ? e.getMessage() : null;
      throw invalid(
          "its metadata at byte "
              + position
              + " is damaged"
              + (reason == null ? "" : ": " + reason));
    }
  }

  /** Returns the message in a buffer, if it is of a version that can be read. */
  static Message message(ByteBuffer bytes) {
    Message message = Message.getRootAsMessage(bytes);
    if (message.version() != MetadataVersion.V5 && message.version() != MetadataVersion.V4) {
      throw new IllegalArgumentException(
          "it has version " + (message.version() + 1) + " of the metadata; 4 and 5 are read");
    }
    return message;
  }

  /**
   * Returns what the message of a record batch, or of a dictionary, says of its body.
   *
   * @throws PacelineException INVALID_FILE
   */
  public BatchMetadata batch(MessagePlace place) {
    return read(
        place.metadata(),
        place.metadataBytes(),
        bytes -> BatchMetadata.of(records(message(bytes)), bytes.limit(), place.bodyBytes()));
  }

  /** Returns the record batch that a message is, or that it has as the values of a dictionary. */
  static RecordBatch records(Message message) {
    if (message.headerType() == MessageHeader.DictionaryBatch) {
      var dictionary = new org.apache.arrow.flatbuf.DictionaryBatch();
      present(message.header(dictionary), "a dictionary");
      return present(dictionary.data(), "a record batch");
    }
    if (message.headerType() != MessageHeader.RecordBatch) {
      throw new IllegalArgumentException("a record batch is missing");
    }
    RecordBatch batch = new RecordBatch();
    present(message.header(batch), "a record batch");
    return batch;
  }

  PacelineException invalid(String reason) {
    return invalid(entry, reason);
  }

  static PacelineException invalid(FileSet.Entry entry, String reason) {
    return new PacelineException(
        ErrorCode.INVALID_FILE, "file " + entry.path() + " is no complete Arrow file: " + reason);
  }
}
