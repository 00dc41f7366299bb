package dev.paceline.calcite.session;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.backup.DatabaseScripts;
import dev.paceline.calcite.session.backup.ExportDirectory;
import dev.paceline.calcite.sql.StatementSplitter;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** EXPORT DATABASE and IMPORT DATABASE of a session: one statement. */
final class DatabaseTransfer {
  private final Session session;
  private final StatementPlanner planner;
  private final StatementRun run;

  DatabaseTransfer(Session session, StatementPlanner planner, StatementRun run) {
    this.session = session;
    this.planner = planner;
    this.run = run;
  }

  /** Returns the number of rows that were written or read. */
  long execute(StatementPlan.CopyDatabase copy) {
    return copy.format().isEmpty() ? importFrom(copy.directory()) : exportTo(copy);
  }

  /**
   * Writes all tables, each as it is when its turn comes, and the scripts that make them again. If
   * that fails, the files and directories that it has made are deleted.
   *
   * @return the number of rows
   */
  private long exportTo(StatementPlan.CopyDatabase copy) {
    ExportDirectory directory = ExportDirectory.make(copy.directory());
    boolean complete = false;
    try {
      long rows = exportTo(directory, copy);
      complete = true;
      return rows;
    } finally {
      if (!complete) {
        directory.discard();
      }
    }
  }

  private long exportTo(ExportDirectory directory, StatementPlan.CopyDatabase copy) {
    List<String> schema = new ArrayList<>();
    for (String name : session.instance().database().schemas()) {
      if (!name.equals(ObjectName.MAIN)) {
        schema.add(DatabaseScripts.createSchema(name));
      }
    }
    Database database = session.instance().database();
    database.types().definitions().forEach(type -> schema.add(DatabaseScripts.createType(type)));
    schema.addAll(DatabaseScripts.createSequences(database));
    for (MacroDefinition macro : session.instance().database().macros().definitions()) {
      schema.add(DatabaseScripts.createMacro(macro));
    }
    List<String> load = new ArrayList<>();
    long rows = 0;
    for (Table table : session.instance().database().tables()) {
      TableDefinition definition = table.definition();
      String file = DatabaseScripts.fileName(definition.name(), load.size() + 1, copy.format());
      rows +=
          run(
              DatabaseScripts.save(
                  definition, directory.file(file), copy.format(), copy.saveOptions()),
              run);
      schema.add(DatabaseScripts.createTable(definition, database));
      schema.addAll(DatabaseScripts.comments(definition));
      load.add(DatabaseScripts.load(definition, file, copy.format(), copy.loadOptions()));
    }
    schema.addAll(DatabaseScripts.createViews(database.views()));
    schema.addAll(DatabaseScripts.viewComments(database.views()));
    DatabaseScripts.write(directory.file(DatabaseScripts.LOAD), load);
    DatabaseScripts.write(directory.file(DatabaseScripts.SCHEMA), schema);
    return rows;
  }

  /**
   * Makes the tables and views of an export. If that fails, those are dropped that it has made.
   *
   * @return the number of rows
   */
  private long importFrom(Path directory) {
    session.checkWritable();
    List<String> made = new ArrayList<>();
    try {
      String schema = DatabaseScripts.read(directory.resolve(DatabaseScripts.SCHEMA));
      for (String sql : StatementSplitter.split(schema).all()) {
        String drop = DatabaseScripts.drop(sql);
        run(sql, run);
        if (drop != null) {
          made.addFirst(drop);
        }
      }
      long rows = 0;
      String load = DatabaseScripts.read(directory.resolve(DatabaseScripts.LOAD));
      for (String sql : StatementSplitter.split(load).all()) {
        rows +=
            rows(
                new PreparedSql(
                    sql, planner.planLoad(sql, directory, run), session.catalog().state()),
                run);
      }
      return rows;
    } catch (RuntimeException | Error e) {
      for (String drop : made) {
        try {
          run(drop, new StatementRun(null));
        } catch (PacelineException failure) {
          e.addSuppressed(failure); // what made the import fail is the error to tell
        }
      }
      throw e;
    }
  }

  private long run(String sql, StatementRun statement) {
    return rows(session.prepare(sql, statement), statement);
  }

  private long rows(PreparedSql sql, StatementRun statement) {
    return session.execute(sql, List.of(), statement) instanceof Outcome.Count(long rows)
        ? rows
        : 0;
  }
}
