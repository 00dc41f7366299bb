package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DateTimeText;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Literals such as {@code TIME '10:00'}, whose text casts of strings take and Calcite's own
 * literals do not.
 */
final class TypedLiterals {
  /** A date that Calcite takes; casts take more, such as years with more digits. */
  private static final Pattern PLAIN_DATE = Pattern.compile("\\d{4}-\\d{1,2}-\\d{1,2}");

  private TypedLiterals() {}

  /** Returns the same value as Calcite takes it; null for other nodes. */
  static @Nullable SqlNode of(SqlNode node) {
    if (!(node instanceof SqlUnknownLiteral literal)) {
      return null;
    }
    String text = String.valueOf(literal.getValue());
    return switch (literal.tag) {
      case "DATE" ->
          PLAIN_DATE.matcher(text).matches()
              ? null
              : cast(text, SqlTypeName.DATE, literal.getParserPosition());
      case "TIME" -> withText(literal, SqlTypeName.TIME, text);
      case "TIMESTAMP" -> withText(literal, SqlTypeName.TIMESTAMP, text);
      case "TIMESTAMP WITH TIME ZONE" ->
          cast(text, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, literal.getParserPosition());
      case "UUID" -> cast(text, SqlTypeName.UUID, literal.getParserPosition());
      default -> null;
    };
  }

  private static SqlNode cast(String text, SqlTypeName type, SqlParserPos position) {
    return SqlStdOperatorTable.CAST.createCall(
        position,
        SqlLiteral.createCharString(text, position),
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, position), position));
  }

  private static @Nullable SqlNode withText(
      SqlUnknownLiteral literal, SqlTypeName type, String text) {
    try {
      literal.resolve(type);
      return null;
    } catch (CalciteException e) {
      // Calcite does not accept the text; casts of strings may.
    }
    try {
      String known =
          type == SqlTypeName.TIME
              ? DateTimeText.formatTime(DateTimeText.parseTime(text))
              : DateTimeText.formatTimestamp(DateTimeText.parseTimestampIgnoringZone(text));
      return SqlLiteral.createUnknown(literal.tag, known, literal.getParserPosition());
    } catch (PacelineException e) {
      return null; // the validator says where and why
    }
  }
}
