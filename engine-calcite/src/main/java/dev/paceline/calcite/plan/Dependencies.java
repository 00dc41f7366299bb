package dev.paceline.calcite.plan;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.UniqueColumn;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of an expression's rows determine which others: those that an inner join or a
 * filter makes equal, and, of each table, all columns by one that is {@linkplain UniqueColumn
 * unique} and no text. Every column below the expression is a symbol; its output columns are some
 * of them.
 *
 * <p>Beyond an outer join, where all columns of a table may be NULL together, a unique column
 * determines the others still, with NULL like any value, as in GROUP BY.
 *
 * <p>Source: functional dependencies for grouping (HyPer, K7: Q18 groups by one key instead of
 * five).
 */
final class Dependencies {
  /** The stored column that a symbol comes from. */
  record Origin(TableScan scan, int column) {}

  /**
   * @param proof what it rests on; null if the expression itself is reason enough
   */
  private record Rule(int determinant, BitSet determined, @Nullable UniqueColumn proof) {}

  private final List<@Nullable Origin> origins = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private final int[] fields;

  private Dependencies(RelNode rel) {
    this.fields = visit(rel);
  }

  static Dependencies of(RelNode rel) {
    return new Dependencies(rel);
  }

  /**
   * Whether columns of the output determine another one.
   *
   * @param proofs gets what that rests on, and possibly more that is true
   */
  boolean determines(Iterable<Integer> determinants, int field, Set<UniqueColumn> proofs) {
    BitSet symbols = new BitSet();
    determinants.forEach(determinant -> symbols.set(fields[determinant]));
    Set<UniqueColumn> used = new LinkedHashSet<>();
    close(symbols, used, true);
    if (!symbols.get(fields[field])) {
      return false;
    }
    proofs.addAll(used);
    return true;
  }

  /** The column of a table that an output column is; null if it is computed. */
  @Nullable Origin origin(int field) {
    return origins.get(fields[field]);
  }

  /**
   * A unique column of a scan that is equal to an output column in all rows.
   *
   * @return null if there is none
   */
  @Nullable UniqueColumn uniqueEqual(int field, TableScan scan) {
    BitSet symbols = new BitSet();
    symbols.set(fields[field]);
    close(symbols, new LinkedHashSet<>(), false);
    return rules.stream()
        .filter(rule -> rule.proof != null && symbols.get(rule.determinant))
        .filter(rule -> isOf(rule.determinant, scan))
        .map(Rule::proof)
        .findFirst()
        .orElse(null);
  }

  @SuppressWarnings("ReferenceEquality") // a table may be scanned twice
  private boolean isOf(int symbol, TableScan scan) {
    Origin origin = origins.get(symbol);
    return origin != null && origin.scan == scan;
  }

  private void close(BitSet symbols, Set<UniqueColumn> used, boolean withProofs) {
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Rule rule : rules) {
        if ((withProofs || rule.proof == null) && symbols.get(rule.determinant)) {
          int before = symbols.cardinality();
          symbols.or(rule.determined);
          if (symbols.cardinality() > before) {
            grown = true;
            if (rule.proof != null) {
              used.add(rule.proof);
            }
          }
        }
      }
    }
  }

  private int[] visit(RelNode rel) {
    return switch (rel) {
      case TableScan scan -> scan(scan);
      case Filter filter -> {
        int[] columns = visit(filter.getInput());
        equate(filter.getCondition(), columns);
        yield columns;
      }
      case Project project -> {
        int[] columns = visit(project.getInput());
        yield project.getProjects().stream()
            .mapToInt(
                e -> e instanceof RexInputRef reference ? columns[reference.getIndex()] : add())
            .toArray();
      }
      case Sort sort -> visit(sort.getInput());
      case Join join -> join(join);
      case Aggregate aggregate when aggregate.getGroupType() == Aggregate.Group.SIMPLE -> {
        int[] columns = visit(aggregate.getInput());
        int[] keys = aggregate.getGroupSet().asList().stream().mapToInt(k -> columns[k]).toArray();
        int[] calls = aggregate.getAggCallList().stream().mapToInt(call -> add()).toArray();
        if (keys.length == 1) {
          rules.add(new Rule(keys[0], bits(calls), null));
        }
        yield concatenate(keys, calls);
      }
      default -> unknown(rel.getRowType().getFieldCount());
    };
  }

  private int[] scan(TableScan scan) {
    int[] columns = new int[scan.getRowType().getFieldCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = origins.size();
      origins.add(new Origin(scan, i));
    }
    PacelineTable table = scan.getTable().unwrap(PacelineTable.class);
    for (int i = 0; table != null && i < columns.length; i++) {
      if (!isText(scan.getRowType().getFieldList().get(i).getType())
          && table.source().isUnique(i)) {
        rules.add(new Rule(columns[i], bits(columns), new UniqueColumn(table.source(), i)));
      }
    }
    return columns;
  }

  private int[] join(Join join) {
    int[] left = visit(join.getLeft());
    return switch (join.getJoinType()) {
      case SEMI, ANTI -> left;
      case INNER, LEFT, RIGHT, FULL -> {
        int[] columns = concatenate(left, visit(join.getRight()));
        if (join.getJoinType() == JoinRelType.INNER) {
          equate(join.getCondition(), columns);
        }
        yield columns;
      }
      default -> unknown(join.getRowType().getFieldCount());
    };
  }

  /** Takes note of the columns that a condition demands to be equal. */
  private void equate(RexNode condition, int[] columns) {
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.getKind() == SqlKind.EQUALS
          && conjunct instanceof RexCall call
          && call.getOperands().get(0) instanceof RexInputRef one
          && call.getOperands().get(1) instanceof RexInputRef other
          && isExact(one.getType(), other.getType())) {
        int left = columns[one.getIndex()];
        int right = columns[other.getIndex()];
        rules.add(new Rule(left, bits(right), null));
        rules.add(new Rule(right, bits(left), null));
      }
    }
  }

  /**
   * Whether what compares equal is the same value; not for text, which may be equal but for blanks
   * at the end.
   */
  static boolean isExact(RelDataType one, RelDataType other) {
    return one.getSqlTypeName() == other.getSqlTypeName() && !isText(one);
  }

  static boolean isText(RelDataType type) {
    return SqlTypeName.STRING_TYPES.contains(type.getSqlTypeName());
  }

  private int[] unknown(int count) {
    return IntStream.range(0, count).map(i -> add()).toArray();
  }

  private int add() {
    origins.add(null);
    return origins.size() - 1;
  }

  private static BitSet bits(int... symbols) {
    BitSet bits = new BitSet();
    for (int symbol : symbols) {
      bits.set(symbol);
    }
    return bits;
  }

  private static int[] concatenate(int[] left, int[] right) {
    return IntStream.concat(IntStream.of(left), IntStream.of(right)).toArray();
  }
}
