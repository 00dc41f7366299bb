package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A change that ALTER TABLE makes. */
public sealed interface TableAlteration {
  /** Returns the same change with another expression. */
  default TableAlteration withExpression(SqlNode changed) {
    return this;
  }

  /** Returns the expression that gives the values of a column; null if there is none. */
  default @Nullable SqlNode expression() {
    return null;
  }

  /** RENAME TO name. */
  record RenameTable(String name) implements TableAlteration {}

  /** RENAME COLUMN column TO name. */
  record RenameColumn(SqlIdentifier column, SqlIdentifier name) implements TableAlteration {}

  /**
   * ADD COLUMN.
   *
   * @param elements the declaration of the column, and constraints
   */
  record AddColumn(List<SqlNode> elements, boolean ifNotExists) implements TableAlteration {
    public AddColumn {
      elements = List.copyOf(elements);
    }
  }

  /** DROP COLUMN. */
  record DropColumn(SqlIdentifier column, boolean ifExists) implements TableAlteration {}

  /**
   * ALTER COLUMN TYPE.
   *
   * @param expression gives the new values; null to convert the old ones
   */
  record SetType(SqlIdentifier column, SqlDataTypeSpec type, @Nullable SqlNode expression)
      implements TableAlteration {
    @Override
    public SetType withExpression(SqlNode changed) {
      return new SetType(column, type, changed);
    }
  }

  /** ALTER COLUMN SET NOT NULL, and DROP NOT NULL. */
  record SetNullable(SqlIdentifier column, boolean nullable) implements TableAlteration {}

  /**
   * ALTER COLUMN SET DEFAULT, and DROP DEFAULT.
   *
   * @param value its position has all of its text; null to drop the default
   */
  record SetDefault(SqlIdentifier column, @Nullable SqlNode value) implements TableAlteration {}

  /** DROP CONSTRAINT. */
  record DropConstraint(String name, boolean ifExists) implements TableAlteration {}
}
