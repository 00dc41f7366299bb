package dev.paceline.calcite.file;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.load.arrow.ArrowFormat;
import dev.paceline.storage.load.arrow.write.ArrowWriterFormat;
import dev.paceline.storage.load.csv.CsvFormat;
import dev.paceline.storage.load.json.JsonFormat;
import dev.paceline.storage.load.json.JsonWriterFormat;
import dev.paceline.storage.load.output.CsvWriterFormat;
import dev.paceline.storage.load.parquet.ParquetFormat;
import dev.paceline.storage.load.parquet.write.ParquetWriterFormat;
import dev.paceline.storage.load.whole.WholeFileFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The formats in which files are read and written, by their names, the functions that read them,
 * and the suffixes of files. Immutable.
 *
 * @param readers the formats that can be read
 * @param writers the formats that can be written
 */
public record FileFormats(List<FileFormat> readers, List<WriterFormat> writers) {
  /** All formats that there are. */
  public static final FileFormats ALL =
      new FileFormats(
          List.of(new CsvFormat(), new ParquetFormat(), new JsonFormat(), new ArrowFormat()),
          List.of(
              new CsvWriterFormat(),
              new ParquetWriterFormat(),
              new JsonWriterFormat(),
              new ArrowWriterFormat()));

  /** Suffixes of compressed files, which follow the suffix of the format. */
  private static final Set<String> COMPRESSED = Set.of("gz", "gzip", "zst", "zstd", "bz2", "lz4");

  private static final Map<String, String> FORMAT_BY_SUFFIX =
      Map.ofEntries(
          Map.entry("csv", "csv"),
          Map.entry("tsv", "csv"),
          Map.entry("tbl", "csv"),
          Map.entry("txt", "csv"),
          Map.entry("parquet", "parquet"),
          Map.entry("parq", "parquet"),
          Map.entry("json", "json"),
          Map.entry("ndjson", "json"),
          Map.entry("jsonl", "json"),
          Map.entry("arrow", "arrow"),
          Map.entry("arrows", "arrow"),
          Map.entry("feather", "arrow"),
          Map.entry("ipc", "arrow"));

  private static final Map<String, String> FORMAT_BY_FUNCTION =
      Map.ofEntries(
          Map.entry("read_csv", "csv"),
          Map.entry("read_csv_auto", "csv"),
          Map.entry("read_parquet", "parquet"),
          Map.entry("parquet_scan", "parquet"),
          Map.entry("read_json", "json"),
          Map.entry("read_json_auto", "json"),
          Map.entry("read_json_objects", "json"),
          Map.entry("read_json_objects_auto", "json"),
          Map.entry("read_ndjson", "json"),
          Map.entry("read_ndjson_auto", "json"),
          Map.entry("read_ndjson_objects", "json"),
          Map.entry("read_arrow", "arrow"));

  /** Returns whether a name has the suffix of a format, as that of a file has. */
  public static boolean looksLikeFile(String name) {
    return formatBySuffix(name) != null;
  }

  /** Returns whether a function reads the rows of files. */
  public static boolean isReader(String function) {
    return FORMAT_BY_FUNCTION.containsKey(function) || WholeFileFormat.of(function) != null;
  }

  /**
   * Returns the format of files.
   *
   * @throws PacelineException INVALID_ARGUMENT that lists the functions if the suffix tells no
   *     format
   */
  FileFormat reader(FileRequest request) {
    String name =
        request.function().isEmpty()
            ? bySuffix(
                request.patterns().getFirst(), "read_csv, read_parquet, read_json or read_arrow")
            : FORMAT_BY_FUNCTION.get(request.function());
    return reader(name == null ? request.function() : name);
  }

  /**
   * Returns a format by its name.
   *
   * @throws PacelineException NOT_SUPPORTED if it cannot be read
   */
  public FileFormat reader(String name) {
    for (FileFormat format : readers) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw unknown(name, readers.stream().map(FileFormat::name).toList(), "read");
  }

  /**
   * Returns a format by its name.
   *
   * @throws PacelineException NOT_SUPPORTED if it cannot be written
   */
  public WriterFormat writer(String name) {
    for (WriterFormat format : writers) {
      if (format.name().equalsIgnoreCase(name)) {
        return format;
      }
    }
    throw unknown(name, writers.stream().map(WriterFormat::name).toList(), "written");
  }

  /**
   * Returns the name of the format that the suffix of a file tells.
   *
   * @param choices what to write instead, for the message
   * @throws PacelineException INVALID_ARGUMENT if it tells none
   */
  public static String bySuffix(String path, String choices) {
    String format = formatBySuffix(path);
    if (format == null) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the suffix of '"
              + path
              + "' does not tell the format of the file (.csv, .tsv, .parquet, .json, .ndjson,"
              + " .arrow, possibly with .gz); write "
              + choices);
    }
    return format;
  }

  private static @Nullable String formatBySuffix(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    String suffix = suffix(name);
    if (COMPRESSED.contains(suffix)) {
      suffix = suffix(name.substring(0, name.length() - suffix.length() - 1));
    }
    return FORMAT_BY_SUFFIX.get(suffix);
  }

  private static String suffix(String name) {
    int point = name.lastIndexOf('.');
    return point <= name.lastIndexOf('/') ? "" : name.substring(point + 1);
  }

  private static PacelineException unknown(String name, List<String> known, String verb) {
    return new PacelineException(
        ErrorCode.NOT_SUPPORTED,
        "files of the format "
            + name
            + " cannot be "
            + verb
            + NameSuggestion.of(name, known)
            + "; the formats are "
            + String.join(", ", known));
  }
}
