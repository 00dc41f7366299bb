package dev.paceline.calcite.function;

import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** A date plus or minus an interval of days, which is a date; not known to SQL. */
public final class DaysOperator extends SqlBinaryOperator {
  /** The date some days later. */
  public static final DaysOperator PLUS = new DaysOperator("PLUS_DAYS");

  /** The date some days earlier. */
  public static final DaysOperator MINUS = new DaysOperator("MINUS_DAYS");

  private DaysOperator(String name) {
    super(
        name,
        SqlKind.OTHER_FUNCTION,
        SqlStdOperatorTable.PLUS.getLeftPrec(),
        true,
        ReturnTypes.DATE.andThen(SqlTypeTransforms.TO_NULLABLE),
        InferTypes.FIRST_KNOWN,
        OperandTypes.ANY_ANY);
  }
}
