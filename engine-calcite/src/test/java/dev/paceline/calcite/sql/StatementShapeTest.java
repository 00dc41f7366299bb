package dev.paceline.calcite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.cancel.PlannerThreads;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long and deep statements, from their tokens to parse trees that recursion can walk. */
@Timeout(600)
class StatementShapeTest {
  private static SqlNode where(String condition) {
    return ((SqlSelect) limited("SELECT 1 FROM t WHERE " + condition)).getWhere();
  }

  private static SqlNode limited(String sql) {
    StatementRun run = new StatementRun(null);
    return new PlannerThreads().call(() -> StatementShape.limit(SqlFrontEnd.parse(sql)), run);
  }

  private static String joined(int count, IntFunction<String> item, String operator) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(operator));
  }

  /** The operands of a tree of one operator, from left to right. */
  private static List<String> operands(SqlNode node, String operator) {
    List<String> result = new ArrayList<>();
    if (node instanceof SqlCall call && call.getOperator().getName().equals(operator)) {
      call.getOperandList().forEach(operand -> result.addAll(operands(operand, operator)));
    } else {
      result.add(node.toString());
    }
    return result;
  }

  private static int depth(SqlNode node) {
    return node instanceof SqlCall call
        ? 1
            + call.getOperandList().stream()
                .filter(operand -> operand != null)
                .mapToInt(StatementShapeTest::depth)
                .max()
                .orElse(0)
        : 0;
  }

  @Test
  void longChainsBecomeBalancedTreesOfTheSameOperands() {
    for (int n : new int[] {15, 31, 33, 257}) {
      for (String operator : List.of("OR", "AND")) {
        List<IntFunction<String>> terms =
            List.of(
                i -> "a = " + i,
                i -> "a NOT BETWEEN " + i + " AND b + " + i,
                i -> "NOT \"x\" LIKE '%" + i + "' ESCAPE '!'",
                i -> "(a = 1 OR b IS NOT NULL AND c IN (" + i + ", 2))",
                i -> "CASE WHEN a = 1 OR a = 2 AND a = 3 THEN b ELSE c END IS DISTINCT FROM " + i);
        for (IntFunction<String> term : terms) {
          SqlNode parsed = where(joined(n, term, " " + operator + " "));
          List<String> expected =
              IntStream.range(0, n).mapToObj(i -> where(term.apply(i)).toString()).toList();
          if (!expected.getFirst().contains("OR") || operator.equals("AND")) {
            assertThat(operands(parsed, operator)).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void chainsOfThousandsAreShallow() {
    for (String operator : List.of(" OR ", " AND ")) {
      assertThat(depth(where(joined(5_000, i -> "a BETWEEN " + i + " AND 9", operator))))
          .isLessThan(30);
    }
  }

  @Test
  void mixedChainsKeepTheirPrecedence() {
    String mixed = joined(100, i -> "a = " + i + " AND b = " + i, " OR ");
    List<String> terms = operands(where(mixed), "OR");
    assertThat(terms).hasSize(100);
    assertThat(terms.get(57)).isEqualTo(where("a = 57 AND b = 57").toString());
  }

  @Test
  void unionsBecomeBalanced() {
    SqlNode union =
        limited(joined(2_000, i -> "SELECT " + i + " AS x", " UNION ALL ") + " ORDER BY 1");
    SqlNode query = ((SqlOrderBy) union).query;
    assertThat(depth(query)).isLessThan(30);
    assertThat(operands(query, "UNION ALL")).hasSize(2_000);
  }

  @Test
  void negationsAndParenthesesThatDoNothingGo() {
    assertThat(depth(where("NOT ".repeat(3_001) + "a = 1"))).isEqualTo(2);
    assertThat(depth(where("NOT (".repeat(300) + "a = 1" + ")".repeat(300)))).isEqualTo(3);
    assertThat(depth(where("(".repeat(5_000) + "a = 1" + ")".repeat(5_000)))).isEqualTo(1);
  }

  @Test
  void whatStaysDeepIsRefusedWithTheLimit() {
    for (String deep :
        List.of(
            joined(2_000, i -> "a", " + ") + " = 1",
            "- ".repeat(5_000) + "a = 1",
            "abs(".repeat(5_000) + "a" + ")".repeat(5_000) + " = 1",
            "(".repeat(5_000) + "a" + " + 1)".repeat(5_000) + " = 1",
            joined(3_000, i -> "CASE WHEN a = 1 THEN 2 ELSE ", "")
                + "3"
                + " END".repeat(3_000)
                + " = 1")) {
      assertThatThrownBy(() -> where(deep))
          .isInstanceOfSatisfying(
              PacelineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATEMENT))
          .hasMessageContaining("nests more than 400 levels");
    }
  }
}
