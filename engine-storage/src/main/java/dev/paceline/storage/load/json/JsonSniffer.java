package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.json.JsonOptions.RecordFormat;
import dev.paceline.storage.load.text.TextCompression;
import dev.paceline.storage.load.text.TextInputs;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds out how records stand in files, and what columns they have. Not thread-safe. */
final class JsonSniffer {
  private static final int MAX_COLUMNS = 100_000;

  /** A longer array at the beginning of a file has all of its records. */
  private static final long MAX_ARRAY_BYTES = 1 << 20;

  private final JsonOptions options;
  private final Map<String, TypeGuess> guesses = new LinkedHashMap<>();

  /** The guess for records that are read as values of one column. */
  private final TypeGuess whole;

  private boolean hasRecords = true;
  private long sampled;
  private long sampledBytes;

  JsonSniffer(JsonOptions options) {
    this.options = options;
    this.whole = new TypeGuess(options, 0);
  }

  /** Returns the mean bytes of a record, in files that are not compressed. */
  double bytesPerRecord() {
    return sampled == 0 ? 100 : Math.max(2, (double) sampledBytes / sampled);
  }

  /** Returns how the records of a file stand in it. */
  RecordFormat format(FileSet.Entry file) {
    RecordFormat given = options.format();
    if (given != null) {
      return given;
    }
    TextCompression compression = options.compression(file.path());
    long end;
    RecordFormat otherwise = RecordFormat.NEWLINE_DELIMITED;
    try (InputStream input = TextInputs.stream(file, compression);
        JsonParser parser = JsonValues.FACTORY.createParser(input)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return RecordFormat.NEWLINE_DELIMITED;
      }
      if (first == JsonToken.START_ARRAY) {
        otherwise = RecordFormat.ARRAY;
        if (!endsSoon(parser)) {
          return RecordFormat.ARRAY;
        }
      }
      parser.skipChildren();
      end = parser.currentLocation().getByteOffset();
      if (first == JsonToken.START_ARRAY && parser.nextToken() == null) {
        return RecordFormat.ARRAY;
      }
    } catch (IOException e) {
      return otherwise; // the error shows when the record is read
    }
    try (InputStream input = TextInputs.stream(file, compression)) {
      return isOneLine(input, end) ? RecordFormat.NEWLINE_DELIMITED : RecordFormat.UNSTRUCTURED;
    } catch (IOException e) {
      throw JsonPlace.damaged(file, e);
    }
  }

  /** Moves to the end of an array; false if it is longer than records are. */
  private static boolean endsSoon(JsonParser parser) throws IOException {
    while (parser.currentLocation().getByteOffset() < MAX_ARRAY_BYTES) {
      JsonToken token = parser.nextToken();
      if (token == null || parser.getParsingContext().inRoot()) {
        return token != null;
      }
    }
    return false;
  }

  /** Whether a record has no line break in it, and one behind it unless the file ends there. */
  private static boolean isOneLine(InputStream input, long end) throws IOException {
    boolean started = false;
    for (long i = 0; i < end; i++) {
      int c = input.read();
      if (c == '\n' && started) {
        return false;
      }
      started |= c > ' ';
    }
    int c = input.read();
    while (c == ' ' || c == '\t' || c == '\r') {
      c = input.read();
    }
    return c < 0 || c == '\n';
  }

  /** Returns the columns of files, of which there is at least one. */
  JsonSchema sniff(FileSet files) {
    RecordFormat format = format(files.files().getFirst());
    Map<String, DataType> given = options.columns();
    if (given != null) {
      return Boolean.FALSE.equals(options.records())
          ? JsonSchema.ofWhole(given, format)
          : JsonSchema.of(given, format);
    }
    int count = 0;
    for (FileSet.Entry file : files.files()) {
      if (sampled >= options.sampleRows() || count++ == options.sampleFiles()) {
        break;
      }
      sample(file, format(file));
    }
    if (Boolean.FALSE.equals(options.records())) {
      hasRecords = false;
    } else if (options.records() != null) {
      hasRecords = true;
    }
    if (guesses.isEmpty() && options.records() == null) {
      hasRecords = false;
    } else if (hasRecords && guesses.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE,
          "file "
              + files.pattern()
              + " has no record that tells which columns there are; give the option columns, for"
              + " example columns={'a': 'BIGINT'}");
    }
    if (!hasRecords) {
      // Objects among other records have given columns, which all of them are not.
      return JsonSchema.ofWhole(guesses.isEmpty() ? whole.type() : DataType.VARCHAR, format);
    }
    Map<String, DataType> types = new LinkedHashMap<>();
    guesses.forEach((key, guess) -> types.put(key, guess.type()));
    return JsonSchema.of(types, format);
  }

  private void sample(FileSet.Entry file, RecordFormat format) {
    TextCompression compression = options.compression(file.path());
    long line = 1;
    try (InputStream input = TextInputs.stream(file, compression);
        JsonParser parser = JsonValues.FACTORY.createParser(input)) {
      boolean isArray = format == RecordFormat.ARRAY;
      JsonToken token = parser.nextToken();
      if (isArray && token == JsonToken.START_ARRAY) {
        token = parser.nextToken();
      }
      while (token != null && token != JsonToken.END_ARRAY && sampled < options.sampleRows()) {
        line = parser.currentLocation().getLineNr();
        add(parser);
        sampled++;
        token = parser.nextToken();
      }
      sampledBytes += Math.max(0, parser.currentLocation().getByteOffset());
    } catch (IOException e) {
      if (!options.ignoreErrors()) {
        throw compression != TextCompression.NONE && !(e instanceof JsonProcessingException)
            ? JsonPlace.damaged(file, e)
            : JsonPlace.malformed(file, line, e);
      }
    }
  }

  private void add(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (Boolean.FALSE.equals(options.records())
        || parser.currentToken() != JsonToken.START_OBJECT) {
      hasRecords = false;
      whole.add(parser);
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      TypeGuess guess = guesses.get(parser.currentName());
      if (guess == null) {
        if (guesses.size() == MAX_COLUMNS) {
          throw new IOException("the records have more than " + MAX_COLUMNS + " different members");
        }
        guess = new TypeGuess(options, 1);
        guesses.put(parser.currentName(), guess);
      }
      parser.nextToken();
      guess.add(parser);
    }
  }
}
