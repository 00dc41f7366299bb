package dev.paceline.storage.load.text;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.nio.file.Path;
import java.util.Locale;

/** Compressions of text files. */
public enum TextCompression {
  NONE,
  GZIP,
  ZSTD,
  BZIP2,
  /** Frames, such as the program {@code lz4} writes. */
  LZ4;

  /** Returns the name that the option {@code compression} takes. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the compression that an option says, or that the name of a file tells.
   *
   * @param option {@code auto} to look at the name
   * @throws PacelineException INVALID_ARGUMENT for an unknown name
   */
  public static TextCompression of(String option, Path file) {
    String name = option.toLowerCase(Locale.ROOT);
    if (name.equals("auto") || name.equals("auto_detect")) {
      String path = file.toString().toLowerCase(Locale.ROOT);
      int point = path.lastIndexOf('.');
      name =
          switch (point < 0 ? "" : path.substring(point + 1)) {
            case "gz" -> "gzip";
            case "zst" -> "zstd";
            case "bz2" -> "bzip2";
            case "lz4" -> "lz4";
            default -> "none";
          };
    }
    return switch (name) {
      case "none", "uncompressed" -> NONE;
      case "gzip" -> GZIP;
      case "zstd" -> ZSTD;
      case "bzip2" -> BZIP2;
      case "lz4" -> LZ4;
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the option compression must be auto, none, gzip, zstd, bzip2 or lz4, but is "
                  + option);
    };
  }
}
