package dev.paceline.calcite.plan;

import dev.paceline.calcite.plan.JoinSearch.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Improves a tree of joins step by step: a subtree is cut off and joined to another one, wherever
 * it makes the whole tree cheapest, until no such step helps any more.
 */
final class LookaheadSearch {
  /** A step must save at least this share, or there may be no end of them. */
  private static final double MIN_GAIN_OF_STEP = 0.01;

  /** All steps together must save this share: estimates are not worth more. */
  private static final double MIN_GAIN = 0.2;

  private final BinaryOperator<@Nullable Tree> join;
  private final ToDoubleFunction<Tree> cost;

  /**
   * @param join of two trees; gives null if they may not be joined
   * @param cost of a whole tree
   */
  LookaheadSearch(BinaryOperator<@Nullable Tree> join, ToDoubleFunction<Tree> cost) {
    this.join = join;
    this.cost = cost;
  }

  /** A tree of the same relations that costs clearly less; the same tree if none is found. */
  Tree improve(Tree start) {
    Tree best = start;
    double before = cost.applyAsDouble(start);
    double least = before;
    boolean improved = true;
    while (improved) {
      improved = false;
      Tree current = best;
      List<Tree> subtrees = subtrees(current);
      for (Tree cut : subtrees) {
        for (Tree partner : subtrees) {
          if (cut.relations() == current.relations()
              || (partner.relations() & ~cut.relations()) == 0) {
            continue;
          }
          Tree candidate = regraft(current, cut, partner);
          if (candidate == null) {
            continue;
          }
          double candidateCost = cost.applyAsDouble(candidate);
          if (candidateCost < least * (1 - MIN_GAIN_OF_STEP)) {
            best = candidate;
            least = candidateCost;
            improved = true;
          }
        }
      }
    }
    return least <= before * (1 - MIN_GAIN) ? best : start;
  }

  private static List<Tree> subtrees(Tree tree) {
    List<Tree> all = new ArrayList<>(List.of(tree));
    for (int i = 0; i < all.size(); i++) {
      Tree left = all.get(i).left();
      Tree right = all.get(i).right();
      if (left != null && right != null) {
        all.add(left);
        all.add(right);
      }
    }
    return all;
  }

  /**
   * A tree without one of its subtrees, but with that joined to another. In one tree, the relations
   * tell the subtrees apart.
   *
   * @return null if some joins would not be possible
   */
  private @Nullable Tree regraft(Tree tree, Tree cut, Tree partner) {
    Tree left = tree.left();
    Tree right = tree.right();
    boolean hasCut = (tree.relations() & cut.relations()) != 0;
    boolean hasPartner = (partner.relations() & ~tree.relations()) == 0;
    if (!hasCut && !hasPartner) {
      return tree;
    }
    Tree result;
    if (left == null || right == null) {
      result = tree;
    } else if (left.relations() == cut.relations()) {
      result = regraft(right, cut, partner);
    } else if (right.relations() == cut.relations()) {
      result = regraft(left, cut, partner);
    } else {
      Tree newLeft = regraft(left, cut, partner);
      Tree newRight = regraft(right, cut, partner);
      result = newLeft == null || newRight == null ? null : join.apply(newLeft, newRight);
    }
    return result == null || tree.relations() != partner.relations()
        ? result
        : join.apply(result, cut);
  }
}
