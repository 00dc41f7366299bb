package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.plan.JoinSearch.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.calcite.rel.core.JoinRelType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random costs of sets of relations; all trees are looked at to know the best. */
class LookaheadSearchTest {
  private static final int RELATIONS = 6;
  private static final int CASES = 100;

  private static Tree leaf(int relation) {
    return new Tree(1L << relation, 1, 0, null, null, JoinRelType.INNER);
  }

  private static Tree joined(Tree left, Tree right) {
    return new Tree(left.relations() | right.relations(), 1, 0, left, right, JoinRelType.INNER);
  }

  /** Relations are a chain: only neighbours may be joined. */
  private static @Nullable Tree chained(Tree left, Tree right) {
    boolean adjacent =
        (left.relations() << 1 & right.relations()) != 0
            || (left.relations() >>> 1 & right.relations()) != 0;
    return adjacent ? joined(left, right) : null;
  }

  private static double cost(Tree tree, Map<Long, Double> costs) {
    return tree.left() == null || tree.right() == null
        ? 0
        : costs.get(tree.relations()) + cost(tree.left(), costs) + cost(tree.right(), costs);
  }

  /** All trees of neighbours [from, to). */
  private static List<Tree> all(int from, int to) {
    if (to - from == 1) {
      return List.of(leaf(from));
    }
    List<Tree> trees = new ArrayList<>();
    for (int middle = from + 1; middle < to; middle++) {
      for (Tree left : all(from, middle)) {
        for (Tree right : all(middle, to)) {
          trees.add(joined(left, right));
        }
      }
    }
    return trees;
  }

  @Test
  void findsTreesThatAreNoWorseAndMostlyTheBest() {
    int best = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      Map<Long, Double> costs = new HashMap<>();
      for (long set = 1; set < 1L << RELATIONS; set++) {
        costs.put(set, Math.exp(6 * random.nextDouble()));
      }
      List<Tree> trees = all(0, RELATIONS);
      Tree start = trees.get(random.nextInt(trees.size()));
      Tree found =
          new LookaheadSearch(LookaheadSearchTest::chained, tree -> cost(tree, costs))
              .improve(start);
      double least = trees.stream().mapToDouble(tree -> cost(tree, costs)).min().orElseThrow();
      assertThat(found.relations()).as("seed %d", seed).isEqualTo((1L << RELATIONS) - 1);
      assertThat(cost(found, costs))
          .as("seed %d", seed)
          .isBetween(least * (1 - 1e-9), cost(start, costs));
      assertThat(trees.stream().map(tree -> shape(tree)))
          .as("seed %d", seed)
          .contains(shape(found));
      best += cost(found, costs) * 0.8 <= least ? 1 : 0;
    }
    assertThat(best).as("best trees found").isGreaterThan(CASES * 8 / 10);
  }

  /** Which relations are joined with which, whatever is left and right. */
  private static String shape(Tree tree) {
    if (tree.left() == null || tree.right() == null) {
      return Long.toString(tree.relations());
    }
    boolean ordered = tree.left().relations() < tree.right().relations();
    Tree first = ordered ? tree.left() : tree.right();
    Tree second = ordered ? tree.right() : tree.left();
    return "(" + shape(first) + " " + shape(second) + ")";
  }
}
