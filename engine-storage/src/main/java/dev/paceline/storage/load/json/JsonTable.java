package dev.paceline.storage.load.json;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileSequence;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileSnapshot;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.json.JsonOptions.RecordFormat;
import dev.paceline.storage.load.text.TextCompression;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** JSON files as a table. Immutable. */
final class JsonTable implements FileTable {
  private final FileSet files;
  private final List<RecordFormat> formats;
  private final JsonSchema schema;
  private final JsonOptions options;
  private final Map<String, Object> given;
  private final long estimatedRows;
  private final int chunkBytes;
  private final MemoryLedger ledger;

  private JsonTable(
      FileSet files,
      List<RecordFormat> formats,
      JsonSchema schema,
      JsonOptions options,
      Map<String, Object> given,
      long estimatedRows,
      int chunkBytes,
      MemoryLedger ledger) {
    this.files = files;
    this.formats = formats;
    this.schema = schema;
    this.options = options;
    this.given = given;
    this.estimatedRows = estimatedRows;
    this.chunkBytes = chunkBytes;
    this.ledger = ledger;
  }

  /**
   * @param given the options as the statement has them
   */
  static JsonTable open(
      FileSet files,
      JsonOptions options,
      Map<String, Object> given,
      int chunkBytes,
      MemoryLedger ledger) {
    JsonSniffer sniffer = new JsonSniffer(options);
    JsonSchema schema = sniffer.sniff(files);
    List<RecordFormat> formats = files.files().stream().map(sniffer::format).toList();
    long rows = Math.max(1, (long) (files.bytes() / sniffer.bytesPerRecord()));
    return new JsonTable(files, formats, schema, options, given, rows, chunkBytes, ledger);
  }

  @Override
  public String name() {
    return "json " + files.pattern();
  }

  @Override
  public FileSet files() {
    return files;
  }

  @Override
  public List<ColumnDefinition> columns() {
    return schema.columns();
  }

  @Override
  public Map<String, Object> effectiveOptions() {
    Map<String, Object> effective = new LinkedHashMap<>(given);
    effective.put("records", schema.hasRecords() ? "true" : "false");
    if (formats.stream().distinct().count() == 1) {
      effective.put("format", formats.getFirst().name().toLowerCase(Locale.ROOT));
    }
    Map<String, String> types = new LinkedHashMap<>();
    for (int i = 0; i < schema.keys().size(); i++) {
      types.put(schema.keys().get(i), FileTypeNames.of(schema.columns().get(i).type()));
    }
    effective.put("columns", types);
    return effective;
  }

  @Override
  public long estimatedRows() {
    return estimatedRows;
  }

  @Override
  public ScanTarget snapshot() {
    return new FileSnapshot(
        this,
        (columns, predicates, order) -> {
          List<Supplier<ChunkSequence>> sequences = new ArrayList<>();
          for (int i = 0; i < formats.size(); i++) {
            FileSet.Entry file = files.files().get(i);
            RecordFormat format = formats.get(i);
            sequences.add(() -> chunks(file, format, columns));
          }
          return new FileSequence(sequences, true);
        });
  }

  private ChunkSequence chunks(FileSet.Entry file, RecordFormat format, int[] columns) {
    return format == RecordFormat.NEWLINE_DELIMITED
            && options.compression(file.path()) == TextCompression.NONE
        ? new JsonLines(file, schema, options, columns, chunkBytes, ledger)
        : new JsonStream(file, format, schema, options, columns, chunkBytes, ledger);
  }
}
