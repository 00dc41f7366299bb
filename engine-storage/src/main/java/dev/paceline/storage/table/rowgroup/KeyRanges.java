package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.scan.ColumnStatistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a column is unique over many row groups: each proves it for its own rows, and their
 * ranges of values have nothing in common. The ranges are in a search tree, balanced by random
 * priorities, whose nodes know whether all ranges below are apart; a change copies O(log n) nodes.
 * Immutable; any thread may use it.
 *
 * <p>Source: Seidel and Aragon, Randomized Search Trees, 1996.
 */
public final class KeyRanges {
  static final KeyRanges EMPTY = new KeyRanges(null, 0, 0);

  private static final Comparator<Node> ORDER =
      Comparator.comparingLong((Node node) -> node.low).thenComparingLong(node -> node.high);

  private final @Nullable Node root;

  /** Row groups that are not unique by themselves, or whose range is unknown. */
  private final int unproved;

  /** Row groups that are unique by themselves, though their range may be unknown. */
  private final int unique;

  private KeyRanges(@Nullable Node root, int unproved, int unique) {
    this.root = root;
    this.unproved = unproved;
    this.unique = unique;
  }

  private static final class Node {
    final long low;
    final long high;

    /** How many row groups have this range. */
    final int count;

    final @Nullable Node left;
    final @Nullable Node right;

    /** The smallest value of this range and all ranges below it. */
    final long least;

    final long greatest;
    final boolean apart;

    Node(long low, long high, int count, @Nullable Node left, @Nullable Node right) {
      this.low = low;
      this.high = high;
      this.count = count;
      this.left = left;
      this.right = right;
      this.least = left == null ? low : left.least;
      this.greatest =
          Math.max(
              high,
              Math.max(
                  left == null ? Long.MIN_VALUE : left.greatest,
                  right == null ? Long.MIN_VALUE : right.greatest));
      this.apart =
          count == 1
              && (left == null || left.apart && left.greatest < low)
              && (right == null || right.apart && high < right.least);
    }

    public static Node of(ColumnStatistics block) {
      return new Node(block.minLong(), block.maxLong(), 1, null, null);
    }

    Node with(@Nullable Node newLeft, @Nullable Node newRight) {
      return new Node(low, high, count, newLeft, newRight);
    }

    Node counted(int newCount) {
      return new Node(low, high, newCount, null, null);
    }

    /**
     * Returns a priority that depends on the range only, so that the contents determine the shape
     * of the tree.
     */
    long priority() {
      long mixed = (low ^ Long.rotateLeft(high, 31)) * 0x9E37_79B9_7F4A_7C15L;
      return (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
    }
  }

  /**
   * @param equal without children
   */
  private record Split(@Nullable Node before, @Nullable Node equal, @Nullable Node after) {}

  /**
   * @param statistics of a column, one for each row group
   */
  public static KeyRanges of(List<ColumnStatistics> statistics) {
    List<Node> ranges = new ArrayList<>();
    int unproved = 0;
    int unique = 0;
    for (ColumnStatistics block : statistics) {
      unique += block.unique() ? 1 : 0;
      if (isRange(block)) {
        ranges.add(Node.of(block));
      } else {
        unproved++;
      }
    }
    ranges.sort(ORDER);
    List<Node> different = new ArrayList<>();
    for (Node range : ranges) {
      if (!different.isEmpty() && ORDER.compare(different.getLast(), range) == 0) {
        Node last = different.removeLast();
        different.add(last.counted(last.count + 1));
      } else {
        different.add(range);
      }
    }
    return new KeyRanges(joined(different, 0, different.size()), unproved, unique);
  }

  private static @Nullable Node joined(List<Node> ranges, int from, int to) {
    if (to - from <= 1) {
      return from == to ? null : ranges.get(from);
    }
    int middle = (from + to) >>> 1;
    return join(joined(ranges, from, middle), joined(ranges, middle, to));
  }

  private static boolean isRange(ColumnStatistics block) {
    return block.unique() && block.hasLongBounds();
  }

  public KeyRanges plus(ColumnStatistics block) {
    int nowUnique = unique + (block.unique() ? 1 : 0);
    if (!isRange(block)) {
      return new KeyRanges(root, unproved + 1, nowUnique);
    }
    Node added = Node.of(block);
    Split split = split(root, added);
    Node equal = split.equal();
    Node counted = equal == null ? added : equal.counted(equal.count + 1);
    return new KeyRanges(join(join(split.before(), counted), split.after()), unproved, nowUnique);
  }

  /**
   * @param block was added before
   */
  public KeyRanges minus(ColumnStatistics block) {
    int nowUnique = unique - (block.unique() ? 1 : 0);
    if (!isRange(block)) {
      return new KeyRanges(root, unproved - 1, nowUnique);
    }
    Split split = split(root, Node.of(block));
    Node equal = Objects.requireNonNull(split.equal(), "the range was never added");
    Node others = equal.count == 1 ? null : equal.counted(equal.count - 1);
    return new KeyRanges(join(join(split.before(), others), split.after()), unproved, nowUnique);
  }

  /** Whether no two rows of all row groups have the same value, for certain. */
  public boolean isUnique() {
    return root == null ? unproved == 1 && unique == 1 : unproved == 0 && root.apart;
  }

  private static Split split(@Nullable Node node, Node at) {
    if (node == null) {
      return new Split(null, null, null);
    }
    int order = ORDER.compare(node, at);
    if (order == 0) {
      return new Split(node.left, node.counted(node.count), node.right);
    }
    if (order < 0) {
      Split right = split(node.right, at);
      return new Split(node.with(node.left, right.before()), right.equal(), right.after());
    }
    Split left = split(node.left, at);
    return new Split(left.before(), left.equal(), node.with(left.after(), node.right));
  }

  /** All ranges of {@code left} come before those of {@code right}. */
  private static @Nullable Node join(@Nullable Node left, @Nullable Node right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    return left.priority() >= right.priority()
        ? left.with(left.left, join(left.right, right))
        : right.with(join(left, right.left), right.right);
  }
}
