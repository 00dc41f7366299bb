package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.SessionSettings;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.lower.Snapshots;
import dev.paceline.calcite.runtime.QueryExecutor;
import dev.paceline.calcite.sql.SqlFrontEnd;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableLimit;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.jdbc.CalcitePrepare;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.TimeFrames;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.ArrayBindable;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.validate.SqlConformance;
import org.jspecify.annotations.Nullable;

/** A query that runs, at least in its upper part, in code that Calcite generates. */
final class EnumerableStatement {
  private final SqlFrontEnd frontEnd;
  private final Map<String, Object> variables = new HashMap<>();
  private final Bindable<?> code;

  EnumerableStatement(
      SqlFrontEnd frontEnd,
      RelNode rel,
      BoundParameters parameters,
      StatementRun run,
      SessionSettings settings,
      QueryExecutor executor,
      Snapshots snapshots) {
    this.frontEnd = frontEnd;
    SqlConformance conformance = dev.paceline.calcite.plan.SqlLanguage.CONFORMANCE;
    variables.put("_conformance", conformance);
    code =
        EnumerableInterpretable.toBindable(
            variables,
            CalcitePrepare.Dummy.getSparkHandler(false),
            (EnumerableRel) rel,
            EnumerableRel.Prefer.ARRAY);
    for (int i = 0; i < parameters.values().size(); i++) {
      variables.put("?" + i, parameters.values().get(i));
    }
    bindRowCounts(rel);
    TimeZone zone = TimeZone.getTimeZone(settings.zone());
    long start = run.startMillis();
    long local = start + zone.getOffset(start);
    variables.put(QueryExecutor.KEY, executor);
    variables.put(QueryExecutor.SNAPSHOTS, snapshots);
    variables.put(DataContext.Variable.UTC_TIMESTAMP.camelName, start);
    variables.put(DataContext.Variable.CURRENT_TIMESTAMP.camelName, local);
    variables.put(DataContext.Variable.LOCAL_TIMESTAMP.camelName, local);
    variables.put(DataContext.Variable.SYS_TIMESTAMP.camelName, local);
    variables.put(DataContext.Variable.TIME_ZONE.camelName, zone);
    variables.put(
        DataContext.Variable.TIME_FRAME_SET.camelName,
        frontEnd.types().getTypeSystem().deriveTimeFrameSet(TimeFrames.CORE));
    variables.put(DataContext.Variable.USER.camelName, "paceline");
    variables.put(DataContext.Variable.SYSTEM_USER.camelName, System.getProperty("user.name"));
    variables.put(DataContext.Variable.LOCALE.camelName, Locale.ROOT);
    variables.put(DataContext.Variable.CANCEL_FLAG.camelName, run.cancelFlag());
  }

  /** The generated code of LIMIT and OFFSET takes numbers of 32 bits, and does not check them. */
  private void bindRowCounts(RelNode rel) {
    switch (rel) {
      case EnumerableLimit limit -> {
        bindRowCount(limit.offset);
        bindRowCount(limit.fetch);
      }
      case EnumerableLimitSort limit -> {
        bindRowCount(limit.offset);
        bindRowCount(limit.fetch);
      }
      default -> {
        // has no parameters of this kind
      }
    }
    rel.getInputs().forEach(this::bindRowCounts);
  }

  private void bindRowCount(@Nullable RexNode node) {
    if (node instanceof RexDynamicParam parameter) {
      String name = "?" + parameter.getIndex();
      long rows = variables.get(name) instanceof Number number ? number.longValue() : -1;
      if (rows < 0) {
        throw Lowering.badRowCount();
      }
      variables.put(name, (int) Math.min(rows, Integer.MAX_VALUE));
    }
  }

  /** Starts to run. */
  Enumerator<?> enumerator() {
    Enumerable<?> rows = code.bind(new Context());
    Enumerator<?> enumerator = rows.enumerator();
    boolean scalars = !(code instanceof ArrayBindable) && isScalar();
    return new Enumerator<Object[]>() {
      @Override
      public Object[] current() {
        Object row = enumerator.current();
        return scalars || !(row instanceof Object[] values) ? new Object[] {row} : values;
      }

      @Override
      public boolean moveNext() {
        return enumerator.moveNext();
      }

      @Override
      public void reset() {
        throw new UnsupportedOperationException("rows come once");
      }

      @Override
      public void close() {
        enumerator.close();
      }
    };
  }

  /** Rows of one column come as the bare value. */
  private boolean isScalar() {
    return code instanceof org.apache.calcite.runtime.Typed typed
        && typed.getElementType() != Object[].class;
  }

  /** What the generated code asks for. */
  private final class Context implements DataContext {
    @Override
    public @Nullable SchemaPlus getRootSchema() {
      return frontEnd.schema().plus();
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
      return frontEnd.types();
    }

    @Override
    public QueryProvider getQueryProvider() {
      throw new UnsupportedOperationException("queries of queries");
    }

    @Override
    public @Nullable Object get(String name) {
      return variables.get(name);
    }
  }
}
