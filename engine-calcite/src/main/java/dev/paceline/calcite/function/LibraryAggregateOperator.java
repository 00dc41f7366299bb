package dev.paceline.calcite.function;

import dev.paceline.core.aggregate.AggregateLibrary;
import dev.paceline.core.aggregate.LibraryAggregate;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;

/** An aggregate function of the registry, as the validator knows it. */
public final class LibraryAggregateOperator extends SqlAggFunction {
  static final List<LibraryAggregateOperator> ALL =
      AggregateLibrary.AGGREGATES.stream().map(LibraryAggregateOperator::new).toList();

  private final LibraryAggregate aggregate;

  /** Returns the operator of a function of the registry, which must be there. */
  public static LibraryAggregateOperator named(String name) {
    return ALL.stream()
        .filter(operator -> operator.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow();
  }

  private LibraryAggregateOperator(LibraryAggregate aggregate) {
    super(
        aggregate.name().toUpperCase(Locale.ROOT),
        null,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE),
        null,
        OperandTypes.family(
            Collections.nCopies(aggregate.moments().arguments(), SqlTypeFamily.NUMERIC)),
        SqlFunctionCategory.NUMERIC,
        false,
        false,
        Optionality.FORBIDDEN);
    this.aggregate = aggregate;
  }

  /** Returns the engine's function. */
  public LibraryAggregate aggregate() {
    return aggregate;
  }
}
