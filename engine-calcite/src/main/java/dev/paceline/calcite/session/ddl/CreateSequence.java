package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.definition.SequenceOptions;
import dev.paceline.grammar.definition.SequenceOptions.Option;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.definition.SequenceDefinition;
import java.util.Objects;

/** Creates a sequence. */
public record CreateSequence(SequenceDefinition sequence, boolean temporary, IfExists exists)
    implements SchemaStatement {
  /**
   * Returns the sequence that a statement describes.
   *
   * @throws PacelineException INVALID_STATEMENT if it would have no values
   */
  public static SequenceDefinition define(String schema, String name, SequenceOptions options) {
    long increment = Objects.requireNonNullElse(options.get(Option.INCREMENT), 1L);
    if (increment == 0) {
      throw invalid(name, "INCREMENT is 0; write another number");
    }
    boolean ascending = increment > 0;
    long minimum =
        Objects.requireNonNullElse(options.get(Option.MINVALUE), ascending ? 1L : Long.MIN_VALUE);
    long maximum =
        Objects.requireNonNullElse(options.get(Option.MAXVALUE), ascending ? Long.MAX_VALUE : -1L);
    if (minimum >= maximum) {
      throw invalid(name, "MINVALUE " + minimum + " is not less than MAXVALUE " + maximum);
    }
    long start =
        Objects.requireNonNullElse(options.get(Option.START), ascending ? minimum : maximum);
    if (start < minimum) {
      throw invalid(name, "START " + start + " is less than MINVALUE " + minimum);
    }
    if (start > maximum) {
      throw invalid(name, "START " + start + " is greater than MAXVALUE " + maximum);
    }
    return new SequenceDefinition(
        schema, name, start, increment, minimum, maximum, options.get(Option.CYCLE) != null);
  }

  private static PacelineException invalid(String name, String problem) {
    return new PacelineException(ErrorCode.INVALID_STATEMENT, "sequence " + name + ": " + problem);
  }

  @Override
  public void execute(SessionCatalog catalog) {
    Database database = catalog.toChange(catalog.catalog(temporary).database());
    try {
      Sequence old =
          exists == IfExists.REPLACE ? database.sequence(sequence.qualifiedName()) : null;
      if (old != null) {
        DropSequence.checkUnused(old);
      }
      database.createSequence(sequence, exists == IfExists.REPLACE);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.TABLE_EXISTS || exists != IfExists.KEEP) {
        throw e;
      }
    }
  }
}
