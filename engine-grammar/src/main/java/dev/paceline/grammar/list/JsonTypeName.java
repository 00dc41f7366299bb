package dev.paceline.grammar.list;

import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** The type name JSON. Its values are strings; a cast to it writes a value as JSON. */
public final class JsonTypeName extends SqlBasicTypeNameSpec {
  public JsonTypeName(SqlParserPos position) {
    super(SqlTypeName.VARCHAR, position);
  }
}
