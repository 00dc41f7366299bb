package dev.paceline.grammar.definition;

import static java.util.stream.Collectors.joining;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type of an ENUM. To Calcite's rules it is a VARCHAR, since an ENUM may stand wherever a
 * string may; the engine keeps the places of labels, so that values are in the order of the labels.
 */
public final class EnumRelType extends BasicSqlType {
  private final List<String> labels;

  /**
   * Makes a type.
   *
   * @param labels the strings that are values, in their order
   */
  public EnumRelType(RelDataTypeSystem system, List<String> labels, boolean nullable) {
    super(system, SqlTypeName.VARCHAR, nullable);
    this.labels = List.copyOf(labels);
    computeDigest(); // which now has the labels
  }

  /** Returns the strings that are values, in their order. */
  public List<String> labels() {
    return labels;
  }

  @Override
  public EnumRelType createWithNullability(boolean nullable) {
    return nullable == isNullable() ? this : new EnumRelType(typeSystem, labels, nullable);
  }

  @Override
  public Charset getCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public SqlCollation getCollation() {
    return SqlCollation.IMPLICIT;
  }

  @Override
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    text.append(
        labels == null // while the digest of the superclass is computed
            ? "ENUM"
            : labels.stream()
                .map(label -> "'" + label.replace("'", "''") + "'")
                .collect(joining(", ", "ENUM(", ")")));
  }
}
