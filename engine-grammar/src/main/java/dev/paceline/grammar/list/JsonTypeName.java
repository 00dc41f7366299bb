package dev.paceline.grammar.list;

import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** The type JSON: strings, to which casts write JSON. */
public final class JsonTypeName extends SqlBasicTypeNameSpec {
  public JsonTypeName(SqlParserPos position) {
    super(SqlTypeName.VARCHAR, position);
  }
}
