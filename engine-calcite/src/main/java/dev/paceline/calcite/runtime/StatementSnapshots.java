package dev.paceline.calcite.runtime;

import dev.paceline.calcite.lower.ScannedTables;
import dev.paceline.calcite.lower.Snapshots;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.table.TableSource;
import java.lang.ref.Cleaner;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.calcite.DataContext;

/**
 * The one {@link Snapshots} of all engine queries below the generated code of a statement.
 *
 * <p>Calcite's driver says neither when a statement begins nor when it ends: so it is made for the
 * first query of an execution, with the tables of all of them, which were noted when the code was
 * generated, and closed when the execution's context is garbage.
 */
final class StatementSnapshots {
  /** The name, in the {@link DataContext}, of the tables of all engine queries of the statement. */
  private static final String TABLES = "paceline.tables";

  private static final Cleaner CLEANER = Cleaner.create();

  /** The snapshots of each execution of Calcite's own driver. */
  private static final Map<DataContext, Snapshots> OF_CONTEXTS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private StatementSnapshots() {}

  /**
   * Notes the tables of an engine query while the code of its statement is generated.
   *
   * @param variables what the {@link DataContext} of the statement will have
   */
  static void note(PacelineRel query, Map<String, Object> variables) {
    @SuppressWarnings("unchecked")
    Set<TableSource> tables =
        (Set<TableSource>) variables.computeIfAbsent(TABLES, absent -> new LinkedHashSet<>());
    tables.addAll(ScannedTables.of(query));
  }

  static Snapshots of(DataContext context) {
    return OF_CONTEXTS.computeIfAbsent(context, StatementSnapshots::make);
  }

  private static Snapshots make(DataContext context) {
    @SuppressWarnings("unchecked")
    Collection<TableSource> tables = (Collection<TableSource>) context.get(TABLES);
    Snapshots snapshots = new Snapshots(java.util.Objects.requireNonNull(tables), null);
    CLEANER.register(context, snapshots::close);
    return snapshots;
  }
}
