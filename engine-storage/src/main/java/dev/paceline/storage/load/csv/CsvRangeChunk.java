package dev.paceline.storage.load.csv;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.share.SharedScan;
import dev.paceline.storage.load.share.SharedUse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chunk of a file of which any part can be read without those before it. */
final class CsvRangeChunk extends FileChunk {
  private final CsvFile file;
  private final CsvSchema schema;
  private final CsvBorders borders;
  private final CsvPlace place;
  private final int chunk;
  private final ColumnsParser parser;
  private final SharedScan scan;
  private final SharedUse use;
  private final MemoryLedger ledger;

  /** The memory of a text that is not shared. */
  private @Nullable MemoryScope textMemory;

  private Origin origin = Origin.READ;

  CsvRangeChunk(
      CsvFile file,
      CsvSchema schema,
      CsvPlace place,
      ColumnsParser parser,
      SharedScan scan,
      SharedUse use,
      MemoryLedger ledger) {
    super(file.entry(), ledger);
    this.file = file;
    this.schema = schema;
    this.borders = (CsvBorders) scan.places();
    this.place = place;
    this.chunk = use.index();
    this.parser = parser;
    this.scan = scan;
    this.use = use;
    this.ledger = ledger;
  }

  @Override
  protected Origin origin() {
    return origin;
  }

  @Override
  protected void released() {
    use.close();
    MemoryScope own = textMemory;
    textMemory = null;
    if (own != null) {
      own.close();
    }
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    try {
      return readAnywhere(memory, cancellation);
    } catch (PacelineException e) {
      if (isOfContent(e)) {
        scan.abandonFile();
        if (borders.isContradicted(chunk)) {
          borders.setMisleading();
        }
      }
      throw e;
    }
  }

  private Rows readAnywhere(MemoryScope memory, Runnable cancellation) {
    if (use.isCached()) {
      file.entry().checkUnchanged();
      origin = Origin.CACHED;
      return rows(use.rowCount(), new ChunkColumn[parser.columnCount()], 0);
    }
    if (use.text() instanceof CsvText shared) {
      file.entry().checkUnchanged();
      try {
        ColumnsParser.Parsed parsed = parse(shared.forWorker(), memory, cancellation);
        use.publish(parsed.rowCount(), parsed.columns(), null, null);
        origin = Origin.SHARED;
        return rows(parsed.rowCount(), parsed.columns(), 0);
      } catch (PacelineException e) {
        if (!isOfContent(e) || borders.isCertain(chunk)) {
          throw e;
        }
      }
    }
    return readFile(memory, cancellation);
  }

  private Rows readFile(MemoryScope memory, Runnable cancellation) {
    MemoryScope own = ledger.openScope("the text of a chunk of " + file.entry().path());
    textMemory = own;
    try (FileRead read = FileRead.open(file.entry())) {
      CsvText text;
      ColumnsParser.Parsed parsed;
      try {
        RangeSplit split = split(chunk, own, read, cancellation);
        split.splitByQuotes();
        text = confirmed(split, own, cancellation);
        parsed = parse(text, memory, cancellation);
      } catch (PacelineException e) {
        if (!isOfContent(e) || borders.isCertain(chunk)) {
          throw e;
        }
        // The chunk may have begun at a wrong place; the chunks before it tell.
        RangeSplit split = split(chunk, own, read, cancellation);
        split.splitFrom(certainBegin(read, cancellation));
        text = confirmed(split, own, cancellation);
        parsed = parse(text, memory, cancellation);
      }
      if (use.text() == null) {
        textMemory = null;
        use.publish(parsed.rowCount(), parsed.columns(), text, own);
      }
      return rows(parsed.rowCount(), parsed.columns(), read.readBytes());
    }
  }

  private CsvText confirmed(RangeSplit split, MemoryScope own, Runnable cancellation) {
    split.confirm();
    scan.announce();
    return parser.text(
        split.window().segment(),
        split.splitter(),
        split.first(),
        split.last(),
        split.begin(),
        split.filePosition(0),
        place,
        own,
        cancellation);
  }

  private ColumnsParser.Parsed parse(CsvText text, MemoryScope memory, Runnable cancellation) {
    return parser.parse(text, i -> use.column(i) == null, place, memory, cancellation);
  }

  /** Adds the columns that were in memory to those that were parsed. */
  private Rows rows(int rowCount, @Nullable ChunkColumn[] parsed, long readBytes) {
    List<ChunkColumn> columns = new ArrayList<>();
    for (int i = 0; rowCount > 0 && i < parsed.length; i++) {
      ChunkColumn column = parsed[i] == null ? use.column(i) : parsed[i];
      if (column == null) {
        throw PacelineException.internal("a column of a CSV file was not parsed", null);
      }
      columns.add(column);
    }
    return new Rows(rowCount, columns, readBytes);
  }

  private RangeSplit split(int index, MemoryScope memory, FileRead read, Runnable cancellation) {
    return new RangeSplit(file, schema, borders, place, index, memory, read, cancellation);
  }

  /** Splits the chunks before this one that others have not split yet. */
  private long certainBegin(FileRead read, Runnable cancellation) {
    long begin = borders.knownBegin(0);
    for (int i = 0; i < chunk; i++) {
      cancellation.run();
      long end = borders.knownBegin(i + 1);
      if (end < 0) {
        try (MemoryScope scope = ledger.openScope("borders of " + file.entry().path())) {
          RangeSplit split = split(i, scope, read, cancellation);
          split.splitFrom(begin);
          end = split.fileEnd();
        }
      }
      begin = end;
    }
    return begin;
  }

  /** Whether an error is about what the chunk holds. */
  private static boolean isOfContent(PacelineException error) {
    return error.code() == ErrorCode.INVALID_FILE
        || error.code() == ErrorCode.INVALID_CAST
        || error.code() == ErrorCode.STRING_TOO_LONG;
  }
}
