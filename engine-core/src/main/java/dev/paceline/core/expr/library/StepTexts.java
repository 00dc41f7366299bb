package dev.paceline.core.expr.library;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.Micros;
import org.jspecify.annotations.Nullable;

/**
 * Writes timestamps in a format. All timestamps of a day, an hour or whatever unit the format shows
 * at the finest have the same text, so that the texts of the units that were met last are kept. One
 * worker uses it.
 */
public final class StepTexts {
  /** The number of texts that are kept; a power of two: more than a month has hours. */
  private static final int SLOTS = 1 << 10;

  private final TimeFormat format;
  private final long[] steps = new long[SLOTS];
  private final byte @Nullable [][] texts = new byte[SLOTS][];

  StepTexts(TimeFormat format) {
    this.format = format;
  }

  /**
   * Texts in a format of {@code strftime}.
   *
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT for a letter behind a
   *     percent sign that stands for nothing
   */
  public static StepTexts ofPercent(String format) {
    return new StepTexts(TimeFormat.ofPercent(format));
  }

  void write(long micros, TextWriter out) {
    out.append(text(micros));
  }

  /** Returns the text of a timestamp in UTF-8, which is not to be changed. */
  public byte[] text(long micros) {
    long step = Math.floorDiv(micros, format.step());
    int slot = (int) step & SLOTS - 1;
    byte[] text = texts[slot];
    if (text == null || steps[slot] != step) {
      text = format.format(Micros.toLocalDateTime(micros)).getBytes(UTF_8);
      steps[slot] = step;
      texts[slot] = text;
    }
    return text;
  }
}
