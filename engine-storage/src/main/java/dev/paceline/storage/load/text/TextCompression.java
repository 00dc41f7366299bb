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
  BZIP2;

  /** Returns the name that the option {@code compression} takes. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the compression that an option says, or that the name of a file tells.
   *
   * @param option {@code auto} to look at the name
   * @throws PacelineException INVALID_ARGUMENT for an unknown name, NOT_SUPPORTED for one that is
   *     known and cannot be read
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
      case "lz4" ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              "file "
                  + file
                  + " is compressed by "
                  + name
                  + ", which cannot be read; decompress it, or compress it by zstd or gzip");
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "the option compression must be auto, none, gzip, zstd or bzip2, but is " + option);
    };
  }
}
