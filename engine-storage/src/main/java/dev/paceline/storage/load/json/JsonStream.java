package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.SerialChunks;
import dev.paceline.storage.load.json.JsonOptions.RecordFormat;
import dev.paceline.storage.load.text.TextCompression;
import dev.paceline.storage.load.text.TextInputs;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read from its beginning to its end, a chunk by one worker at a time: an array, a
 * compressed file, or records of several lines.
 */
final class JsonStream extends SerialChunks {
  private static final int CHUNK_ROWS = 1 << 16;
  private static final int CANCELLATION_ROWS = 64;

  private final FileSet.Entry file;
  private final RecordFormat format;
  private final JsonSchema schema;
  private final JsonOptions options;
  private final int[] columns;
  private final int chunkBytes;
  private final MemoryLedger ledger;
  private final TextCompression compression;

  /** Used by the worker that reads. */
  private @Nullable JsonParser parser;

  JsonStream(
      FileSet.Entry file,
      RecordFormat format,
      JsonSchema schema,
      JsonOptions options,
      int[] columns,
      int chunkBytes,
      MemoryLedger ledger) {
    this.file = file;
    this.format = format;
    this.schema = schema;
    this.options = options;
    this.columns = columns.clone();
    this.chunkBytes = chunkBytes;
    this.ledger = ledger;
    this.compression = options.compression(file.path());
  }

  @Override
  protected FileChunk newChunk() {
    return new StreamChunk();
  }

  @Override
  public void close() {
    JsonParser open = parser;
    parser = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw JsonPlace.damaged(file, e);
      }
    }
  }

  /** Returns the parser, before the first record or behind the last one that was read. */
  private JsonParser opened() throws IOException {
    JsonParser open = parser;
    if (open == null) {
      InputStream input = TextInputs.stream(file, compression);
      try {
        open = JsonValues.FACTORY.createParser(input);
      } catch (IOException e) {
        input.close();
        throw e;
      }
      parser = open;
      if (format == RecordFormat.ARRAY && open.nextToken() != JsonToken.START_ARRAY) {
        throw new IOException("the file is no array");
      }
    }
    return open;
  }

  private PacelineException failed(IOException e, long line) {
    return compression != TextCompression.NONE && !(e instanceof JsonProcessingException)
        ? JsonPlace.damaged(file, e)
        : JsonPlace.malformed(file, line, e);
  }

  /** The next records. */
  private final class StreamChunk extends FileChunk {
    StreamChunk() {
      super(file, ledger);
    }

    @Override
    protected Rows read(MemoryScope memory, Runnable cancellation) {
      RowBuilder rows = new RowBuilder(schema, columns, options, memory);
      long line = 1;
      long readBytes = 0;
      boolean atEnd = false;
      try {
        JsonParser open = opened();
        long start = Math.max(0, open.currentLocation().getByteOffset());
        int records = 0;
        while (records < CHUNK_ROWS && rows.bytes() < chunkBytes) {
          if (records++ % CANCELLATION_ROWS == 0) {
            cancellation.run();
          }
          JsonToken token = open.nextToken();
          line = Math.max(1, open.currentLocation().getLineNr());
          if (token == null && format == RecordFormat.ARRAY) {
            throw new IOException("the array does not end");
          }
          if (token == null || format == RecordFormat.ARRAY && token == JsonToken.END_ARRAY) {
            atEnd = true;
            if (token != null && open.nextToken() != null) {
              throw new IOException("there is more behind the array");
            }
            break;
          }
          long recordStart = open.currentLocation().getByteOffset();
          add(open, rows, line);
          long length = open.currentLocation().getByteOffset() - recordStart;
          if (length > options.maxRecordBytes()) {
            throw JsonPlace.tooLong(file, line, length, options.maxRecordBytes());
          }
        }
        readBytes = open.currentLocation().getByteOffset() - start;
      } catch (IOException e) {
        throw failed(e, line);
      }
      Rows read = new Rows(rows.rows(), rows.finish(), readBytes);
      endTaking(atEnd);
      return read;
    }

    /** A record that does not fit is read to its end, even if it is left out. */
    private void add(JsonParser open, RowBuilder rows, long line) throws IOException {
      int outside = format == RecordFormat.ARRAY ? 1 : 0;
      try {
        rows.add(open);
      } catch (ValueMismatch e) {
        var column = rows.current();
        rows.undo();
        if (!options.ignoreErrors()) {
          throw JsonPlace.mismatch(file, line, column, e, options);
        }
        while (open.getParsingContext().getNestingDepth() > outside) {
          if (open.nextToken() == null) {
            throw new IOException("the record ends too early");
          }
        }
      }
    }
  }
}
