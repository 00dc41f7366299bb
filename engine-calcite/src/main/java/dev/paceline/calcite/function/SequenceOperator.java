package dev.paceline.calcite.function;

import dev.paceline.core.expr.function.SourcedNumbers;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.storage.table.Sequence;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** {@code NEXTVAL} or {@code CURRVAL} of a sequence that is known. */
public final class SequenceOperator extends SqlFunction {
  private final Sequence sequence;
  private final boolean advances;

  /**
   * @param advances whether it is NEXTVAL
   */
  public SequenceOperator(Sequence sequence, boolean advances) {
    super(
        (advances ? "NEXTVAL('" : "CURRVAL('") + sequence + "')",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BIGINT,
        null,
        OperandTypes.NILADIC,
        SqlFunctionCategory.SYSTEM);
    this.sequence = sequence;
    this.advances = advances;
  }

  public Sequence sequence() {
    return sequence;
  }

  public boolean advances() {
    return advances;
  }

  /** Returns the engine's expression. */
  public Expression expression() {
    return new SourcedNumbers(sequence, advances);
  }

  /** No table of operators has it. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    RelDataType type = validateOperands(validator, scope, call);
    validator.setValidatedNodeType(call, type);
    return type;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  /** Returns the operators that a plan uses, in its sub-queries, too. */
  public static Set<SequenceOperator> in(RelNode plan) {
    Set<SequenceOperator> found = new LinkedHashSet<>();
    collect(plan, found);
    return found;
  }

  private static void collect(RelNode plan, Set<SequenceOperator> found) {
    RexShuttle expressions =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            if (call.getOperator() instanceof SequenceOperator operator) {
              found.add(operator);
            }
            return super.visitCall(call);
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            collect(subQuery.rel, found);
            return super.visitSubQuery(subQuery);
          }
        };
    plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode unused = other.accept(expressions);
            return super.visit(other);
          }
        });
  }
}
