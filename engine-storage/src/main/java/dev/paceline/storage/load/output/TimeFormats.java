package dev.paceline.storage.load.output;

import dev.paceline.core.expr.library.StepTexts;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.FileOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The formats in which dates and timestamps are written to text files, in the notation of {@code
 * strftime}. Immutable.
 *
 * @param date null for ISO 8601
 * @param timestamp null for ISO 8601
 */
public record TimeFormats(@Nullable String date, @Nullable String timestamp) {
  private static final List<String> DATE = List.of("dateformat", "date_format");
  private static final List<String> TIMESTAMP = List.of("timestampformat", "timestamp_format");

  /** The names of the options that give them. */
  public static final List<String> OPTIONS =
      List.of(DATE.getFirst(), DATE.getLast(), TIMESTAMP.getFirst(), TIMESTAMP.getLast());

  /**
   * Reads the options of a statement.
   *
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT for a format that is none
   */
  public static TimeFormats of(FileOptions options) {
    TimeFormats formats = new TimeFormats(options.string(DATE), options.string(TIMESTAMP));
    formats.texts(TypeKind.DATE);
    formats.texts(TypeKind.TIMESTAMP);
    return formats;
  }

  /** Returns what one worker writes values of a type with; null if they have no format. */
  public @Nullable StepTexts texts(TypeKind kind) {
    String format =
        switch (kind) {
          case DATE -> date;
          case TIMESTAMP, TIMESTAMP_LTZ -> timestamp;
          default -> null;
        };
    return format == null ? null : StepTexts.ofPercent(format);
  }
}
