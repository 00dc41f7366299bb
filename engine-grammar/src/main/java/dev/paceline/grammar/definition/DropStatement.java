package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * DROP kind [IF EXISTS] name [CASCADE | RESTRICT] of an object that Calcite's DDL does not know.
 */
public final class DropStatement extends ExtensionStatement {
  /** The kinds of objects that can be dropped. */
  public enum Kind {
    SCHEMA,
    SEQUENCE,
    TYPE,
    MACRO,

    /** A macro that stands for a query. */
    TABLE_MACRO
  }

  private final Kind kind;
  private final boolean ifExists;
  private final boolean cascade;

  /** Creates the statement. */
  public DropStatement(
      SqlParserPos position, Kind kind, SqlNode name, boolean ifExists, boolean cascade) {
    super(
        position,
        kind == Kind.TABLE_MACRO ? "DROP MACRO TABLE" : "DROP " + kind.name(),
        List.of(name));
    this.kind = kind;
    this.ifExists = ifExists;
    this.cascade = cascade;
  }

  @Override
  protected DropStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DropStatement(position, kind, changed.getFirst(), ifExists, cascade);
  }

  /** Returns what is dropped. */
  public Kind kind() {
    return kind;
  }

  /** Returns the parts of the name, which may begin with a schema. */
  public List<String> name() {
    return ((SqlIdentifier) getOperandList().getFirst()).names;
  }

  /** Returns whether nothing happens if there is no such object. */
  public boolean ifExists() {
    return ifExists;
  }

  /** Returns whether the objects that depend on it are dropped, too. */
  public boolean cascade() {
    return cascade;
  }
}
