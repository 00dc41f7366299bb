package dev.paceline.core.expr.function;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Relabel;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.UuidText;

/** Casts from and to UUIDs. */
final class UuidCasts {
  private UuidCasts() {}

  static Expression toUuid(Expression operand) {
    return switch (operand.type().kind()) {
      case CHAR, VARCHAR ->
          Casts.function(
              operand,
              DataType.UUID,
              true,
              RowFunctions.text(
                  (a, row, out) ->
                      out.append(UuidText.bytes(UuidText.parse(Utf8.string(a[0], row))))));
      case BINARY, VARBINARY ->
          Casts.function(
              operand,
              DataType.UUID,
              true,
              RowFunctions.text((a, row, out) -> out.append(checked(a[0].getBytes(row)))));
      default -> throw Casts.undefined(operand.type(), DataType.UUID);
    };
  }

  private static byte[] checked(byte[] bytes) {
    if (bytes.length != UuidText.BYTES) {
      throw new PacelineException(
          ErrorCode.INVALID_CAST, "a UUID has " + UuidText.BYTES + " bytes, not " + bytes.length);
    }
    return bytes;
  }

  static Expression fromUuid(Expression operand, DataType type) {
    return switch (type.kind()) {
      case CHAR, VARCHAR ->
          Casts.cast(
              Casts.function(
                  operand,
                  DataType.VARCHAR,
                  false,
                  RowFunctions.text((a, row, out) -> out.append(Casts.text(a[0], row)))),
              type);
      case BINARY, VARBINARY -> Casts.cast(new Relabel(operand, DataType.VARBINARY), type);
      default -> throw Casts.undefined(operand.type(), type);
    };
  }
}
