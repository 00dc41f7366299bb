package dev.paceline.benchmarks.kernel;

import static dev.paceline.benchmarks.kernel.KernelTrial.ROWS;

import dev.paceline.benchmarks.kernel.KernelTrial.BatchCall;
import dev.paceline.core.kernel.ArithmeticKernels;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Adds two columns in the ways in which engines access values. The slowest way makes a virtual call
 * for each value, and the fastest one loads the values of several rows into one vector register.
 *
 * <p>Source: Quickstep, section 2.3.3, which compares virtual calls with two kinds of loops.
 */
final class AccessMethods {
  static final List<KernelMethod> ALL =
      List.of(
          KernelMethod.single("access", "sumOfTwo", AccessMethods::sumOfTwo)
              .with("way", (Object[]) Way.values())
              .withWorkingSets()
              .reads(2 * Long.BYTES));

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private AccessMethods() {}

  /** Adds two columns of a batch into a target, through a selection of its rows. */
  @FunctionalInterface
  private interface Addition {
    void add(MemorySegment left, MemorySegment right, long row, int[] selection, MemorySegment sum);
  }

  /** How the values are got. */
  private enum Way {
    /** Calls each node of an expression for each row. */
    VIRTUAL(AccessMethods::addByNodes),
    /** Copies the selected values of each column, and adds the copies ("basic"). */
    COPIED(AccessMethods::addCopies),
    /** Reads the columns where they are, through the selection ("selection"). */
    SELECTED(AccessMethods::addSelected),
    /** Runs the kernel of the engine over all rows. */
    KERNEL(
        (left, right, row, selection, sum) ->
            ArithmeticKernels.fastest().addLongs(left, row << 3, right, row << 3, ROWS, sum));

    private final Addition addition;

    Way(Addition addition) {
      this.addition = addition;
    }
  }

  private static BatchCall sumOfTwo(KernelTrial trial) {
    Way way = Way.valueOf(trial.text("way"));
    long rows = trial.walkWorkingSet(2 * Long.BYTES);
    MemorySegment left = Lanes.uniform(trial.scope(), rows, Long.BYTES, 1L << 31, 1);
    MemorySegment right = Lanes.uniform(trial.scope(), rows, Long.BYTES, 1L << 31, 2);
    MemorySegment target = trial.target(Long.BYTES);
    int[] selection = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      selection[i] = i;
    }
    if (way == Way.VIRTUAL) {
      seeManyNodes();
    }
    return trial.checkedRows(
        row -> way.addition.add(left, right, row, selection, target),
        (row, i) ->
            Lanes.get(target, 8, i) == Lanes.get(left, 8, row + i) + Lanes.get(right, 8, row + i));
  }

  /** An expression of one row. */
  private interface Node {
    long value(long row);
  }

  private record Column(MemorySegment lanes) implements Node {
    @Override
    public long value(long row) {
      return lanes.get(LONG, row << 3);
    }
  }

  private record Constant(long constant) implements Node {
    @Override
    public long value(long row) {
      return constant;
    }
  }

  private record Negated(Node operand) implements Node {
    @Override
    public long value(long row) {
      return -operand.value(row);
    }
  }

  private record Sum(Node left, Node right) implements Node {
    @Override
    public long value(long row) {
      return left.value(row) + right.value(row);
    }
  }

  /** Lets the JIT see as many kinds of nodes at each call as an engine that has run queries has. */
  private static void seeManyNodes() {
    MemorySegment target = MemorySegment.ofArray(new long[ROWS]);
    Node column = new Column(MemorySegment.ofArray(new long[ROWS]));
    List<Node> operands =
        List.of(column, new Constant(1), new Negated(column), new Sum(column, column));
    for (int round = 0; round < 200; round++) {
      for (Node left : operands) {
        for (Node right : operands) {
          evaluate(new Sum(left, right), 0, ROWS / 16, target);
          evaluate(new Negated(left), 0, ROWS / 16, target);
          evaluate(left, 0, ROWS / 16, target);
        }
      }
    }
  }

  private static void evaluate(Node expression, long row, int count, MemorySegment target) {
    for (int i = 0; i < count; i++) {
      target.set(LONG, (long) i << 3, expression.value(row + i));
    }
  }

  private static void addByNodes(
      MemorySegment left, MemorySegment right, long row, int[] selection, MemorySegment sum) {
    evaluate(new Sum(new Column(left), new Column(right)), row, selection.length, sum);
  }

  private static void addCopies(
      MemorySegment left, MemorySegment right, long row, int[] selection, MemorySegment sum) {
    long[] lefts = copied(left, row, selection);
    long[] rights = copied(right, row, selection);
    for (int i = 0; i < lefts.length; i++) {
      sum.set(LONG, (long) i << 3, lefts[i] + rights[i]);
    }
  }

  private static long[] copied(MemorySegment lanes, long row, int[] selection) {
    long[] copy = new long[selection.length];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = lanes.get(LONG, row + selection[i] << 3);
    }
    return copy;
  }

  private static void addSelected(
      MemorySegment left, MemorySegment right, long row, int[] selection, MemorySegment sum) {
    for (int i = 0; i < selection.length; i++) {
      long offset = row + selection[i] << 3;
      sum.set(LONG, (long) i << 3, left.get(LONG, offset) + right.get(LONG, offset));
    }
  }
}
