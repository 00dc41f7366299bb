package dev.paceline.grammar.list;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/**
 * The type of intervals. A qualifier behind it, such as DAY TO SECOND, says nothing: there is one
 * type.
 */
public final class IntervalTypeName extends SqlTypeNameSpec {
  /** Creates the type, as a statement names it at some place. */
  public IntervalTypeName(SqlParserPos position) {
    super(new SqlIdentifier("INTERVAL", position), position);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    return validator
        .getTypeFactory()
        .createSqlIntervalType(
            new SqlIntervalQualifier(TimeUnit.DAY, TimeUnit.SECOND, getParserPos()));
  }

  @Override
  public void unparse(SqlWriter writer, int left, int right) {
    writer.keyword("INTERVAL");
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
    return other instanceof IntervalTypeName
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, other);
  }
}
