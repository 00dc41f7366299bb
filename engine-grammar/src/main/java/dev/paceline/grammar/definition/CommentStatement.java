package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** COMMENT ON kind name IS comment. */
public final class CommentStatement extends ExtensionStatement {
  /** The kinds of objects that can have a comment. */
  public enum Kind {
    TABLE,
    VIEW,

    /** A column of a table; its name ends with the column's. */
    COLUMN
  }

  private final Kind kind;
  private final @Nullable String comment;

  /**
   * @param comment null or an empty string if there is to be none
   */
  public CommentStatement(
      SqlParserPos position, Kind kind, SqlNode name, @Nullable String comment) {
    super(position, "COMMENT ON " + kind, List.of(name));
    this.kind = kind;
    this.comment = "".equals(comment) ? null : comment;
  }

  @Override
  protected CommentStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CommentStatement(position, kind, changed.getFirst(), comment);
  }

  public Kind kind() {
    return kind;
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  /** Returns the comment; null if there is to be none. */
  public @Nullable String comment() {
    return comment;
  }
}
