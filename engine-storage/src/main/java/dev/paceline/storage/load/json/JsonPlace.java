package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.json.JsonFaults;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Errors of JSON files, with their place. */
final class JsonPlace {
  private static final int SHOWN_CHARACTERS = 80;

  private JsonPlace() {}

  /** A value is not of its column's type, or a record is no object. */
  static PacelineException mismatch(
      FileSet.Entry file,
      long line,
      @Nullable ColumnDefinition column,
      ValueMismatch cause,
      JsonOptions options) {
    String value =
        cause.value().length() <= SHOWN_CHARACTERS
            ? cause.value()
            : cause.value().substring(0, SHOWN_CHARACTERS) + "\u2026";
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        "file "
            + file.path()
            + ", line "
            + line
            + (column == null ? ": " : ", column " + column.name() + ": ")
            + "'"
            + value
            + "' "
            + cause.getMessage()
            + (column == null
                ? "; give the option records=false to read any values"
                : options.columns() == null
                    ? "; have all records looked at for types by sample_size=-1, give the types by"
                        + " the option columns, or leave such records out by ignore_errors=true"
                    : "; give the column another type by the option columns, or leave such records"
                        + " out by ignore_errors=true"));
  }

  /** A record is not JSON. */
  static PacelineException malformed(FileSet.Entry file, long line, IOException cause) {
    String reason =
        cause instanceof JsonProcessingException json
            ? JsonFaults.reason(json)
            : String.valueOf(cause.getMessage());
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        "file "
            + file.path()
            + ", line "
            + line
            + (cause instanceof StreamConstraintsException
                ? ": this JSON is beyond what can be read: "
                : ": this is not valid JSON: ")
            + reason
            + "; correct the file, or give the option ignore_errors=true where each record has a"
            + " line of its own",
        cause);
  }

  /** A record is longer than allowed. */
  static PacelineException tooLong(FileSet.Entry file, long line, long bytes, int most) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        "file "
            + file.path()
            + ", line "
            + line
            + ": a record has at least "
            + bytes
            + " bytes; the option maximum_object_size allows "
            + most);
  }

  /** A file cannot be decompressed. */
  static PacelineException damaged(FileSet.Entry file, IOException cause) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        "file " + file.path() + " cannot be decompressed: " + cause.getMessage(),
        cause);
  }
}
