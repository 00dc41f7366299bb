package dev.paceline.core.expr.list;

import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.List;

/** Functions that take lists as sets; NULL is in none of them. */
public final class ListSets {
  private ListSets() {}

  /** Whether all elements of the second list are in the first one, BOOLEAN. */
  public static Expression hasAll(Expression list, Expression wanted) {
    return compared("list_has_all", list, wanted, true);
  }

  /** Whether an element of the second list is in the first one, BOOLEAN. */
  public static Expression hasAny(Expression list, Expression wanted) {
    return compared("list_has_any", list, wanted, false);
  }

  private static Expression compared(String name, Expression list, Expression wanted, boolean all) {
    DataType common = ListFunctions.commonType(list.type(), wanted.type());
    return new NestedCall(
        name,
        DataType.BOOLEAN,
        List.of(NestedCast.any(list, common), NestedCast.any(wanted, common)),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(common.elementType()));
          ListReader reader = new ListReader(common.elementType());
          return (a, row, out) -> {
            sorted.read(a[0], row).sort();
            reader.reset(a[1], row);
            boolean value = all;
            while (value == all && reader.next()) {
              if (!reader.isNull()) {
                value = sorted.find(reader.heap(), reader.view()) >= 0;
              }
            }
            out.appendBoolean(value);
          };
        });
  }

  /**
   * The different elements of the first list that are in the second one, in the order of the first
   * list; NULL only if the first list is.
   */
  public static Expression intersect(DataType type, Expression list, Expression other) {
    return new NestedCall(
        "list_intersect",
        type,
        List.of(NestedCast.any(list, type), NestedCast.any(other, type)),
        false,
        context -> {
          ElementOrder elements = new ElementOrder(new ListReader(type.elementType()));
          ElementOrder others = new ElementOrder(new ListReader(type.elementType()));
          ListReader reader = new ListReader(type.elementType());
          return (a, row, out) -> {
            if (a[0].isNull(row)) {
              out.appendNull();
              return;
            }
            if (!a[1].isNull(row)) {
              elements.read(a[0], row).sort();
              others.read(a[1], row).sort();
              reader.reset(a[0], row);
              while (reader.next()) {
                if (!reader.isNull()
                    && others.find(reader.heap(), reader.view()) >= 0
                    && isFirst(reader, elements)) {
                  reader.copyTo(out.text());
                }
              }
            }
            ListFunctions.end(out);
          };
        });
  }

  /** Whether no equal element comes before. The sort is stable. */
  private static boolean isFirst(ListReader reader, ElementOrder sorted) {
    long first = sorted.view(sorted.find(reader.heap(), reader.view()));
    return StringView.offset(first) == StringView.offset(reader.view());
  }
}
