package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** CREATE [OR REPLACE] TYPE [IF NOT EXISTS] name AS type or AS ENUM (query). */
public final class CreateTypeStatement extends ExtensionStatement {
  private final boolean replace;
  private final boolean ifNotExists;

  /**
   * Makes a statement.
   *
   * @param type a type, or a query of the labels of an ENUM
   */
  public CreateTypeStatement(
      SqlParserPos position, SqlNode name, SqlNode type, boolean replace, boolean ifNotExists) {
    super(position, "CREATE TYPE", List.of(name, type));
    this.replace = replace;
    this.ifNotExists = ifNotExists;
  }

  @Override
  protected CreateTypeStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CreateTypeStatement(position, changed.get(0), changed.get(1), replace, ifNotExists);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().get(0);
  }

  /** Returns the type that gets the name; null if it is the ENUM of the labels of a query. */
  public @Nullable SqlDataTypeSpec type() {
    return getOperandList().get(1) instanceof SqlDataTypeSpec type ? type : null;
  }

  /** Returns the query of the labels; the type if there is none. */
  public SqlNode labels() {
    return getOperandList().get(1);
  }

  public boolean replace() {
    return replace;
  }

  /** Returns whether nothing happens if there is a type of the name. */
  public boolean ifNotExists() {
    return ifNotExists;
  }
}
