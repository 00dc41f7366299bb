package dev.paceline.calcite.sql;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.jspecify.annotations.Nullable;

/** The priority that a query asks for itself: {@code SELECT /&#42;+ priority(8) &#42;/ …}. */
public final class PriorityHint {
  private static final String NAME = "priority";

  private PriorityHint() {}

  /**
   * Takes the hint out of the outermost SELECT, where the planner would not know it.
   *
   * @return null if there is none
   * @throws PacelineException INVALID_ARGUMENT if it is no whole number from 1 on
   */
  public static @Nullable Integer take(SqlNode query) {
    return switch (query) {
      case SqlOrderBy ordered -> take(ordered.query);
      case SqlWith with -> take(with.body);
      case SqlSelect select when select.hasHints() -> take(select);
      default -> null;
    };
  }

  private static @Nullable Integer take(SqlSelect select) {
    Integer priority = null;
    List<SqlNode> others = new ArrayList<>();
    for (SqlNode node : select.getHints()) {
      if (node instanceof SqlHint hint && hint.getName().equalsIgnoreCase(NAME)) {
        priority = priority(hint);
      } else {
        others.add(node);
      }
    }
    select.setHints(new SqlNodeList(others, select.getHints().getParserPosition()));
    return priority;
  }

  private static int priority(SqlHint hint) {
    List<String> options = hint.getOptionList();
    try {
      int priority = options.size() == 1 ? Integer.parseInt(options.getFirst()) : 0;
      if (priority >= 1) {
        return priority;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "the hint priority takes a whole number from 1 on, as in /*+ priority(8) */, not "
            + options);
  }
}
