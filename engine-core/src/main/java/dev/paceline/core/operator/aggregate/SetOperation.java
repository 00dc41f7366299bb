package dev.paceline.core.operator.aggregate;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.type.DataType;
import java.util.List;

/**
 * INTERSECT and EXCEPT. The pipeline that fills the right sink depends on the one that fills the
 * left; the output's pipeline depends on both.
 */
public final class SetOperation {
  private final QueryContext query;

  /**
   * @param except EXCEPT instead of INTERSECT
   * @param all keeps duplicates: min(m, n) of them, or max(m - n, 0)
   */
  public SetOperation(List<DataType> types, boolean except, boolean all, QueryContext query) {
    this.query = query;
  }

  /** Takes the rows of the left input. */
  public Sink left() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  /** Takes the rows of the right input. */
  public Sink right() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }

  public Source output() {
    throw new PacelineException(ErrorCode.NOT_SUPPORTED, query.name());
  }
}
