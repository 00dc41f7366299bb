package dev.paceline.core.plan;

import dev.paceline.core.aggregate.LibraryAggregate;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One window function of a {@link PlanNode.Window}.
 *
 * @param arguments input columns, as the function says; none for COUNT(*)
 * @param distinct whether equal values of a frame count once; only with a frame that {@linkplain
 *     WindowFrame#startsWithPartition starts with the partition}
 * @param ignoreNulls whether LAG, LEAD, FIRST_VALUE, LAST_VALUE and NTH_VALUE skip NULLs
 * @param peerKeys the number of leading order keys of the node in which peers are equal
 * @param type of the result
 * @param library the function if it is {@link WindowFunction#LIBRARY}; else null
 */
public record WindowCall(
    WindowFunction function,
    List<Integer> arguments,
    boolean distinct,
    boolean ignoreNulls,
    WindowFrame frame,
    int peerKeys,
    DataType type,
    @Nullable LibraryAggregate library) {
  public WindowCall {
    arguments = List.copyOf(arguments);
  }

  /** A call of one of the engine's own functions. */
  public WindowCall(
      WindowFunction function,
      List<Integer> arguments,
      boolean distinct,
      boolean ignoreNulls,
      WindowFrame frame,
      int peerKeys,
      DataType type) {
    this(function, arguments, distinct, ignoreNulls, frame, peerKeys, type, null);
  }

  /** The call as SQL writes it, with numbers for columns. */
  @Override
  public String toString() {
    String columns =
        arguments.stream().map(column -> "$" + column).collect(Collectors.joining(", "));
    return (library == null ? function : library.name())
        + "("
        + (distinct ? "DISTINCT " : "")
        + columns
        + (ignoreNulls ? " IGNORE NULLS)" : ")")
        + (function.looksAtFrame() ? " " + frame : "");
  }
}
