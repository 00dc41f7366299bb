package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** PRAGMA with a name, and possibly the name of a table. */
public final class PragmaStatement extends ExtensionStatement {
  private final String name;
  private final @Nullable String table;

  public PragmaStatement(SqlParserPos position, String name, @Nullable String table) {
    super(position, "PRAGMA " + name, List.of());
    this.name = name;
    this.table = table;
  }

  @Override
  protected PragmaStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new PragmaStatement(position, name, table);
  }

  public String name() {
    return name;
  }

  /** Returns the table that it is about; null if it names none. */
  public @Nullable String table() {
    return table;
  }
}
