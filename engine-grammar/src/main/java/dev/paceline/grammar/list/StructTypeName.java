package dev.paceline.grammar.list;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;

/** The type of structs, whose fields may be NULL. */
public final class StructTypeName extends SqlRowTypeNameSpec {
  public StructTypeName(
      SqlParserPos position, List<SqlIdentifier> fieldNames, List<SqlDataTypeSpec> fieldTypes) {
    super(position, fieldNames, fieldTypes);
  }

  /** The type factory makes values of rows without a kind, so that they are no rows of a table. */
  @Override
  public RelDataType deriveType(SqlValidator validator) {
    return validator
        .getTypeFactory()
        .createStructType(
            StructKind.NONE,
            getFieldTypes().stream().map(type -> type.deriveType(validator, true)).toList(),
            getFieldNames().stream().map(SqlIdentifier::getSimple).toList());
  }
}
