package dev.paceline.calcite.sql.coercion;

import com.google.common.collect.ImmutableSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The casts that statements may write: those of Calcite, and those between numbers and BOOLEAN. */
public final class TruthCasts {
  /** The types that each type can be cast from. */
  public static final SqlTypeMappingRule RULE = rule();

  private TruthCasts() {}

  private static SqlTypeMappingRule rule() {
    Map<SqlTypeName, ImmutableSet<SqlTypeName>> sources =
        new EnumMap<>(SqlTypeCoercionRule.instance().getTypeMapping());
    Set<SqlTypeName> numbers = Set.copyOf(SqlTypeName.NUMERIC_TYPES);
    for (SqlTypeName number : numbers) {
      sources.put(number, with(sources.get(number), Set.of(SqlTypeName.BOOLEAN)));
    }
    sources.put(SqlTypeName.BOOLEAN, with(sources.get(SqlTypeName.BOOLEAN), numbers));
    return SqlTypeCoercionRule.instance(sources);
  }

  private static ImmutableSet<SqlTypeName> with(
      @Nullable Set<SqlTypeName> some, Set<SqlTypeName> more) {
    return ImmutableSet.<SqlTypeName>builder()
        .addAll(some == null ? Set.of() : some)
        .addAll(more)
        .build();
  }
}
