package dev.paceline.storage.load.csv;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.csv.field.BooleanParser;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.csv.field.CsvPatterns;
import dev.paceline.storage.load.csv.field.DateParser;
import dev.paceline.storage.load.csv.field.DatePattern;
import dev.paceline.storage.load.csv.field.FieldParser;
import dev.paceline.storage.load.csv.field.FloatingParser;
import dev.paceline.storage.load.csv.field.RecordTable;
import dev.paceline.storage.load.csv.field.TimeParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The types of columns, found out by parsing samples with the parsers that parse the files. */
final class ColumnGuesses {
  private static final String[] DATES = {
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%d-%m-%Y",
    "%m/%d/%Y",
    "%m-%d-%Y",
    "%d.%m.%y",
    "%d/%m/%y",
    "%d-%m-%y",
    "%m/%d/%y",
    "%m-%d-%y"
  };
  private static final String[] TIMES = {" %H:%M:%S", " %H:%M:%S.%f", " %I:%M:%S %p", " %H:%M"};

  /** Whole numbers beyond BIGINT, whose digits a DOUBLE would not keep. */
  private static final DataType WHOLE = DataType.decimal(DataType.MAX_DECIMAL_PRECISION, 0);

  /** The types of values that are no names of columns. */
  private static final List<DataType> NO_NAMES =
      List.of(DataType.FLOAT64, DataType.DATE, DataType.TIME, DataType.TIMESTAMP);

  /** Numbers whose comma, if there is one, may stand between thousands. */
  private static final Pattern GROUPED = Pattern.compile("[-+]?\\d{1,3}(,\\d{3})?");

  /** The types that are tried, in this order. */
  private static final List<DataType> CANDIDATES =
      List.of(
          DataType.INT64,
          DataType.FLOAT64,
          DataType.DATE,
          DataType.TIME,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP_LTZ,
          DataType.BOOLEAN);

  private final CsvOptions options;
  private final List<RecordTable> samples;
  private final MemoryScope memory;
  private final List<DataType> types = new ArrayList<>();
  private CsvDialect dialect;
  private @Nullable DatePattern date;
  private @Nullable DatePattern timestamp;

  /**
   * @param samples of the same number of fields; the first one begins where the file does
   */
  ColumnGuesses(
      CsvOptions options, CsvDialect dialect, List<RecordTable> samples, MemoryScope memory) {
    this.options = options;
    this.dialect = dialect;
    this.samples = samples;
    this.memory = memory;
    this.date = options.datePattern();
    this.timestamp = options.timestampPattern();
  }

  CsvDialect dialect() {
    return dialect;
  }

  CsvPatterns patterns() {
    return new CsvPatterns(date, timestamp);
  }

  /** Returns the type of a column: the one that the statement says, or the one found out. */
  DataType type(int column, String name) {
    for (Map.Entry<String, DataType> entry : options.typesByName().entrySet()) {
      if (entry.getKey().equalsIgnoreCase(name)) {
        return entry.getValue();
      }
    }
    boolean isFilled =
        !options.notNull().contains(name.toLowerCase(Locale.ROOT)) || hasAllValues(column);
    return isFilled ? types.get(column) : DataType.VARCHAR;
  }

  /** Whether no record of the samples lacks the value of a column, but for a header. */
  private boolean hasAllValues(int column) {
    for (RecordTable table : samples) {
      for (int row = 0; row < table.rowCount(); row++) {
        if (!table.select(row, column)) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * @throws PacelineException INVALID_ARGUMENT if the statement gives the type of a column that
   *     does not exist
   */
  void checkNames(List<String> names) {
    for (String name : options.typesByName().keySet()) {
      if (names.stream().noneMatch(name::equalsIgnoreCase)) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the option types names the column "
                + name
                + ", which the file does not have"
                + NameSuggestion.of(name, names));
      }
    }
  }

  /**
   * Returns whether the first record is a header: whether its values do not have the types of the
   * records behind it. If all columns are strings, the first record is a header unless some column
   * has no value in any record. A first record of several empty fields is a header, too.
   */
  boolean hasHeader(@Nullable Map<String, DataType> given) {
    RecordTable first = samples.getFirst();
    if (first.rowCount() == 0) {
      return false;
    }
    guess(given, true);
    boolean strings = true;
    boolean empty = true;
    boolean whole = true;
    boolean fits = true;
    for (int i = 0; i < types.size(); i++) {
      boolean value = first.select(0, i);
      empty &= !value;
      whole &= value || !isEmpty(i, samples);
      if (types.get(i).equals(DataType.VARCHAR)) {
        continue;
      }
      strings = false;
      fits &= fits(types.get(i), i, first.rows(0, 1));
    }
    if (empty) {
      return given == null && types.size() > 1;
    }
    return strings ? whole && (first.rowCount() > 1 || given == null && !hasValue(first)) : !fits;
  }

  /** Whether a field of the only record is a number or a time, which no column is called. */
  private boolean hasValue(RecordTable first) {
    for (int i = 0; i < types.size(); i++) {
      for (DataType type : NO_NAMES) {
        if (first.select(0, i) && fits(type, i, first.rows(0, 1))) {
          return true;
        }
      }
    }
    return false;
  }

  /** Finds out the types of all columns. */
  void guess(@Nullable Map<String, DataType> given, boolean header) {
    types.clear();
    if (given != null) {
      types.addAll(given.values());
      return;
    }
    List<RecordTable> tables = new ArrayList<>(samples);
    RecordTable first = tables.removeFirst();
    int rows = first.rowCount();
    int sampled = options.sampleRows() < 0 ? rows : Math.min(rows, options.sampleRows() + 1);
    tables.addFirst(first.rows(header ? Math.min(1, rows) : 0, sampled));
    int fields = first.fields();
    List<DataType> said = options.typesByPlace();
    for (int i = 0; i < fields; i++) {
      types.add(
          i < said.size()
              ? said.get(i)
              : options.allVarchar() ? DataType.VARCHAR : guess(i, tables));
    }
  }

  private DataType guess(int field, List<RecordTable> tables) {
    if (isEmpty(field, tables) || hasLeadingZeros(field, tables)) {
      return DataType.VARCHAR;
    }
    List<DataType> candidates = options.candidates();
    for (DataType type : candidates == null ? CANDIDATES : candidates) {
      if (fits(type, field, tables)) {
        boolean isLongWhole = type.equals(DataType.FLOAT64) && isWhole(field, tables);
        return isLongWhole && candidates == null && fits(WHOLE, field, tables) ? WHOLE : type;
      }
    }
    if (candidates != null) {
      return DataType.VARCHAR;
    }
    if (usesDecimalComma(field, tables)) {
      dialect = dialect.withDecimalSeparator((byte) ',');
      return DataType.FLOAT64;
    }
    return usesPattern(field, tables);
  }

  private boolean usesDecimalComma(int field, List<RecordTable> tables) {
    if (options.decimalSeparator() >= 0
        || dialect.decimalSeparator() != '.'
        || types.contains(DataType.FLOAT64)) {
      return false;
    }
    FieldParser parser =
        new FloatingParser(DataType.FLOAT64, dialect.withDecimalSeparator((byte) ','));
    return fits(parser, field, tables) && !isGrouped(field, tables);
  }

  /** Whether all commas may stand between thousands, as in 1,234: then they say nothing. */
  private static boolean isGrouped(int field, List<RecordTable> tables) {
    for (RecordTable table : tables) {
      for (int row = 0; row < table.rowCount(); row++) {
        if (table.select(row, field) && !GROUPED.matcher(table.string()).matches()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Tries other formats of dates; the first that is found holds for all columns. */
  private DataType usesPattern(int field, List<RecordTable> tables) {
    for (String format : DATES) {
      DatePattern pattern = DatePattern.of("dateformat", format);
      if (date == null && fits(new DateParser(pattern), field, tables)) {
        date = pattern;
        return DataType.DATE;
      }
      for (String time : TIMES) {
        DatePattern both = DatePattern.of("timestampformat", format + time);
        if (timestamp == null && fits(new TimeParser(DataType.TIMESTAMP, both), field, tables)) {
          timestamp = both;
          return DataType.TIMESTAMP;
        }
      }
    }
    return DataType.VARCHAR;
  }

  /** Whether a number of several digits begins with 0, as numbers that are names do. */
  private static boolean hasLeadingZeros(int field, List<RecordTable> tables) {
    boolean zeros = false;
    for (RecordTable table : tables) {
      for (int row = 0; row < table.rowCount(); row++) {
        if (!table.select(row, field)) {
          continue;
        }
        for (int at = table.start(); at < table.end(); at++) {
          byte character = table.text().get(JAVA_BYTE, at);
          if (character < '0' || character > '9') {
            return false;
          }
        }
        zeros |=
            table.end() - table.start() > 1 && table.text().get(JAVA_BYTE, table.start()) == '0';
      }
    }
    return zeros;
  }

  /** Whether all values are digits with at most a sign in front. */
  private static boolean isWhole(int field, List<RecordTable> tables) {
    for (RecordTable table : tables) {
      for (int row = 0; row < table.rowCount(); row++) {
        if (!table.select(row, field)) {
          continue;
        }
        byte first = table.text().get(JAVA_BYTE, table.start());
        int from = table.start() + (first == '-' || first == '+' ? 1 : 0);
        for (int at = from; at < table.end(); at++) {
          byte character = table.text().get(JAVA_BYTE, at);
          if (character < '0' || character > '9') {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean isEmpty(int field, List<RecordTable> tables) {
    for (RecordTable table : tables) {
      for (int row = 0; row < table.rowCount(); row++) {
        if (table.select(row, field)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean fits(DataType type, int field, RecordTable table) {
    return fits(type, field, List.of(table));
  }

  private boolean fits(DataType type, int field, List<RecordTable> tables) {
    return parsers(type).stream().anyMatch(parser -> fits(parser, field, tables));
  }

  /** Returns parsers of a type, of which one has to fit all values. */
  private List<FieldParser> parsers(DataType type) {
    CsvPatterns patterns = patterns();
    return switch (type.kind()) {
      case BOOLEAN -> List.of(new BooleanParser(true));
      case DATE -> List.of(new DateParser(null), new DateParser(patterns.date()));
      case TIMESTAMP, TIMESTAMP_LTZ ->
          List.of(new TimeParser(type, null), new TimeParser(type, patterns.timestamp()));
      default -> List.of(FieldParser.of(type, dialect, patterns));
    };
  }

  private boolean fits(FieldParser parser, int field, List<RecordTable> tables) {
    try (MemoryScope scope = memory.ledger().openScope("a guess for " + memory.owner())) {
      for (RecordTable table : tables) {
        if (table.rowCount() > 0
            && parser.parse(table, field, scope, (row, at, reason) -> false) == null) {
          return false;
        }
      }
      return true;
    }
  }
}
