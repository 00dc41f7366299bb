package dev.paceline.storage.load.arrow.body;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.arrow.metadata.BatchMetadata;
import dev.paceline.storage.load.arrow.metadata.BatchPlace;
import dev.paceline.storage.load.arrow.metadata.FieldPlace;
import dev.paceline.storage.load.arrow.metadata.Messages;
import java.io.IOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Reads columns of one record batch. Immutable. */
public final class RecordBatchReader {
  private final ArrowFile file;
  private final int number;
  private final BatchPlace place;
  private final BatchMetadata metadata;

  /**
   * Some rows of the batch.
   *
   * @param firstRow in the batch
   * @param rowCount at least 1
   * @param shared decompressed buffers for all parts of the batch; null if there is one part only
   * @param columns numbers of the columns that are needed for sure, the one that is read among them
   */
  public record Part(int firstRow, int rowCount, @Nullable SharedBuffers shared, int[] columns) {}

  private RecordBatchReader(ArrowFile file, int number, BatchMetadata metadata) {
    this.file = file;
    this.number = number;
    this.place = file.batches().get(number);
    this.metadata = metadata;
  }

  /**
   * Reads the metadata of a record batch.
   *
   * @param number of the batch in the file
   * @param memory for the metadata
   * @throws PacelineException INVALID_FILE
   */
  public static RecordBatchReader open(
      ArrowFile file, int number, FileRead read, MemoryScope memory) {
    BatchPlace place = file.batches().get(number);
    BatchMetadata metadata = new Messages(read, file.entry(), memory).batch(place.place());
    return new RecordBatchReader(file, number, metadata);
  }

  /**
   * Returns the bytes of a column in the file.
   *
   * @throws PacelineException INVALID_FILE if the batch does not have the column
   */
  public long storedBytes(int column) {
    ArrowField field = file.fields().get(column);
    try {
      FieldPlace first = fieldPlace(column);
      FieldPlace end = first.behind(field, metadata);
      long bytes = 0;
      for (int buffer = first.buffer(); buffer < end.buffer(); buffer++) {
        bytes += metadata.bufferLength(buffer);
      }
      return bytes;
    } catch (IllegalArgumentException e) {
      throw damaged(field, e);
    }
  }

  private FieldPlace fieldPlace(int column) {
    FieldPlace at = FieldPlace.FIRST;
    for (int i = 0; i < column; i++) {
      at = at.behind(file.fields().get(i), metadata);
    }
    return at;
  }

  /** Returns the numbers of the buffers of columns. */
  private BitSet buffersOf(int[] columns) {
    BitSet buffers = new BitSet();
    for (int column : columns) {
      FieldPlace first = fieldPlace(column);
      buffers.set(first.buffer(), first.behind(file.fields().get(column), metadata).buffer());
    }
    return buffers;
  }

  /**
   * Decodes some rows of a column.
   *
   * @param column number of a column that can be read
   * @param memory of the column
   * @throws PacelineException INVALID_FILE if the batch is damaged
   */
  public ChunkColumn column(
      int column,
      Part part,
      FileRead read,
      ArrowDictionaries dictionaries,
      MemoryScope memory,
      Runnable cancellation) {
    ArrowField field = file.fields().get(column);
    try {
      BodyBuffers buffers =
          new BodyBuffers(read, metadata, place.place().body(), memory, cancellation);
      if (part.shared() != null) {
        buffers.share(part.shared(), buffersOf(part.columns()));
      }
      ArrowDictionaries.View view = dictionaries.before(place.dictionaries(), read, cancellation);
      return new ValueDecoder(metadata, buffers, view, memory, cancellation)
          .column(field, fieldPlace(column), part.firstRow(), part.rowCount());
    } catch (PacelineException e) {
      throw e.code() == ErrorCode.INVALID_FILE || e.code() == ErrorCode.INVALID_ARGUMENT
          ? damaged(field, e)
          : e;
    } catch (IOException | RuntimeException e) {
      throw damaged(field, e);
    }
  }

  private PacelineException damaged(ArrowField field, Exception cause) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        file.place(field, number)
            + " is damaged: "
            + (cause.getMessage() == null ? "it ends too early" : cause.getMessage())
            + "; write the file again",
        cause);
  }
}
