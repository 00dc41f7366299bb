package dev.paceline.calcite.function;

import static dev.paceline.calcite.function.ListTypes.Operand.ELEMENT;
import static dev.paceline.calcite.function.ListTypes.Operand.LIST;
import static dev.paceline.calcite.function.ListTypes.Operand.NUMBERS;
import static dev.paceline.calcite.function.ListTypes.Operand.WHOLE;

import dev.paceline.calcite.function.ListTypes.Operand;
import dev.paceline.core.expr.list.ListFrequencies;
import dev.paceline.core.expr.list.ListRanks;
import dev.paceline.core.expr.list.ListStatistics;
import dev.paceline.core.expr.list.ListStatistics.Statistic;
import dev.paceline.core.type.Micros;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Functions of the list of all values of a group, which aggregate functions are made of. */
final class CollectedLists {
  static final ListOperator HISTOGRAM =
      function(
          "LIST_HISTOGRAM",
          CollectedLists::counts,
          (result, a) -> ListFrequencies.histogram(a.getFirst()),
          LIST);

  static final ListOperator ENTROPY =
      function(
          "LIST_ENTROPY",
          ListTypes.of(SqlTypeName.DOUBLE, true),
          (result, a) -> ListFrequencies.entropy(a.getFirst()),
          LIST);

  static final ListOperator MOST_FREQUENT =
      function(
          "LIST_APPROX_TOP_K",
          CollectedLists::sameOrNull,
          (result, a) -> ListFrequencies.mostFrequent(a.get(0), a.get(1)),
          LIST,
          WHOLE);

  static final ListOperator MAD =
      function(
          "LIST_MAD",
          ListTypes.of(SqlTypeName.DOUBLE, true),
          (result, a) -> ListStatistics.of(Statistic.MAD, a.getFirst()),
          NUMBERS);

  static final ListOperator LARGEST = extremes("LIST_LARGEST", true);
  static final ListOperator SMALLEST = extremes("LIST_SMALLEST", false);
  static final ListOperator AT_LARGEST = valuesAtExtremes("LIST_AT_LARGEST", true);
  static final ListOperator AT_SMALLEST = valuesAtExtremes("LIST_AT_SMALLEST", false);

  static final ListOperator QUANTILES_CONT =
      function(
          "LIST_QUANTILES_CONT",
          binding ->
              nullableList(
                  binding,
                  SqlTypeUtil.isDatetime(ListTypes.elementOf(binding, 0))
                      ? binding
                          .getTypeFactory()
                          .createSqlType(SqlTypeName.TIMESTAMP, Micros.FRACTION_DIGITS)
                      : binding.getTypeFactory().createSqlType(SqlTypeName.DOUBLE)),
          (result, a) -> ListStatistics.quantiles(a.get(0), a.get(1)),
          LIST,
          NUMBERS);

  static final ListOperator QUANTILES_DISC =
      function(
          "LIST_QUANTILES_DISC",
          CollectedLists::sameOrNull,
          (result, a) -> ListRanks.quantiles(a.get(0), a.get(1)),
          LIST,
          NUMBERS);

  private CollectedLists() {}

  /** Adds the functions that SQL knows as functions of lists, too. */
  static void add() {
    List.of(HISTOGRAM, ENTROPY, MOST_FREQUENT).forEach(ListCatalog::add);
  }

  private static ListOperator function(
      String name, SqlReturnTypeInference result, ListOperator.Body body, Operand... operands) {
    return new ListOperator(
        name,
        result,
        ListTypes.parameters(operands),
        ListTypes.operands(operands.length, operands),
        ListTypes.withLists(body, operands));
  }

  private static ListOperator extremes(String name, boolean largest) {
    return function(
        name,
        CollectedLists::sameOrNull,
        (result, a) -> ListRanks.extremes(a.get(0), a.get(1), largest),
        LIST,
        WHOLE);
  }

  private static ListOperator valuesAtExtremes(String name, boolean largest) {
    return function(
        name,
        binding ->
            nullableList(binding, ListTypes.elementOf(binding, 0).getFieldList().get(1).getType()),
        (result, a) -> ListRanks.valuesAtExtremes(a.get(0), a.get(1), largest),
        ELEMENT,
        WHOLE);
  }

  private static RelDataType counts(SqlOperatorBinding binding) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    RelDataType element = factory.createTypeWithNullability(ListTypes.elementOf(binding, 0), false);
    RelDataType count =
        factory.createTypeWithNullability(factory.createSqlType(SqlTypeName.BIGINT), true);
    return factory.createTypeWithNullability(
        factory.createMapType(ListTypes.anyLength(factory, element), count), true);
  }

  private static RelDataType sameOrNull(SqlOperatorBinding binding) {
    return nullableList(binding, ListTypes.elementOf(binding, 0));
  }

  private static RelDataType nullableList(SqlOperatorBinding binding, RelDataType element) {
    return ListTypes.nullable(
        binding, ListTypes.listOf(binding.getTypeFactory(), List.of(element)), true);
  }
}
