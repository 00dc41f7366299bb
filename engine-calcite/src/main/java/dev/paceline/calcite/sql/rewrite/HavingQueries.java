package dev.paceline.calcite.sql.rewrite;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Finds the sub-queries of a HAVING clause, and window functions in them. */
public final class HavingQueries extends SqlBasicVisitor<Void> {
  private int depth;
  private boolean queries;
  private boolean windows;
  private boolean windowsInQueries;

  private HavingQueries() {}

  private static HavingQueries in(@Nullable SqlNode having) {
    HavingQueries found = new HavingQueries();
    if (having != null) {
      having.accept(found);
    }
    return found;
  }

  /** Whether there are sub-queries. */
  public static boolean exist(@Nullable SqlNode having) {
    return in(having).queries;
  }

  /** Whether sub-queries, and they alone, have window functions. */
  public static boolean haveAllWindows(@Nullable SqlNode having) {
    HavingQueries found = in(having);
    return found.windowsInQueries && !found.windows;
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    boolean query = call.isA(SqlKind.QUERY);
    queries |= query;
    if (call.getKind() == SqlKind.OVER) {
      windows |= depth == 0;
      windowsInQueries |= depth > 0;
    }
    depth += query ? 1 : 0;
    super.visit(call);
    depth -= query ? 1 : 0;
    return null;
  }
}
