package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Functions of how often the elements of a list occur in it; NULLs do not count. */
public final class ListFrequencies {
  private static final double LN_2 = Math.log(2);

  private ListFrequencies() {}

  /** Equal elements: the index of the first one among the sorted elements, and their number. */
  private record Run(int index, long count) {}

  /** The map of the different elements, sorted, to their numbers; NULL if there is none. */
  public static Expression histogram(Expression list) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_histogram",
        DataType.map(element, DataType.INT64),
        List.of(list),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(element));
          return (a, row, out) -> {
            List<Run> runs = runs(sorted, a[0], row);
            if (runs.isEmpty()) {
              out.appendNull();
              return;
            }
            for (Run run : runs) {
              out.text().append(NestedFormat.VALUE);
              sorted.copyTo(run.index(), out.text());
              NestedFormat.appendLong(run.count(), out.text());
            }
            ListFunctions.end(out);
          };
        });
  }

  /** The entropy of the elements in bits, FLOAT64; 0 if there is none. */
  public static Expression entropy(Expression list) {
    return new NestedCall(
        "list_entropy",
        DataType.FLOAT64,
        List.of(list),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(list.type().elementType()));
          return (a, row, out) -> {
            double entropy = 0;
            for (Run run : runs(sorted, a[0], row)) {
              double share = (double) run.count() / sorted.count();
              entropy -= share * Math.log(share) / LN_2;
            }
            out.appendDouble(entropy);
          };
        });
  }

  /** The most frequent element, of several the smallest; NULL if there is none. */
  public static Expression mode(Expression list) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_mode",
        element,
        List.of(list),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(element));
          ListReader reader = new ListReader(element);
          return (a, row, out) -> {
            List<Run> runs = runs(sorted, a[0], row);
            if (runs.isEmpty()) {
              out.appendNull();
            } else {
              Run most = Collections.max(runs, Comparator.comparingLong(Run::count));
              reader.resetTo(sorted.heap(), sorted.view(most.index())).appendTo(out);
            }
          };
        });
  }

  /** The most frequent elements as a list, at most {@code count}; NULL if there is none. */
  public static Expression mostFrequent(Expression list, Expression count) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_approx_top_k",
        list.type(),
        List.of(list, Casts.cast(count, DataType.INT64)),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(element));
          return (a, row, out) -> {
            long wanted = ListRanks.checkedCount(a[1].getLong(row));
            List<Run> runs = runs(sorted, a[0], row);
            if (runs.isEmpty()) {
              out.appendNull();
              return;
            }
            runs.sort(Comparator.comparingLong(Run::count).reversed());
            runs.stream().limit(wanted).forEach(run -> sorted.copyTo(run.index(), out.text()));
            ListFunctions.end(out);
          };
        });
  }

  private static List<Run> runs(ElementOrder sorted, ColumnVector lists, int row) {
    sorted.read(lists, row).sort();
    List<Run> runs = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= sorted.count(); i++) {
      if (i == sorted.count() || !sorted.repeats(i)) {
        runs.add(new Run(from, i - from));
        from = i;
      }
    }
    return runs;
  }
}
