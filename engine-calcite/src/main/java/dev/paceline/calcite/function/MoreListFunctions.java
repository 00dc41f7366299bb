package dev.paceline.calcite.function;

import static dev.paceline.calcite.function.ListTypes.Operand.BOOLEANS;
import static dev.paceline.calcite.function.ListTypes.Operand.ELEMENT;
import static dev.paceline.calcite.function.ListTypes.Operand.LIST;
import static dev.paceline.calcite.function.ListTypes.Operand.NUMBERS;
import static dev.paceline.calcite.function.ListTypes.Operand.TEXT;
import static dev.paceline.calcite.function.ListTypes.Operand.WHOLE;
import static org.apache.calcite.sql.type.SqlTypeName.BIGINT;
import static org.apache.calcite.sql.type.SqlTypeName.BOOLEAN;
import static org.apache.calcite.sql.type.SqlTypeName.DOUBLE;
import static org.apache.calcite.sql.type.SqlTypeName.VARCHAR;

import dev.paceline.calcite.table.StructRelType;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.list.ListDistances;
import dev.paceline.core.expr.list.ListDistances.Measure;
import dev.paceline.core.expr.list.ListFrequencies;
import dev.paceline.core.expr.list.ListFunctions;
import dev.paceline.core.expr.list.ListSelections;
import dev.paceline.core.expr.list.ListSets;
import dev.paceline.core.expr.list.ListStatistics;
import dev.paceline.core.expr.list.ListStatistics.Statistic;
import dev.paceline.core.expr.list.StringSplits;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/** Functions of lists as sets, as vectors and as samples, and those that choose by positions. */
final class MoreListFunctions {
  private MoreListFunctions() {}

  /** Adds the functions to the catalog. */
  static void add() {
    sets();
    selections();
    zips();
    positions();
    statistics();
    distances();
  }

  private static void sets() {
    ListCatalog.add(
        List.of("LIST_HAS_ALL", "ARRAY_HAS_ALL"),
        ListTypes.of(BOOLEAN, false),
        2,
        List.of(LIST, LIST),
        (result, a) -> ListSets.hasAll(a.get(0), a.get(1)));
    ListCatalog.add(
        List.of("LIST_HAS_ANY", "ARRAY_HAS_ANY"),
        ListTypes.of(BOOLEAN, false),
        2,
        List.of(LIST, LIST),
        (result, a) -> ListSets.hasAny(a.get(0), a.get(1)));
    ListCatalog.add(
        List.of("LIST_INTERSECT", "ARRAY_INTERSECT"),
        ListTypes.COMMON_LIST,
        2,
        List.of(LIST, LIST),
        (result, a) -> ListSets.intersect(result, a.get(0), a.get(1)));
  }

  private static void selections() {
    ListCatalog.add(
        List.of("LIST_RESIZE", "ARRAY_RESIZE"),
        MoreListFunctions::resized,
        2,
        List.of(LIST, WHOLE, ELEMENT),
        (result, a) ->
            ListSelections.resize(
                result,
                a.get(0),
                a.get(1),
                a.size() > 2 ? a.get(2) : Expressions.literal(result.elementType(), null)));
    ListCatalog.add(
        List.of("LIST_WHERE", "ARRAY_WHERE"),
        ListTypes.SAME_LIST,
        2,
        List.of(LIST, BOOLEANS),
        (result, a) -> ListSelections.where(a.get(0), a.get(1)));
    ListCatalog.add(
        List.of("LIST_SELECT", "ARRAY_SELECT"),
        ListTypes.SAME_LIST,
        2,
        List.of(LIST, NUMBERS),
        (result, a) -> ListSelections.select(a.get(0), a.get(1)));
    ListCatalog.add(
        List.of("ARRAY_POP_FRONT"),
        ListTypes.SAME_LIST,
        1,
        List.of(LIST),
        (result, a) -> ListFunctions.slice(a.getFirst(), position(2), position(-1), position(1)));
    ListCatalog.add(
        List.of("ARRAY_POP_BACK"),
        ListTypes.SAME_LIST,
        1,
        List.of(LIST),
        (result, a) -> ListFunctions.slice(a.getFirst(), position(1), position(-2), position(1)));
  }

  /** The type of a list with a further value, which may be absent. */
  private static RelDataType resized(SqlOperatorBinding binding) {
    return binding.getOperandCount() > 2
        ? ListTypes.nullable(binding, ListTypes.extended(0, 2).inferReturnType(binding), true)
        : ListTypes.SAME_LIST.inferReturnType(binding);
  }

  /** Lists, behind which a BOOLEAN may say that the shortest one ends the result. */
  private static void zips() {
    for (String name : List.of("LIST_ZIP", "ARRAY_ZIP")) {
      ListCatalog.add(
          new ListOperator(
              name,
              MoreListFunctions::zipped,
              null,
              OperandTypes.VARIADIC,
              MoreListFunctions::zip));
    }
  }

  private static RelDataType zipped(SqlOperatorBinding binding) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    int lists = binding.getOperandCount();
    if (lists > 1 && binding.getOperandType(lists - 1).getSqlTypeName() == BOOLEAN) {
      lists--;
    }
    List<RelDataType> elements = new ArrayList<>();
    for (int i = 0; i < lists; i++) {
      if (!LIST.takes(binding.getOperandType(i))) {
        throw new PacelineException(
            ErrorCode.TYPE_MISMATCH,
            "list_zip takes lists, not a value of the type " + binding.getOperandType(i));
      }
      elements.add(ListTypes.elementOf(binding, i));
    }
    if (elements.isEmpty()) {
      throw new PacelineException(ErrorCode.INVALID_ARGUMENT, "list_zip needs a list");
    }
    return ListTypes.listOf(factory, List.of(StructRelType.of(factory, elements, null)));
  }

  private static Expression zip(DataType result, List<Expression> operands) {
    int lists = result.elementType().fields().size();
    boolean shortest = false;
    if (operands.size() > lists) {
      if (!(operands.getLast() instanceof Literal literal)) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED, "the last argument of list_zip must be constant");
      }
      shortest = Boolean.TRUE.equals(literal.value());
    }
    List<Expression> zipped = new ArrayList<>();
    for (int i = 0; i < lists; i++) {
      DataType list = DataType.list(result.elementType().fields().get(i).type());
      zipped.add(Expressions.cast(operands.get(i), list));
    }
    return ListSelections.zip(result, zipped, shortest);
  }

  private static Expression position(long position) {
    return Expressions.literal(DataType.INT64, position);
  }

  private static void positions() {
    ListCatalog.add(
        List.of("LIST_GRADE_UP", "ARRAY_GRADE_UP"),
        MoreListFunctions::numbers,
        1,
        List.of(LIST, TEXT, TEXT),
        (result, a) ->
            ListSelections.gradeUp(
                a.getFirst(),
                ListCatalog.isWord(a, 1, "DESC", "ASC"),
                ListCatalog.isWord(a, 2, "NULLS FIRST", "NULLS LAST")));
    ListCatalog.add(
        List.of("REGEXP_EXTRACT_ALL"),
        ListCatalog::strings,
        2,
        List.of(TEXT, TEXT, WHOLE),
        (result, a) ->
            StringSplits.matches(
                ListCatalog.text(a.get(0)),
                ListCatalog.text(a.get(1)),
                a.size() > 2 ? a.get(2) : position(0)));
  }

  private static RelDataType numbers(SqlOperatorBinding binding) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    return ListTypes.nullable(
        binding, ListTypes.listOf(factory, List.of(factory.createSqlType(BIGINT))), false);
  }

  private static void statistics() {
    for (Statistic statistic : Statistic.values()) {
      ListCatalog.add(
          List.of("LIST_" + statistic, "ARRAY_" + statistic),
          ListTypes.of(DOUBLE, true),
          1,
          List.of(NUMBERS),
          (result, a) -> ListStatistics.of(statistic, a.getFirst()));
    }
    ListCatalog.add(
        List.of("LIST_FIRST", "ARRAY_FIRST"),
        ListTypes.ELEMENT,
        1,
        List.of(LIST),
        (result, a) -> ListFunctions.element(a.getFirst(), position(1)));
    ListCatalog.add(
        List.of("LIST_LAST", "ARRAY_LAST"),
        ListTypes.ELEMENT,
        1,
        List.of(LIST),
        (result, a) -> ListFunctions.element(a.getFirst(), position(-1)));
    ListCatalog.add(
        List.of("LIST_ANY_VALUE", "ARRAY_ANY_VALUE"),
        ListTypes.ELEMENT,
        1,
        List.of(LIST),
        (result, a) -> ListStatistics.anyValue(a.getFirst()));
    ListCatalog.add(
        List.of("LIST_MODE", "ARRAY_MODE"),
        ListTypes.ELEMENT,
        1,
        List.of(LIST),
        (result, a) -> ListFrequencies.mode(a.getFirst()));
    bits("BIT_AND", (x, y) -> x & y);
    bits("BIT_OR", (x, y) -> x | y);
    bits("BIT_XOR", (x, y) -> x ^ y);
    logical("BOOL_AND", true);
    logical("BOOL_OR", false);
    ListCatalog.add(
        List.of("LIST_STRING_AGG", "ARRAY_STRING_AGG"),
        ListTypes.of(VARCHAR, true),
        1,
        List.of(LIST, TEXT),
        (result, a) ->
            ListFunctions.join(
                a.get(0),
                a.size() > 1
                    ? ListCatalog.text(a.get(1))
                    : Expressions.literal(DataType.VARCHAR, ","),
                false));
  }

  private static void bits(String name, LongBinaryOperator operation) {
    ListCatalog.add(
        List.of("LIST_" + name, "ARRAY_" + name),
        ListTypes.of(BIGINT, true),
        1,
        List.of(NUMBERS),
        (result, a) -> ListStatistics.bits(name, a.getFirst(), operation));
  }

  private static void logical(String name, boolean all) {
    ListCatalog.add(
        List.of("LIST_" + name, "ARRAY_" + name),
        ListTypes.of(SqlTypeName.BOOLEAN, true),
        1,
        List.of(BOOLEANS),
        (result, a) -> ListStatistics.logical(a.getFirst(), all));
  }

  private static void distances() {
    distance(List.of("LIST_DISTANCE", "ARRAY_DISTANCE"), Measure.DISTANCE);
    distance(
        List.of(
            "LIST_INNER_PRODUCT", "LIST_DOT_PRODUCT", "ARRAY_INNER_PRODUCT", "ARRAY_DOT_PRODUCT"),
        Measure.INNER_PRODUCT);
    distance(
        List.of(
            "LIST_NEGATIVE_INNER_PRODUCT",
            "LIST_NEGATIVE_DOT_PRODUCT",
            "ARRAY_NEGATIVE_INNER_PRODUCT",
            "ARRAY_NEGATIVE_DOT_PRODUCT"),
        Measure.NEGATIVE_INNER_PRODUCT);
    distance(
        List.of("LIST_COSINE_SIMILARITY", "ARRAY_COSINE_SIMILARITY"), Measure.COSINE_SIMILARITY);
    distance(List.of("LIST_COSINE_DISTANCE", "ARRAY_COSINE_DISTANCE"), Measure.COSINE_DISTANCE);
    ListCatalog.add(
        List.of("ARRAY_CROSS_PRODUCT"),
        MoreListFunctions::crossProduct,
        2,
        List.of(NUMBERS, NUMBERS),
        (result, a) -> ListDistances.crossProduct(result, a.get(0), a.get(1)));
  }

  /** An array of three numbers: REAL if all are, else DOUBLE. */
  private static RelDataType crossProduct(SqlOperatorBinding binding) {
    boolean real =
        ListTypes.elementOf(binding, 0).getSqlTypeName() == SqlTypeName.REAL
            && ListTypes.elementOf(binding, 1).getSqlTypeName() == SqlTypeName.REAL;
    RelDataTypeFactory factory = binding.getTypeFactory();
    RelDataType number = factory.createSqlType(real ? SqlTypeName.REAL : DOUBLE);
    return ListTypes.nullable(
        binding,
        factory.createArrayType(
            factory.createTypeWithNullability(number, true), ListDistances.CROSS_PRODUCT_LENGTH),
        false);
  }

  private static void distance(List<String> names, Measure measure) {
    ListCatalog.add(
        names,
        ListTypes.of(DOUBLE, true),
        2,
        List.of(NUMBERS, NUMBERS),
        (result, a) -> ListDistances.of(measure, a.get(0), a.get(1)));
  }
}
