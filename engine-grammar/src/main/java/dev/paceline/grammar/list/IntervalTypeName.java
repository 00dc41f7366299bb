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
import org.jspecify.annotations.Nullable;

/** The type of intervals, such as INTERVAL DAY TO SECOND, which INTERVAL alone is, too. */
public final class IntervalTypeName extends SqlTypeNameSpec {
  private final SqlIntervalQualifier qualifier;

  private IntervalTypeName(SqlIntervalQualifier qualifier, SqlParserPos position) {
    super(new SqlIdentifier("INTERVAL", position), position);
    this.qualifier = qualifier;
  }

  /**
   * Returns the type of intervals.
   *
   * @param qualifier of the interval; null if none is written
   */
  public static IntervalTypeName of(
      @Nullable SqlIntervalQualifier qualifier, SqlParserPos position) {
    boolean months = qualifier != null && qualifier.isYearMonth();
    return new IntervalTypeName(
        new SqlIntervalQualifier(
            months ? TimeUnit.YEAR : TimeUnit.DAY,
            months ? TimeUnit.MONTH : TimeUnit.SECOND,
            position),
        position);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    return validator.getTypeFactory().createSqlIntervalType(qualifier);
  }

  @Override
  public void unparse(SqlWriter writer, int left, int right) {
    writer.keyword("INTERVAL");
    qualifier.unparse(writer, left, right);
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
    return other instanceof IntervalTypeName type
            && type.qualifier.isYearMonth() == qualifier.isYearMonth()
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, other);
  }
}
