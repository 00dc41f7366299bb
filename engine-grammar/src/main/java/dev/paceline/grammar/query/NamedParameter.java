package dev.paceline.grammar.query;

import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A parameter with a name: {@code $name}. All of one name in a statement have the same index. */
public final class NamedParameter extends SqlDynamicParam {
  private final String name;

  NamedParameter(String name, int index, SqlParserPos position) {
    super(index, position);
    this.name = name;
  }

  /** Returns the name as it is written, without the dollar sign. */
  public String name() {
    return name;
  }

  @Override
  public SqlNode clone(SqlParserPos position) {
    return new NamedParameter(name, getIndex(), position);
  }

  @Override
  public void unparse(SqlWriter writer, int left, int right) {
    writer.print("$" + name);
    writer.setNeedWhitespace(true);
  }
}
