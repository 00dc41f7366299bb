package dev.paceline.grammar.definition;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/** The type ENUM('a', 'b'). */
public final class EnumTypeName extends SqlTypeNameSpec {
  private final List<String> labels;

  private EnumTypeName(List<String> labels, SqlParserPos position) {
    super(new SqlIdentifier("ENUM", position), position);
    this.labels = List.copyOf(labels);
  }

  /**
   * Returns the type of some strings.
   *
   * @param labels the strings in their order
   * @throws IllegalArgumentException if two of them are equal
   */
  public static EnumTypeName of(List<String> labels, SqlParserPos position) {
    Set<String> known = new HashSet<>();
    for (String label : labels) {
      if (!known.add(label)) {
        throw new IllegalArgumentException("an ENUM has the value '" + label + "' twice");
      }
    }
    return new EnumTypeName(labels, position);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator) {
    RelDataTypeFactory factory = validator.getTypeFactory();
    return factory.createTypeWithNullability(
        new EnumRelType(factory.getTypeSystem(), labels, false), false);
  }

  @Override
  public void unparse(SqlWriter writer, int left, int right) {
    SqlWriter.Frame frame = writer.startFunCall("ENUM");
    for (String label : labels) {
      writer.sep(",");
      writer.literal("'" + label.replace("'", "''") + "'");
    }
    writer.endFunCall(frame);
  }

  @Override
  public boolean equalsDeep(SqlTypeNameSpec other, Litmus litmus) {
    return other instanceof EnumTypeName type && type.labels.equals(labels)
        ? litmus.succeed()
        : litmus.fail("{} != {}", this, other);
  }
}
