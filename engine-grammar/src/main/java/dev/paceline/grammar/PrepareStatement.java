package dev.paceline.grammar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** PREPARE name AS statement. The parameters of the statement are not those of this one. */
public final class PrepareStatement extends ExtensionStatement {
  private final SqlParserPos text;

  /**
   * @param types of the parameters, {@link SqlDataTypeSpec}s; empty if none are given
   */
  PrepareStatement(SqlParserPos position, SqlNode name, List<SqlNode> types, SqlParserPos text) {
    super(position, "PREPARE", operands(name, types));
    this.text = text;
  }

  @Override
  protected PrepareStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new PrepareStatement(
        position, changed.getFirst(), changed.subList(1, changed.size()), text);
  }

  private static List<SqlNode> operands(SqlNode name, List<SqlNode> types) {
    List<SqlNode> operands = new ArrayList<>(types);
    operands.addFirst(name);
    return operands;
  }

  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }

  /** Returns the types of the parameters; empty if none are given. */
  public List<SqlDataTypeSpec> types() {
    return getOperandList().stream().skip(1).map(SqlDataTypeSpec.class::cast).toList();
  }

  /** Returns the place of the statement that is prepared. */
  public SqlParserPos text() {
    return text;
  }
}
