package dev.paceline.grammar;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** COPY of a table from files, or of a table or a query to a file. */
public final class CopyStatement extends ExtensionStatement {
  /** Formats that old versions of PostgreSQL write without the word FORMAT. */
  private static final Set<String> FORMATS =
      Set.of("csv", "text", "binary", "parquet", "json", "arrow");

  private final boolean reads;
  private final @Nullable String path;
  private final Map<String, Object> options;

  CopyStatement(
      SqlParserPos position,
      SqlNode rows,
      SqlNodeList columns,
      boolean reads,
      @Nullable String path,
      Map<String, Object> options) {
    this(position, List.of(rows, columns), reads, path, options);
  }

  private CopyStatement(
      SqlParserPos position,
      List<SqlNode> operands,
      boolean reads,
      @Nullable String path,
      Map<String, Object> options) {
    super(position, "COPY", operands);
    this.reads = reads;
    this.path = path;
    this.options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  static void addOption(
      Map<String, Object> options, String name, Object value, SqlParserPos position) {
    boolean format = FORMATS.contains(name) && Boolean.TRUE.equals(value);
    FileReference.addOption(options, format ? "format" : name, format ? name : value, position);
  }

  @Override
  protected CopyStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CopyStatement(position, changed, reads, path, options);
  }

  /** Returns the name of a table, or a query if rows are copied to a file. */
  public SqlNode rows() {
    return getOperandList().getFirst();
  }

  /** Returns the columns of the table that are named; none for all. */
  public List<SqlIdentifier> columns() {
    return ((SqlNodeList) getOperandList().getLast())
        .stream().map(SqlIdentifier.class::cast).toList();
  }

  /** Returns whether rows are copied from files into a table. */
  public boolean reads() {
    return reads;
  }

  /** Returns the path; null for STDIN or STDOUT. */
  public @Nullable String path() {
    return path;
  }

  /** Returns the options by their names in lower case. */
  public Map<String, Object> options() {
    return options;
  }
}
