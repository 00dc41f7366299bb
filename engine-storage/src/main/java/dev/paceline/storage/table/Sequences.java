package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The sequences of a database. Any thread may read; changes are made under the lock of commits. */
final class Sequences {
  private final Database database;
  private final ConcurrentSkipListMap<ObjectName, Sequence> byName = new ConcurrentSkipListMap<>();

  Sequences(Database database, Map<SequenceDefinition, SequencePosition> stored) {
    this.database = database;
    stored.forEach(
        (definition, position) ->
            byName.put(definition.qualifiedName(), new Sequence(database, definition, position)));
  }

  List<Sequence> all() {
    return List.copyOf(byName.values());
  }

  /**
   * Returns the sequence with a name, ignoring case. A sequence whose name has the same case is
   * preferred.
   */
  @Nullable Sequence find(ObjectName name) {
    Sequence exact = byName.get(name);
    if (exact != null) {
      return exact;
    }
    for (Sequence sequence : byName.values()) {
      if (sequence.definition().qualifiedName().isLike(name)) {
        return sequence;
      }
    }
    return null;
  }

  /** Returns whether a sequence was not dropped. */
  boolean has(Sequence sequence) {
    return byName.get(sequence.definition().qualifiedName()) == sequence;
  }

  /** Adds a sequence that has given no value. */
  void add(SequenceDefinition definition) {
    byName.computeIfAbsent(
        definition.qualifiedName(),
        unused -> new Sequence(database, definition, SequencePosition.before(definition)));
  }

  void remove(ObjectName name) {
    byName.remove(name);
  }

  /**
   * Returns what the sequences of identity columns need when a table takes the place of another.
   *
   * @param old null if a table comes into being
   * @param next null if a table is dropped
   * @throws PacelineException TABLE_EXISTS if another sequence has the name of a new one
   */
  List<DatabaseChange> changes(@Nullable Table old, @Nullable TableDefinition next) {
    List<SequenceDefinition> before = sequencesOf(old);
    List<DatabaseChange> changes = new ArrayList<>();
    for (SequenceDefinition gone : missing(before, sequencesOf(next))) {
      changes.add(new DatabaseChange.SequenceDropped(gone.qualifiedName()));
    }
    for (SequenceDefinition added : missing(sequencesOf(next), before)) {
      Sequence other = find(added.qualifiedName());
      if (other != null && !before.contains(other.definition())) {
        throw new PacelineException(
            ErrorCode.TABLE_EXISTS,
            "sequence " + other.definition().name() + " exists already; run the statement again");
      }
      changes.add(new DatabaseChange.SequenceCreated(added, SequencePosition.before(added)));
    }
    return changes;
  }

  /** Makes changes of {@link #changes} visible, which were committed. */
  void publish(@Nullable Table old, @Nullable TableDefinition next) {
    missing(sequencesOf(old), sequencesOf(next)).forEach(gone -> remove(gone.qualifiedName()));
    sequencesOf(next).forEach(this::add);
  }

  private static List<SequenceDefinition> missing(
      List<SequenceDefinition> some, List<SequenceDefinition> others) {
    return some.stream().filter(sequence -> !others.contains(sequence)).toList();
  }

  private static List<SequenceDefinition> sequencesOf(@Nullable Table table) {
    return table == null ? List.of() : table.definition().sequences();
  }

  private static List<SequenceDefinition> sequencesOf(@Nullable TableDefinition table) {
    return table == null ? List.of() : table.sequences();
  }

  /** Returns the changes that cancel the reservations of values that were not given. */
  List<DatabaseChange> giveBack() {
    List<DatabaseChange> changes = new ArrayList<>();
    for (Sequence sequence : byName.values()) {
      SequencePosition position = sequence.giveBack();
      if (position != null) {
        changes.add(
            new DatabaseChange.SequenceMoved(sequence.definition().qualifiedName(), position));
      }
    }
    return changes;
  }
}
