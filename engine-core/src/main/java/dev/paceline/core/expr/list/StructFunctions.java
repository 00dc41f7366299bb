package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Functions that make and read structs. */
public final class StructFunctions {
  private static final String PACK = "struct_pack";

  private StructFunctions() {}

  /** Returns the index of the field with a name, in any case; -1 if there is none. */
  public static int indexOf(DataType struct, String name) {
    List<StructField> fields = struct.fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the type of structs of two types: with the fields of both if both have names, else with
   * fields of the same positions.
   */
  static DataType commonType(DataType left, DataType right) {
    boolean byName = left.hasNames() && right.hasNames();
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < left.fields().size(); i++) {
      StructField field = left.fields().get(i);
      int other = byName ? indexOf(right, field.name()) : i;
      boolean both = other >= 0 && other < right.fields().size();
      StructField partner = both ? right.fields().get(other) : field;
      String name = field.name().isEmpty() ? partner.name() : field.name();
      fields.add(new StructField(name, ListFunctions.commonType(field.type(), partner.type())));
    }
    if (byName) {
      right.fields().stream().filter(field -> indexOf(left, field.name()) < 0).forEach(fields::add);
    }
    return DataType.struct(fields);
  }

  /** The struct of some values, one for each field of the type. */
  public static Expression pack(DataType type, List<Expression> values) {
    return new NestedCall(PACK, type, cast(type.fields(), values), false, pack());
  }

  private static List<Expression> cast(List<StructField> fields, List<Expression> values) {
    List<Expression> cast = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      cast.add(NestedCast.any(values.get(i), fields.get(i).type()));
    }
    return cast;
  }

  private static NestedCall.Factory pack() {
    return context ->
        (a, row, out) -> {
          for (ColumnVector field : a) {
            NestedFormat.append(field, row, out.text());
          }
          out.endText();
        };
  }

  /**
   * A field; NULL if the struct is NULL.
   *
   * @param index from 0
   */
  public static Expression field(Expression struct, int index) {
    if (struct instanceof NestedCall call
        && call.name().equals(PACK)
        && call.operands().stream().noneMatch(Expression::canFail)) {
      return call.operands().get(index);
    }
    return new NestedCall(
        "struct_extract" + index,
        struct.type().fields().get(index).type(),
        List.of(struct),
        true,
        context -> {
          FieldReader field = new FieldReader(struct.type(), index);
          return (a, row, out) -> field.reset(a[0], row).appendTo(out);
        });
  }

  /** The names of the fields as a list; NULL for NULL. */
  public static Expression keys(Expression struct) {
    List<byte[]> names =
        struct.type().fields().stream()
            .map(field -> (field.name() + "\0\0").getBytes(StandardCharsets.UTF_8))
            .toList();
    return new NestedCall(
        "struct_keys",
        DataType.list(DataType.VARCHAR),
        List.of(struct),
        true,
        context ->
            (a, row, out) -> {
              for (byte[] name : names) {
                out.text().append(NestedFormat.VALUE);
                out.text().append(name);
              }
              ListFunctions.end(out);
            });
  }

  /** A struct with further fields behind its own, which are NULL if it is NULL. */
  public static Expression insert(DataType type, Expression struct, List<Expression> values) {
    int own = struct.type().fields().size();
    List<Expression> operands = new ArrayList<>(List.of(struct));
    operands.addAll(cast(type.fields().subList(own, type.fields().size()), values));
    return new NestedCall(
        "struct_insert",
        type,
        operands,
        false,
        context ->
            (a, row, out) -> {
              appendFields(a[0], row, out.text());
              for (int i = 1; i < a.length; i++) {
                NestedFormat.append(a[i], row, out.text());
              }
              out.endText();
            });
  }

  /** A struct with the fields of one behind those of the other; those of NULL are NULL. */
  public static Expression concat(DataType type, Expression left, Expression right) {
    return new NestedCall(
        "struct_concat",
        type,
        List.of(left, right),
        false,
        context ->
            (a, row, out) -> {
              appendFields(a[0], row, out.text());
              appendFields(a[1], row, out.text());
              out.endText();
            });
  }

  private static void appendFields(ColumnVector structs, int row, TextWriter out) {
    if (!structs.isNull(row)) {
      out.append(structs.valueHeap(), structs.getView(row));
      return;
    }
    for (StructField field : structs.type().fields()) {
      NestedFormat.appendNull(field.type(), out);
    }
  }
}
