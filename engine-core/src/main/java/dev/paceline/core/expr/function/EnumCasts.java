package dev.paceline.core.expr.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.tree.Relabel;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Casts from and to ENUMs. */
public final class EnumCasts {
  private EnumCasts() {}

  /** Returns the label of a value. */
  static Expression toText(Expression operand) {
    List<String> labels = operand.type().enumLabels();
    byte[][] texts =
        labels.stream().map(label -> label.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    return Casts.function(
        operand,
        DataType.VARCHAR,
        false,
        RowFunctions.text((a, row, out) -> out.append(texts[(int) a[0].getLong(row)])));
  }

  /** Returns the place of a value among the labels, from 0 on. */
  public static Expression code(Expression operand) {
    return new Relabel(operand, DataType.INT32);
  }

  /** Finds the value that has a label. */
  static Expression toEnum(Expression operand, DataType type) {
    if (operand.type().kind() != TypeKind.VARCHAR && operand.type().kind() != TypeKind.CHAR) {
      throw Casts.undefined(operand.type(), type);
    }
    Map<String, Integer> codes = new HashMap<>();
    type.enumLabels().forEach(label -> codes.put(label, codes.size()));
    if (operand instanceof Literal literal && literal.value() instanceof String label) {
      Integer code = codes.get(label);
      if (code != null) {
        return Literal.of(type, code);
      }
    }
    return Casts.function(
        operand,
        type,
        true,
        RowFunctions.longs((a, row) -> found(codes, Utf8.string(a[0], row), type)));
  }

  /**
   * Returns the place of a label, from 0 on.
   *
   * @throws PacelineException INVALID_CAST if the type does not have it
   */
  public static long find(String label, DataType type) {
    int code = type.enumLabels().indexOf(label);
    if (code < 0) {
      throw missing(label, type);
    }
    return code;
  }

  private static int found(Map<String, Integer> codes, String label, DataType type) {
    @Nullable Integer code = codes.get(label);
    if (code == null) {
      throw missing(label, type);
    }
    return code;
  }

  private static PacelineException missing(String label, DataType type) {
    return new PacelineException(ErrorCode.INVALID_CAST, "'" + label + "' is no value of " + type);
  }
}
