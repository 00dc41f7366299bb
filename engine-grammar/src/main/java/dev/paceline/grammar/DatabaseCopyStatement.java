package dev.paceline.grammar;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXPORT or IMPORT of all tables and views of a database. */
public final class DatabaseCopyStatement extends ExtensionStatement {
  private final boolean exports;
  private final String directory;
  private final Map<String, Object> options;

  DatabaseCopyStatement(
      SqlParserPos position, boolean exports, String directory, Map<String, Object> options) {
    super(position, exports ? "EXPORT DATABASE" : "IMPORT DATABASE", List.of());
    this.exports = exports;
    this.directory = directory;
    this.options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  @Override
  protected DatabaseCopyStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DatabaseCopyStatement(position, exports, directory, options);
  }

  /** Returns whether the database is exported; it is imported otherwise. */
  public boolean exports() {
    return exports;
  }

  public String directory() {
    return directory;
  }

  /** Returns the options by their names in lower case. */
  public Map<String, Object> options() {
    return options;
  }
}
