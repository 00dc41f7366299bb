package dev.paceline.calcite.file;

import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTables;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.load.whole.WholeFileFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Opens files as tables for the statements of one database. Thread-safe.
 *
 * @param engine runs queries over them
 * @param access which files may be used
 * @param formats in which they may be
 * @param cache what scans of the same file share
 */
public record FileCatalog(Engine engine, FileAccess access, FileFormats formats, FileCache cache) {
  static final String PARQUET_METADATA = "parquet_metadata";
  static final String PARQUET_SCHEMA = "parquet_schema";
  static final String PARQUET_FILE_METADATA = "parquet_file_metadata";
  static final String PARQUET_KEY_VALUES = "parquet_kv_metadata";
  static final String PARQUET_BLOOM_PROBE = "parquet_bloom_probe";
  static final String REJECT_ERRORS = "reject_errors";

  /** JSON has one format with two layouts, which two functions read. */
  private static final String NDJSON = "read_ndjson";

  /** A part of the names of functions whose rows are whole records. */
  private static final String OBJECTS = "json_objects";

  /** Returns the same with access to all files. */
  public FileCatalog withAllFiles() {
    return new FileCatalog(engine, FileAccess.ALL, formats, cache);
  }

  /**
   * Opens files.
   *
   * @throws dev.paceline.core.error.PacelineException what is wrong with the files or the options
   */
  public FileTableSource open(FileRequest request) {
    WholeFileFormat whole = WholeFileFormat.of(request.function());
    if (whole == null) {
      return open(request, formats.reader(request).name());
    }
    FileSet files =
        whole.equals(WholeFileFormat.NAMES) ? request.matches(access) : request.files(access);
    return new FileTableSource(
        this, request, whole.open(files, new FileOptions(request.options()), cache));
  }

  /** Returns whether the function or the format of files has an option. */
  public boolean hasOption(FileRequest request, String option) {
    return WholeFileFormat.of(request.function()) == null
        && (FileTables.OPTIONS.contains(option)
            || formats.reader(request).optionNames().contains(option));
  }

  /**
   * Opens the files of a function that describes them, such as sniff_csv.
   *
   * @throws dev.paceline.core.error.PacelineException NOT_SUPPORTED if there is no such function
   */
  public FileTableSource describe(FileRequest request) {
    return switch (request.function()) {
      case CsvSniff.FUNCTION -> open(request, "csv");
      case PARQUET_METADATA, PARQUET_SCHEMA, PARQUET_FILE_METADATA, PARQUET_KEY_VALUES ->
          open(request, "parquet");
      case PARQUET_BLOOM_PROBE ->
          new FileTableSource(
              this,
              request,
              formats
                  .reader("parquet")
                  .open(request.files(access), new FileOptions(Map.of()), cache));
      case REJECT_ERRORS -> {
        Map<String, Object> options = new LinkedHashMap<>(request.options());
        options.put("ignore_errors", true);
        FileTable table =
            formats.reader("csv").open(request.files(access), new FileOptions(options), cache);
        yield new FileTableSource(this, request, table);
      }
      default ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED, "the function " + request.function() + " is not supported");
    };
  }

  /**
   * Opens files of a format, whatever their suffix.
   *
   * @param format the name of the format
   * @throws dev.paceline.core.error.PacelineException what is wrong with the files or the options
   */
  public FileTableSource open(FileRequest request, String format) {
    Map<String, Object> options = new LinkedHashMap<>(request.options());
    if (request.function().startsWith(NDJSON)) {
      options.putIfAbsent("format", "newline_delimited");
    }
    if (request.function().contains(OBJECTS)) {
      options.putIfAbsent("maximum_depth", 0L);
    }
    FileTable table =
        FileTables.open(
            formats.reader(format), request.files(access), new FileOptions(options), cache);
    return new FileTableSource(this, request, table);
  }
}
