package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** DEALLOCATE of one prepared statement, or of all. */
public final class DeallocateStatement extends ExtensionStatement {
  private final @Nullable SqlIdentifier name;

  DeallocateStatement(SqlParserPos position, @Nullable SqlIdentifier name) {
    super(position, "DEALLOCATE", List.of());
    this.name = name;
  }

  @Override
  protected DeallocateStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DeallocateStatement(position, name);
  }

  /** Returns the name of the prepared statement; null for all. */
  public @Nullable String name() {
    return name == null ? null : name.getSimple();
  }
}
