package dev.paceline.core.plan;

import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One window function of a {@link PlanNode.Window}.
 *
 * @param arguments input columns, as the function says; none for COUNT(*)
 * @param distinct whether equal values of a frame count once; only with a frame that {@linkplain
 *     WindowFrame#startsWithPartition starts with the partition}
 * @param ignoreNulls whether LAG, LEAD, FIRST_VALUE, LAST_VALUE and NTH_VALUE skip NULLs
 * @param peerKeys the number of leading order keys of the node in which peers are equal
 * @param type of the result
 */
public record WindowCall(
    WindowFunction function,
    List<Integer> arguments,
    boolean distinct,
    boolean ignoreNulls,
    WindowFrame frame,
    int peerKeys,
    DataType type) {
  public WindowCall {
    arguments = List.copyOf(arguments);
  }

  /** The call as SQL writes it, with numbers for columns. */
  @Override
  public String toString() {
    String columns =
        arguments.stream().map(column -> "$" + column).collect(Collectors.joining(", "));
    return function
        + "("
        + (distinct ? "DISTINCT " : "")
        + columns
        + (ignoreNulls ? " IGNORE NULLS)" : ")")
        + (function.looksAtFrame() ? " " + frame : "");
  }
}
