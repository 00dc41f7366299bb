package dev.paceline.core.operator.join;

import dev.paceline.core.operator.join.JoinFixture.Rows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a join must deliver, by comparing every pair of rows. */
final class JoinOracle {
  private JoinOracle() {}

  /** A comparison in three-valued logic: null means unknown. */
  @FunctionalInterface
  interface Match {
    @Nullable Boolean test(List<@Nullable Object> left, List<@Nullable Object> right);
  }

  static Match keys(int[] leftKeys, int[] rightKeys, boolean[] nullsEqual) {
    return (left, right) -> {
      boolean unknown = false;
      for (int key = 0; key < leftKeys.length; key++) {
        Object a = left.get(leftKeys[key]);
        Object b = right.get(rightKeys[key]);
        if (a == null || b == null) {
          if (!nullsEqual[key]) {
            unknown = true;
          } else if (a != null || b != null) {
            return false;
          }
        } else if (!Objects.equals(canonical(a), canonical(b))) {
          return false;
        }
      }
      return unknown ? null : true;
    };
  }

  private static Object canonical(Object value) {
    return value instanceof Double number ? (Object) (number + 0.0) : value;
  }

  static Match notEqual(int leftColumn, int rightColumn) {
    return (left, right) -> {
      Object a = left.get(leftColumn);
      Object b = right.get(rightColumn);
      return a == null || b == null ? null : (Boolean) !a.equals(b);
    };
  }

  static Match both(Match one, Match other) {
    return (left, right) -> {
      Boolean a = one.test(left, right);
      Boolean b = other.test(left, right);
      return Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)
          ? (Boolean) false
          : a == null || b == null ? null : (Boolean) true;
    };
  }

  /** The joined rows as text, sorted. */
  static List<String> join(JoinShape shape, Rows left, Rows right, Match match) {
    List<String> result = new ArrayList<>();
    boolean[] rightMatched = new boolean[right.rows().size()];
    for (List<@Nullable Object> ours : left.rows()) {
      boolean matched = false;
      boolean unknown = false;
      for (int i = 0; i < rightMatched.length; i++) {
        List<@Nullable Object> theirs = right.rows().get(i);
        Boolean answer = match.test(ours, theirs);
        unknown |= answer == null;
        if (Boolean.TRUE.equals(answer)) {
          matched = true;
          rightMatched[i] = true;
          switch (shape.type()) {
            case INNER, LEFT, RIGHT, FULL -> result.add(output(shape, concat(ours, theirs)));
            default -> {}
          }
        }
      }
      switch (shape.type()) {
        case LEFT, FULL -> {
          if (!matched) {
            result.add(output(shape, concat(ours, nulls(right))));
          }
        }
        case SEMI -> {
          if (matched) {
            result.add(output(shape, ours));
          }
        }
        case ANTI -> {
          if (!matched) {
            result.add(output(shape, ours));
          }
        }
        case NULL_AWARE_ANTI -> {
          if (!matched && !unknown) {
            result.add(output(shape, ours));
          }
        }
        case LEFT_MARK -> {
          List<@Nullable Object> mark = new ArrayList<>();
          mark.add(matched ? (Boolean) true : unknown ? null : (Boolean) false);
          result.add(output(shape, concat(ours, mark)));
        }
        case INNER, RIGHT, RIGHT_SEMI, RIGHT_ANTI -> {}
      }
    }
    for (int i = 0; i < rightMatched.length; i++) {
      List<@Nullable Object> theirs = right.rows().get(i);
      switch (shape.type()) {
        case RIGHT, FULL -> {
          if (!rightMatched[i]) {
            result.add(output(shape, concat(nulls(left), theirs)));
          }
        }
        case RIGHT_SEMI -> {
          if (rightMatched[i]) {
            result.add(output(shape, theirs));
          }
        }
        case RIGHT_ANTI -> {
          if (!rightMatched[i]) {
            result.add(output(shape, theirs));
          }
        }
        default -> {}
      }
    }
    Collections.sort(result);
    return result;
  }

  /** Rows as text, sorted. */
  static List<String> text(List<List<@Nullable Object>> rows) {
    return rows.stream().map(List::toString).sorted().toList();
  }

  private static String output(JoinShape shape, List<@Nullable Object> full) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int column : shape.outputs()) {
      values.add(full.get(column));
    }
    return values.toString();
  }

  private static List<@Nullable Object> nulls(Rows rows) {
    return Collections.nCopies(rows.types().size(), null);
  }

  private static List<@Nullable Object> concat(
      List<@Nullable Object> left, List<@Nullable Object> right) {
    List<@Nullable Object> all = new ArrayList<>(left);
    all.addAll(right);
    return all;
  }
}
