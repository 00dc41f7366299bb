package dev.paceline.storage.load.csv;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.storage.load.ChunkSequence;
import dev.paceline.storage.load.FileSequence;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileSnapshot;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.RejectedRecords;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.csv.field.DatePattern;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.load.share.SharedScan;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** CSV files as a table. Immutable but for the records that scans left out. */
final class CsvTable implements FileTable {
  private final FileSet files;
  private final List<CsvFile> records;
  private final CsvSchema schema;
  private final long estimatedRows;
  private final int chunkBytes;
  private final FileCache cache;
  private final @Nullable RejectedRecords rejects;

  private CsvTable(
      FileSet files,
      List<CsvFile> records,
      CsvSchema schema,
      long estimatedRows,
      int chunkBytes,
      FileCache cache,
      @Nullable RejectedRecords rejects) {
    this.files = files;
    this.records = records;
    this.schema = schema;
    this.estimatedRows = estimatedRows;
    this.chunkBytes = chunkBytes;
    this.cache = cache;
    this.rejects = rejects;
  }

  static CsvTable open(FileSet files, CsvOptions options, int chunkBytes, FileCache cache) {
    CsvSniffer sniffer = new CsvSniffer(options, cache.ledger());
    CsvSchema schema = sniffer.sniff(files);
    boolean checksNames =
        options.columns() == null && options.names().isEmpty() && !options.normalizesNames();
    List<CsvFile> records = new ArrayList<>();
    for (FileSet.Entry file : files.files()) {
      records.add(CsvPreamble.skip(file, schema, checksNames, cache.ledger()));
    }
    RejectedRecords rejects =
        options.ignoreErrors()
            ? new RejectedRecords(options.mostErrors(), options.mostKeptRejects())
            : null;
    long rows = Math.max(1, (long) (files.bytes() / sniffer.bytesPerRow()));
    return new CsvTable(files, records, schema, rows, chunkBytes, cache, rejects);
  }

  @Override
  public String name() {
    return "csv " + files.pattern();
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
    CsvDialect dialect = schema.dialect();
    Map<String, Object> options = new LinkedHashMap<>();
    options.put("delim", character(dialect.delimiter()));
    options.put("quote", character(dialect.quote()));
    options.put("escape", character(dialect.escape()));
    options.put("header", schema.header());
    options.put("skip", (long) schema.skippedLines());
    Map<String, String> columns = new LinkedHashMap<>();
    schema.columns().forEach(column -> columns.put(column.name(), FileTypeNames.of(column.type())));
    options.put("columns", columns);
    options.put("nullstr", dialect.nullStrings());
    if (dialect.quotedNulls()) {
      options.put("allow_quoted_nulls", true);
    }
    if (!schema.notNull().isEmpty()) {
      options.put("force_not_null", List.copyOf(schema.notNull()));
    }
    options.put("decimal_separator", character(dialect.decimalSeparator()));
    if (dialect.thousands() != 0) {
      options.put("thousands", character(dialect.thousands()));
    }
    if (dialect.comment() != 0) {
      options.put("comment", character(dialect.comment()));
    }
    DatePattern date = schema.patterns().date();
    if (date != null) {
      options.put("dateformat", date.format());
    }
    DatePattern timestamp = schema.patterns().timestamp();
    if (timestamp != null) {
      options.put("timestampformat", timestamp.format());
    }
    options.put("encoding", schema.encoding().label());
    options.put("compression", schema.compression().label());
    options.put("null_padding", schema.nullPadding());
    options.put("ignore_errors", schema.ignoreErrors());
    options.put("parallel", schema.parallel());
    options.put("max_line_size", (long) schema.maxLineBytes());
    return options;
  }

  private static String character(byte character) {
    return character == 0 ? "" : Character.toString(character);
  }

  @Override
  public long estimatedRows() {
    return estimatedRows;
  }

  @Override
  public @Nullable RejectedRecords rejects() {
    return rejects;
  }

  @Override
  public ScanTarget snapshot() {
    return new FileSnapshot(this, (columns, predicates, order) -> chunks(columns, order));
  }

  private ChunkSequence chunks(int[] columns, ScanOrder order) {
    ColumnsParser parser = new ColumnsParser(schema, columns, rejects);
    MemoryLedger ledger = cache.ledger();
    boolean inParts = schema.isPlain() && schema.parallel() && schema.dialect().comment() == 0;
    List<Supplier<ChunkSequence>> sequences = new ArrayList<>();
    for (CsvFile file : records) {
      CsvPlace place = new CsvPlace(file.entry(), schema, ledger);
      sequences.add(
          () ->
              inParts
                  ? new CsvRanges(file, schema, place, parser, attach(file, columns, order), ledger)
                  : new CsvStream(file, schema, place, parser, chunkBytes, ledger));
    }
    return new FileSequence(sequences, order != ScanOrder.CERTAIN || !inParts);
  }

  /** Scans that leave records out share nothing: what is left out depends on their columns. */
  private SharedScan attach(CsvFile file, int[] columns, ScanOrder order) {
    Map<String, Object> reading = new LinkedHashMap<>(effectiveOptions());
    reading.put("start", file.textStart());
    reading.put("chunk", chunkBytes);
    Supplier<CsvBorders> borders =
        () -> new CsvBorders(file.textStart(), file.entry().bytes(), chunkBytes);
    return cache.attach(
        rejects == null ? file.entry().key(reading) : null,
        borders,
        CsvBorders.chunkCount(file.textStart(), file.entry().bytes(), chunkBytes),
        columns,
        order);
  }
}
