package dev.paceline.storage.load.csv;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.csv.field.RecordTable;
import dev.paceline.storage.load.text.TextCompression;
import dev.paceline.storage.load.text.TextEncoding;
import dev.paceline.storage.load.text.TextInput;
import dev.paceline.storage.load.text.TextInputs;
import dev.paceline.storage.load.text.TextWindow;
import dev.paceline.storage.load.text.Utf8Text;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a statement does not say about CSV files, from the beginning of the first file
 * and, where parts of it can be read alone, from its middle and its end. Used once.
 */
final class CsvSniffer {
  private static final int DIALECT_BYTES = 1 << 16;
  private static final int SAMPLE_BYTES = 1 << 19;
  private static final int LARGEST_SAMPLE_BYTES = 1 << 24;
  private static final int FURTHER_BYTES = 1 << 16;
  private static final byte[] DELIMITERS = {'\t', '|', ';', ','};
  private static final byte COMMENT = '#';
  private static final byte[] QUOTES = {'"', '\''};

  private final CsvOptions options;
  private final MemoryLedger ledger;
  private double bytesPerRow = 100;

  /** The byte that begins a comment; 0 if there is none. */
  private byte comment;

  CsvSniffer(CsvOptions options, MemoryLedger ledger) {
    this.options = options;
    this.ledger = ledger;
    this.comment = options.comment();
  }

  /** Returns the bytes of the file for each record of the sample, after {@link #sniff}. */
  double bytesPerRow() {
    return bytesPerRow;
  }

  /** Looks at the first file that is not empty. */
  CsvSchema sniff(FileSet files) {
    FileSet.Entry file =
        files.files().stream()
            .filter(entry -> entry.bytes() > 0)
            .findFirst()
            .orElse(files.files().getFirst());
    TextCompression compression = TextCompression.of(options.compression(), file.path());
    for (FileSet.Entry other : files.files()) {
      TextCompression.of(options.compression(), other.path());
    }
    TextEncoding given = options.encoding();
    TextEncoding encoding = given == null ? encoding(file, compression) : given;
    try (MemoryScope memory = ledger.openScope("a sample of " + file.path());
        TextInput input = TextInputs.open(file, encoding, compression)) {
      int bytes = options.sampleRows() < 0 ? LARGEST_SAMPLE_BYTES : SAMPLE_BYTES;
      int textBytes = (int) Math.min(bytes, Math.max(1, file.bytes() * 64));
      TextWindow window = new TextWindow(memory, input, Math.min(textBytes, SAMPLE_BYTES));
      window.fill(Math.min(textBytes, DIALECT_BYTES));
      int start = CsvPreamble.afterLines(window, options.skippedLines());
      DialectGuess guess = guess(window, start, memory);
      if (comment == 0 && options.findsComments()) {
        comment = COMMENT;
        DialectGuess other = guess(window, start, memory);
        if (explains(other, guess, window)) {
          guess = other;
        } else {
          comment = 0;
        }
      }
      while (guess.records() < 2 && !window.isEnded() && window.limit() < LARGEST_SAMPLE_BYTES) {
        window.fill(3 * window.limit()); // a record is longer than the sample
        guess = guess(window, start, memory);
      }
      int skipped = options.skippedLines();
      if (skipped == 0 && options.columns() == null && !options.nullPadding()) {
        skipped = guess.fields() < 2 ? 0 : CsvPreamble.noteLines(guess, window, start, memory);
        start = CsvPreamble.afterLines(window, skipped);
      }
      window.fill(Math.max(1, textBytes - DIALECT_BYTES));
      return schema(file, encoding, compression, guess, window, start, skipped, memory);
    }
  }

  /**
   * Whether lines that begin with # are comments: some do, and only without them all records have
   * the same number of several fields.
   */
  private static boolean explains(
      DialectGuess withComments, DialectGuess without, TextWindow window) {
    boolean begins = false;
    for (int at = TextWindow.START; at < window.limit() && !begins; at++) {
      begins = window.at(at) == COMMENT && (at == TextWindow.START || window.at(at - 1) == '\n');
    }
    return begins
        && withComments.fields() > 1
        && withComments.records() > 0
        && withComments.regular() == withComments.records()
        && without.regular() < without.records();
  }

  /** Looks for a byte order mark, for zeros of 16-bit characters, and for what is not UTF-8. */
  private TextEncoding encoding(FileSet.Entry file, TextCompression compression) {
    try (MemoryScope memory = ledger.openScope("encoding of " + file.path());
        TextInput input = TextInputs.open(file, TextEncoding.UTF_8, compression)) {
      TextWindow window = new TextWindow(memory, input, DIALECT_BYTES);
      window.fill(DIALECT_BYTES);
      int start = TextWindow.START;
      int end = window.loaded();
      if (end - start >= 2) {
        int mark = (window.at(start) & 0xff) << 8 | window.at(start + 1) & 0xff;
        if (mark == 0xfffe || mark == 0xfeff) {
          return mark == 0xfffe ? TextEncoding.UTF_16LE : TextEncoding.UTF_16BE;
        }
      }
      int even = 0;
      int odd = 0;
      for (int at = start; at < end; at++) {
        if (window.at(at) == 0) {
          even += at & 1 ^ 1;
          odd += at & 1;
        }
      }
      int half = (end - start) / 2;
      if (half > 0 && odd > half * 7 / 10 && even < half / 10) {
        return TextEncoding.UTF_16LE;
      }
      if (half > 0 && even > half * 7 / 10 && odd < half / 10) {
        return TextEncoding.UTF_16BE;
      }
      for (int cut = 0; cut < 4; cut++) { // the last character may be cut off
        if (Utf8Text.isValid(window.segment(), start, Math.max(start, end - cut))) {
          return TextEncoding.UTF_8;
        }
        if (window.isEnded()) {
          break;
        }
      }
      return TextEncoding.LATIN_1;
    }
  }

  private DialectGuess guess(TextWindow window, int start, MemoryScope memory) {
    int delimiter = options.delimiter();
    int quote = options.quote();
    int escape = options.escape();
    int decimalSeparator = options.decimalSeparator();
    CsvDialect base =
        new CsvDialect(
            (byte) ',',
            (byte) '"',
            (byte) '"',
            comment,
            options.nullStrings(),
            options.quotedNulls(),
            (byte) (decimalSeparator < 0 ? '.' : decimalSeparator),
            options.thousands());
    byte[] delimiters =
        delimiter < 0 ? occurring(DELIMITERS, window, (byte) ',') : new byte[] {(byte) delimiter};
    byte[] quotes = quote < 0 ? quotes(window) : new byte[] {(byte) quote};
    byte[] backslash = occurring(new byte[] {'\\'}, window, (byte) 0);
    DialectGuess best = null;
    for (byte oneQuote : quotes) {
      byte[] escapes =
          oneQuote == 0
              ? new byte[] {0}
              : escape >= 0
                  ? new byte[] {escape(escape, oneQuote)}
                  : backslash[0] == 0 ? new byte[] {oneQuote} : new byte[] {oneQuote, backslash[0]};
      for (byte oneEscape : escapes) {
        for (byte oneDelimiter : delimiters) {
          CsvDialect candidate = base.withSeparators(oneDelimiter, oneQuote, oneEscape);
          DialectGuess guess;
          try (MemoryScope scope = ledger.openScope("a guess for " + memory.owner())) {
            guess = DialectGuess.of(candidate, window, start, scope);
          }
          if (best == null || guess.isBetterThan(best)) {
            best = guess;
          }
        }
      }
    }
    return requireNonNull(best, "there is a delimiter and a quote to try");
  }

  /** Returns those of some characters that the sample has; another one if it has none of them. */
  private static byte[] occurring(byte[] characters, TextWindow window, byte otherwise) {
    boolean[] seen = new boolean[128];
    for (int at = TextWindow.START; at < window.limit(); at++) {
      byte value = window.at(at);
      if (value >= 0) {
        seen[value] = true;
      }
    }
    byte[] found = new byte[characters.length];
    int count = 0;
    for (byte character : characters) {
      if (seen[character]) {
        found[count++] = character;
      }
    }
    return count == 0 ? new byte[] {otherwise} : Arrays.copyOf(found, count);
  }

  /** Returns the quotes that the sample has, and none; the usual one if it has none of them. */
  private static byte[] quotes(TextWindow window) {
    byte[] found = occurring(QUOTES, window, (byte) 0);
    return found[0] == 0 ? new byte[] {QUOTES[0]} : Arrays.copyOf(found, found.length + 1);
  }

  private static byte escape(int given, byte quote) {
    return given == 0 ? quote : (byte) given;
  }

  private CsvSchema schema(
      FileSet.Entry file,
      TextEncoding encoding,
      TextCompression compression,
      DialectGuess guess,
      TextWindow window,
      int start,
      int skippedLines,
      MemoryScope memory) {
    CsvDialect dialect =
        guess.fields() == 1 && options.delimiter() < 0
            ? guess
                .dialect()
                .withSeparators((byte) ',', guess.dialect().quote(), guess.dialect().escape())
            : guess.dialect();
    Map<String, DataType> given = options.columns();
    int fields = given == null ? fieldCount(guess) : given.size();
    boolean loose = hasLooseQuotes(dialect, window, start, memory);
    boolean further =
        encoding == TextEncoding.UTF_8
            && compression == TextCompression.NONE
            && given == null
            && !window.isEnded()
            && options.sampleRows() != 0;
    List<RecordTable> samples = samples(file, dialect, fields, window, start, further, memory);
    if (given == null && fields != options.names().size() && isLastEmpty(samples, fields)) {
      fields--;
      samples = samples(file, dialect, fields, window, start, further, memory);
    }
    int rows = samples.getFirst().rowCount();
    int sampled = window.loaded() - TextWindow.START;
    double packed = window.isEnded() ? (double) file.bytes() / Math.max(1, sampled) : 1;
    bytesPerRow = rows == 0 ? 100 : Math.max(0.01, packed * sampled / rows);
    ColumnGuesses columns = new ColumnGuesses(options, dialect, samples, memory);
    Boolean saidHeader = options.header();
    boolean header = saidHeader == null ? columns.hasHeader(given) : saidHeader;
    columns.guess(given, header);
    List<ColumnDefinition> definitions = new ArrayList<>();
    List<String> names = names(given, header, fields, samples.getFirst());
    for (int i = 0; i < fields; i++) {
      definitions.add(new ColumnDefinition(names.get(i), columns.type(i, names.get(i)), true));
    }
    columns.checkNames(names);
    options.checkNotNull(names);
    return new CsvSchema(
        columns.dialect(),
        columns.patterns(),
        definitions,
        given != null,
        options.notNull(),
        header,
        skippedLines,
        options.nullPadding(),
        options.ignoreErrors(),
        options.maxLineBytes(),
        options.parallel() && !loose,
        encoding,
        compression);
  }

  private int fieldCount(DialectGuess guess) {
    return options.nullPadding() ? Math.max(guess.fields(), guess.mostFields()) : guess.fields();
  }

  /**
   * Whether the last of at least three fields is empty in all of several records. Such a field
   * belongs to a delimiter at the end of each line, unless the statement names as many columns.
   */
  private static boolean isLastEmpty(List<RecordTable> samples, int fields) {
    if (fields < 3 || samples.getFirst().rowCount() < 2) {
      return false;
    }
    for (RecordTable sample : samples) {
      for (int row = 0; row < sample.rowCount(); row++) {
        if (sample.select(row, fields - 1) || sample.isQuoted()) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns the records of the window and, where that is wanted and records of as many fields are
   * found there, of the middle and the end of the file.
   */
  private List<RecordTable> samples(
      FileSet.Entry file,
      CsvDialect dialect,
      int fields,
      TextWindow window,
      int start,
      boolean further,
      MemoryScope memory) {
    List<RecordTable> samples = new ArrayList<>();
    samples.add(table(dialect, fields, window, start, memory));
    if (further) {
      addFurther(file, dialect, fields, file.bytes() / 2, samples, memory);
      addFurther(file, dialect, fields, file.bytes() - FURTHER_BYTES, samples, memory);
    }
    return samples;
  }

  private RecordTable table(
      CsvDialect dialect, int fields, TextWindow window, int start, MemoryScope memory) {
    RecordSplitter splitter =
        new RecordSplitter(memory, dialect, window.limit() - TextWindow.START);
    splitter.start(start, false, false);
    splitter.split(window);
    if (dialect.comment() != 0 || splitter.isIrregularFrom(start)) {
      splitter.startCarefully(start);
      splitter.split(window);
    }
    if (window.isEnded() && !splitter.isInQuotes()) {
      splitter.endRecord(window.limit());
    }
    return new RecordTables(dialect, fields, options.nullPadding())
        .of(
            window.segment(),
            splitter,
            0,
            splitter.lastEnd(),
            start,
            memory,
            (recordStart, recordEnd, found) -> {});
  }

  /** Adds records from another place of the file, if they are found there. */
  private void addFurther(
      FileSet.Entry file,
      CsvDialect dialect,
      int fields,
      long position,
      List<RecordTable> samples,
      MemoryScope memory) {
    try (FileRead read = FileRead.open(file)) {
      TextWindow window =
          new TextWindow(memory, TextInputs.range(read, position, file.bytes()), FURTHER_BYTES);
      window.fill(FURTHER_BYTES + 1); // one more tells that the text ends
      int start = CsvPreamble.afterLines(window, 1);
      DialectGuess guess = DialectGuess.of(dialect, window, start, memory);
      if (guess.fields() == fields && guess.regular() == guess.records() && guess.records() > 0) {
        samples.add(table(dialect, fields, window, start, memory));
      }
    }
  }

  /** Whether quotes stand where they do not delimit a field. */
  private static boolean hasLooseQuotes(
      CsvDialect dialect, TextWindow window, int start, MemoryScope memory) {
    if (dialect.quote() == 0) {
      return false;
    }
    RecordSplitter splitter =
        new RecordSplitter(memory, dialect, window.limit() - TextWindow.START);
    splitter.start(start, false, false);
    splitter.split(window);
    return splitter.isIrregularFrom(start);
  }

  private List<String> names(
      @Nullable Map<String, DataType> given, boolean header, int fields, RecordTable sample) {
    List<String> names = new ArrayList<>();
    List<String> said = options.names();
    List<String> columns = given == null ? List.of() : List.copyOf(given.keySet());
    Set<String> used = new HashSet<>();
    for (int i = 0; i < fields; i++) {
      String name =
          i < said.size()
              ? said.get(i)
              : given != null ? columns.get(i) : header ? title(sample, i) : "";
      if (name.isEmpty()) {
        name = "column" + i;
      }
      if (options.normalizesNames()) {
        name = ColumnNames.normalized(name);
      }
      String unique = name;
      for (int copy = 1; !used.add(unique.toLowerCase(Locale.ROOT)); copy++) {
        unique = name + "_" + copy;
      }
      names.add(unique);
    }
    return names;
  }

  private static String title(RecordTable sample, int field) {
    return sample.rowCount() > 0 && sample.select(0, field) ? sample.string().strip() : "";
  }
}
