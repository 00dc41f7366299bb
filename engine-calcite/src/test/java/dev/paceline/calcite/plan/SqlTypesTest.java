package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.calcite.rel.type.RelDataType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/sql.md promises of types and of lenient SQL. */
class SqlTypesTest {
  private static final SqlFrontEnd FRONT_END = new SqlFrontEnd();

  @BeforeAll
  static void addTables() {
    TpchStatistics.addTo(FRONT_END.schema());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(p_size)                            | BIGINT",
        "sum(p_partkey)                         | DECIMAL(38, 0)",
        "sum(p_retailprice)                     | DECIMAL(38, 2)",
        "avg(p_size)                            | DOUBLE",
        "avg(p_retailprice)                     | DECIMAL(38, 12)",
        "count(*)                               | BIGINT",
        "min(p_retailprice)                     | DECIMAL(15, 2)",
        "sum(p_retailprice * (1 - 0.05))        | DECIMAL(38, 4)",
        "sum(p_retailprice) / sum(p_size)       | DECIMAL(38, 12)",
        "sum(p_retailprice) / 7.0               | DECIMAL(38, 12)",
        "coalesce(sum(p_retailprice), 0.123456) | DECIMAL(38, 6)",
      })
  void derives(String expression, String type) throws Exception {
    assertThat(typeOf("select " + expression + " from part").toString()).isEqualTo(type);
  }

  @Test
  void comparisonsKeepAllFractionDigits() throws Exception {
    String plan =
        org.apache.calcite.plan.RelOptUtil.toString(
            FRONT_END.logical(
                    "select ps_partkey from partsupp group by ps_partkey"
                        + " having sum(ps_supplycost) > sum(ps_supplycost) * 0.0001")
                .rel);
    assertThat(plan).contains("DECIMAL(38, 6)").doesNotContain("CAST($1):DECIMAL(38, 2)");
  }

  @Test
  void namesMatchInAnyCaseUnlessQuoted() throws Exception {
    assertThat(typeOf("select P_Size from PART").getSqlTypeName().getName()).isEqualTo("INTEGER");
    assertThat(
            FRONT_END.logical("select p_size as \"Größe\" from part").fields.getFirst().getValue())
        .isEqualTo("Größe");
  }

  @Test
  void groupByKnowsAliasesAndOrdinals() throws Exception {
    assertThat(typeOf("select p_size * 2 as twice from part group by twice").getSqlTypeName())
        .isNotNull();
    assertThat(typeOf("select p_size, count(*) from part group by 1").getSqlTypeName()).isNotNull();
    assertThatThrownBy(() -> FRONT_END.logical("select p_size, p_brand from part group by p_size"))
        .hasMessageContaining("p_brand");
  }

  private static RelDataType typeOf(String sql) throws Exception {
    return FRONT_END.logical(sql).validatedRowType.getFieldList().getFirst().getType();
  }
}
