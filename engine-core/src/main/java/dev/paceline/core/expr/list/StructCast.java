package dev.paceline.core.expr.list;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * A cast of a struct to one of other fields. Fields of the same name belong together, and fields of
 * the same position if one of the structs has no names. A field that is missing becomes NULL, and
 * one that is not wanted is left out.
 */
final class StructCast extends Expression {
  private final Expression struct;

  /** The index of the field that each field is made of; -1 for NULL. */
  private final int[] sources;

  /** The fields, over a batch whose columns are those of the struct. */
  private final List<Expression> casts;

  /**
   * @param safe whether fields become NULL where their cast fails
   */
  StructCast(Expression struct, DataType type, boolean safe) {
    super(type);
    this.struct = struct;
    this.sources = sources(struct.type(), type);
    this.casts = new ArrayList<>();
    for (int i = 0; i < sources.length; i++) {
      DataType wanted = type.fields().get(i).type();
      casts.add(
          sources[i] < 0
              ? Literal.of(wanted, null)
              : NestedCast.any(
                  new ColumnReference(sources[i], struct.type().fields().get(sources[i]).type()),
                  wanted,
                  safe));
    }
  }

  /** Returns the index of the field that each field of a type is made of; -1 for NULL. */
  private static int[] sources(DataType from, DataType to) {
    int[] sources = new int[to.fields().size()];
    if (!from.hasNames() || !to.hasNames()) {
      if (from.fields().size() != sources.length) {
        throw mismatch(from, to, "they have different numbers of fields");
      }
      for (int i = 0; i < sources.length; i++) {
        sources[i] = i;
      }
      return sources;
    }
    boolean any = false;
    for (int i = 0; i < sources.length; i++) {
      sources[i] = StructFunctions.indexOf(from, to.fields().get(i).name());
      any |= sources[i] >= 0;
    }
    if (!any) {
      throw mismatch(from, to, "no field has the name of another one");
    }
    return sources;
  }

  private static PacelineException mismatch(DataType from, DataType to, String reason) {
    return new PacelineException(
        ErrorCode.TYPE_MISMATCH,
        "values of type " + from + " cannot be cast to " + to + ": " + reason);
  }

  /**
   * Whether the bytes of a struct are those of one of another type.
   *
   * @param sameBytes whether that is so for the types of two fields
   */
  static boolean keepsBytes(DataType from, DataType to, BiPredicate<DataType, DataType> sameBytes) {
    int[] sources = sources(from, to);
    boolean same = from.fields().size() == sources.length;
    for (int i = 0; same && i < sources.length; i++) {
      same =
          sources[i] == i && sameBytes.test(from.fields().get(i).type(), to.fields().get(i).type());
    }
    return same;
  }

  @Override
  public List<Expression> operands() {
    return List.of(struct);
  }

  /** Structs can become too long. */
  @Override
  public boolean canFail() {
    return true;
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new Rows(this, context);
  }

  @Override
  public String toString() {
    return "CAST(" + struct + " AS " + type() + ")";
  }

  /** Casts all fields of a batch of structs, one field after the other. One worker uses it. */
  private static final class Rows implements Evaluator {
    private final Evaluator structs;
    private final FieldReader[] readers;
    private final ElementVector[] columns;
    private final Batch fields;
    private final Evaluator[] casts;
    private final ElementVector values;

    Rows(StructCast cast, WorkerContext context) {
      structs = cast.struct.newEvaluator(context);
      readers = FieldReader.ofAll(cast.struct.type());
      columns = new ElementVector[readers.length];
      ColumnVector[] vectors = new ColumnVector[readers.length];
      for (int i = 0; i < readers.length; i++) {
        columns[i] = new ElementVector(readers[i].type(), context.memory());
        vectors[i] = new ColumnVector(readers[i].type());
      }
      fields = new Batch(vectors);
      casts =
          cast.casts.stream()
              .map((Expression field) -> field.newEvaluator(context))
              .toArray(Evaluator[]::new);
      values = new ElementVector(cast.type(), context.memory());
    }

    @Override
    public ColumnVector evaluate(Batch input) {
      ColumnVector vector = structs.evaluate(input);
      int rows = input.rowCount();
      for (int i = 0; i < readers.length; i++) {
        columns[i].reset(rows);
        for (int row = 0; row < rows; row++) {
          if (vector.isNull(row)) {
            columns[i].appendNull();
          } else {
            readers[i].reset(vector, row).appendTo(columns[i]);
          }
        }
        fields.column(i).pointTo(columns[i].finish());
      }
      fields.set(rows, null);
      ColumnVector[] results = new ColumnVector[casts.length];
      for (int i = 0; i < casts.length; i++) {
        results[i] = casts[i].evaluate(fields);
      }
      values.reset(rows);
      for (int row = 0; row < rows; row++) {
        if (vector.isNull(row)) {
          values.appendNull();
        } else {
          for (ColumnVector result : results) {
            NestedFormat.append(result, row, values.text());
          }
          values.endText();
        }
      }
      return values.finish();
    }
  }
}
