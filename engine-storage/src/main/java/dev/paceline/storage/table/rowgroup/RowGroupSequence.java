package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.block.DistinctCount;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The row groups of a table in their order: a tree of {@value #FAN_OUT} children a node that
 * sequences share. Replacing the last k of n row groups makes O(k + log n) new nodes. What is known
 * about a column is kept in each node when it is first asked for, so that after a change only the
 * new nodes are summed up again. Immutable; any thread may use it.
 *
 * <p>Source: Bagwell, Ideal Hash Trees, 2001, as the vectors of Clojure use them.
 */
public final class RowGroupSequence extends AbstractList<RowGroup> implements RandomAccess {
  private static final int BITS = 5;

  static final int FAN_OUT = 1 << BITS;

  static final RowGroupSequence EMPTY = new RowGroupSequence(null, 0);

  /** All leaves are equally far from the root, and all but the last path is full. Null if empty. */
  private final @Nullable Node root;

  /** Levels of inner nodes above the leaves. */
  private final int height;

  private RowGroupSequence(@Nullable Node root, int height) {
    this.root = root;
    this.height = height;
  }

  public static RowGroupSequence of(List<RowGroup> rowGroups) {
    return EMPTY.replaceFrom(0, rowGroups);
  }

  /** Up to {@value #FAN_OUT} row groups, or nodes. */
  public abstract static class Node {
    public final int size;
    public final long rowCount;
    final long bytes;
    private final AtomicReferenceArray<@Nullable ColumnStatistics> bounds;
    private final AtomicReferenceArray<@Nullable DistinctCount> distinct;

    /** The value of each column once it has been asked for; 0 before. */
    private final AtomicLongArray mostFrameBytes;

    /** The rows before each child. */
    private final long[] rowsBefore;

    /**
     * @param childRows the rows of each child
     */
    private Node(int size, long[] childRows, long bytes, int columnCount) {
      this.size = size;
      this.rowsBefore = new long[childRows.length];
      long rows = 0;
      for (int i = 0; i < childRows.length; i++) {
        rowsBefore[i] = rows;
        rows += childRows[i];
      }
      this.rowCount = rows;
      this.bytes = bytes;
      this.bounds = new AtomicReferenceArray<>(columnCount);
      this.distinct = new AtomicReferenceArray<>(columnCount);
      this.mostFrameBytes = new AtomicLongArray(columnCount);
    }

    final int columnCount() {
      return bounds.length();
    }

    /** The rows before a child. */
    final long rowsBefore(int child) {
      return rowsBefore[child];
    }

    /** All but uniqueness and the number of distinct values, over all row groups below. */
    public final ColumnStatistics bounds(int column) {
      ColumnStatistics known = bounds.get(column);
      if (known == null) {
        known = computeBounds(column);
        bounds.set(column, known);
      }
      return known;
    }

    public final DistinctCount distinct(int column) {
      DistinctCount known = distinct.get(column);
      if (known == null) {
        known = computeDistinct(column);
        distinct.set(column, known);
      }
      return known;
    }

    /** The most {@link BlockSource#frameBytes} of a column in any row group below. */
    final long mostFrameBytes(int column) {
      long known = mostFrameBytes.get(column);
      if (known == 0) {
        known = computeMostFrameBytes(column);
        mostFrameBytes.set(column, known);
      }
      return known;
    }

    abstract ColumnStatistics computeBounds(int column);

    abstract DistinctCount computeDistinct(int column);

    abstract long computeMostFrameBytes(int column);
  }

  private static final class Leaf extends Node {
    final List<RowGroup> groups;

    Leaf(List<RowGroup> groups) {
      super(
          groups.size(),
          groups.stream().mapToLong(RowGroup::rowCount).toArray(),
          groups.stream().mapToLong(RowGroup::bytes).sum(),
          groups.getFirst().summaries().size());
      this.groups = List.copyOf(groups);
    }

    @Override
    ColumnStatistics computeBounds(int column) {
      return MergedStatistics.of(groups, group -> group.statistics(column));
    }

    @Override
    DistinctCount computeDistinct(int column) {
      return DistinctCount.of(
          groups.stream().map(group -> group.summaries().get(column).sketch()).toList());
    }

    @Override
    long computeMostFrameBytes(int column) {
      long most = 0;
      for (RowGroup group : groups) {
        most = Math.max(most, group.blocks().frameBytes(column));
      }
      return most;
    }
  }

  private static final class Inner extends Node {
    final List<Node> children;

    Inner(List<Node> children) {
      super(
          children.stream().mapToInt(child -> child.size).sum(),
          children.stream().mapToLong(child -> child.rowCount).toArray(),
          children.stream().mapToLong(child -> child.bytes).sum(),
          children.getFirst().columnCount());
      this.children = List.copyOf(children);
    }

    @Override
    ColumnStatistics computeBounds(int column) {
      return MergedStatistics.of(children, child -> child.bounds(column));
    }

    @Override
    DistinctCount computeDistinct(int column) {
      return DistinctCount.union(children.stream().map(child -> child.distinct(column)).toList());
    }

    @Override
    long computeMostFrameBytes(int column) {
      long most = 0;
      for (Node child : children) {
        most = Math.max(most, child.mostFrameBytes(column));
      }
      return most;
    }
  }

  @Override
  public int size() {
    return root == null ? 0 : root.size;
  }

  public long rowCount() {
    return root == null ? 0 : root.rowCount;
  }

  public long bytes() {
    return root == null ? 0 : root.bytes;
  }

  /** All row groups together; null if there are none. */
  public @Nullable Node root() {
    return root;
  }

  @Override
  public RowGroup get(int index) {
    if (root == null || index < 0 || index >= root.size) {
      throw new IndexOutOfBoundsException(index);
    }
    Node node = root;
    for (int level = height; level > 0; level--) {
      node = ((Inner) node).children.get(index >>> level * BITS & FAN_OUT - 1);
    }
    return ((Leaf) node).groups.get(index & FAN_OUT - 1);
  }

  /** The rows of all row groups before this one. */
  long rowsBefore(int index) {
    Node node = Objects.requireNonNull(root);
    long rows = 0;
    for (int level = height; level > 0; level--) {
      int child = index >>> level * BITS & FAN_OUT - 1;
      rows += node.rowsBefore(child);
      node = ((Inner) node).children.get(child);
    }
    return rows + node.rowsBefore(index & FAN_OUT - 1);
  }

  /** The first {@code kept} row groups, and others behind them. */
  public RowGroupSequence replaceFrom(int kept, List<RowGroup> added) {
    if (kept == size() && added.isEmpty()) {
      return this;
    }
    // The nodes of the kept ones, level by level: full ones as they are, the rest taken apart.
    List<Node> level = new ArrayList<>();
    List<RowGroup> groups = new ArrayList<>();
    int keptLeaves = kept / FAN_OUT;
    groups.addAll(subList(keptLeaves * FAN_OUT, kept));
    groups.addAll(added);
    for (int from = 0; from < groups.size(); from += FAN_OUT) {
      level.add(new Leaf(groups.subList(from, Math.min(from + FAN_OUT, groups.size()))));
    }
    int newHeight = 0;
    int keptNodes = keptLeaves;
    while (keptNodes + level.size() > 1) {
      int keptParents = keptNodes / FAN_OUT;
      List<Node> children = new ArrayList<>();
      for (int i = keptParents * FAN_OUT; i < keptNodes; i++) {
        children.add(node(newHeight, i));
      }
      children.addAll(level);
      level = new ArrayList<>();
      for (int from = 0; from < children.size(); from += FAN_OUT) {
        level.add(new Inner(children.subList(from, Math.min(from + FAN_OUT, children.size()))));
      }
      keptNodes = keptParents;
      newHeight++;
    }
    if (keptNodes == 1) {
      return new RowGroupSequence(node(newHeight, 0), newHeight);
    }
    return level.isEmpty() ? EMPTY : new RowGroupSequence(level.getFirst(), newHeight);
  }

  /**
   * @param level of inner nodes below it
   * @param index among the nodes of this level
   */
  private Node node(int level, int index) {
    Node node = Objects.requireNonNull(root);
    for (int above = height; above > level; above--) {
      node = ((Inner) node).children.get(index >>> (above - level - 1) * BITS & FAN_OUT - 1);
    }
    return node;
  }

  /** Is shown nodes and row groups in order. */
  public interface Visitor {
    /**
     * @param first the index of the first row group below
     * @param rowsBefore the rows of all row groups before that one
     * @return whether to go on with what is below
     */
    boolean enters(Node node, int first, long rowsBefore);

    public void visit(RowGroup rowGroup, int index, long rowsBefore);
  }

  /**
   * Visits the row groups in order. Skips the row groups below a node that the visitor does not
   * enter.
   *
   * @return the number of nodes and row groups that the visitor was shown, which measures the work
   *     independently of the machine
   */
  public int visit(Visitor visitor) {
    return root == null ? 0 : visit(root, 0, 0, visitor);
  }

  private static int visit(Node node, int first, long rowsBefore, Visitor visitor) {
    int shown = 1;
    if (!visitor.enters(node, first, rowsBefore)) {
      return shown;
    }
    switch (node) {
      case Leaf leaf -> {
        for (int i = 0; i < leaf.size; i++) {
          visitor.visit(leaf.groups.get(i), first + i, rowsBefore + leaf.rowsBefore(i));
        }
        shown += leaf.size;
      }
      case Inner inner -> {
        int index = first;
        for (int i = 0; i < inner.children.size(); i++) {
          Node child = inner.children.get(i);
          shown += visit(child, index, rowsBefore + inner.rowsBefore(i), visitor);
          index += child.size;
        }
      }
      default -> throw new IllegalStateException();
    }
    return shown;
  }
}
