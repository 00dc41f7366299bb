package dev.paceline.storage.load.arrow.body;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.arrow.metadata.BatchMetadata;
import dev.paceline.storage.load.arrow.metadata.DictionaryIndex;
import dev.paceline.storage.load.arrow.metadata.DictionaryPlace;
import dev.paceline.storage.load.arrow.metadata.FieldPlace;
import dev.paceline.storage.load.arrow.metadata.Messages;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The dictionaries of a file in one scan. Thread-safe. */
public final class ArrowDictionaries implements AutoCloseable {
  private final ArrowFile file;
  private final MemoryLedger ledger;
  private final Map<Key, DictionaryValues> loaded = new ConcurrentHashMap<>();

  /**
   * A dictionary at one place of the file.
   *
   * @param last number of the last message that belongs to it; -1 if there is none
   * @param values what its values are
   */
  private record Key(int last, ArrowField values) {}

  public ArrowDictionaries(ArrowFile file, MemoryLedger ledger) {
    this.file = file;
    this.ledger = ledger;
  }

  /**
   * Returns the dictionaries as a record batch sees them.
   *
   * @param before number of the messages with dictionaries before the batch
   */
  public View before(int before, FileRead read, Runnable cancellation) {
    return new View(before, read, cancellation, Set.of());
  }

  @Override
  public void close() {
    loaded.values().forEach(DictionaryValues::close);
    loaded.clear();
  }

  /** The dictionaries as one record batch sees them. One thread uses it. */
  public final class View {
    private final int before;
    private final FileRead read;
    private final Runnable cancellation;

    /** Dictionaries whose values are being read: none may contain itself. */
    private final Set<Long> loading;

    private View(int before, FileRead read, Runnable cancellation, Set<Long> loading) {
      this.before = before;
      this.read = read;
      this.cancellation = cancellation;
      this.loading = loading;
    }

    /** Returns the values; workers that ask for them at the same time may both read them. */
    DictionaryValues values(ArrowField codes, DictionaryIndex index) throws IOException {
      int last = before - 1;
      while (last >= 0 && file.dictionaries().get(last).id() != index.id()) {
        last--;
      }
      Key key = new Key(last, codes.withoutIndex());
      DictionaryValues known = loaded.get(key);
      if (known != null) {
        return known;
      }
      DictionaryValues values = load(key.values(), index.id(), last);
      DictionaryValues other = loaded.putIfAbsent(key, values);
      if (other != null) {
        values.close();
        return other;
      }
      return values;
    }

    private DictionaryValues load(ArrowField field, long id, int last) throws IOException {
      if (loading.contains(id)) {
        throw new IllegalArgumentException("a dictionary contains itself");
      }
      Deque<Integer> parts = new ArrayDeque<>();
      for (int i = last; i >= 0; i--) {
        DictionaryPlace part = file.dictionaries().get(i);
        if (part.id() == id) {
          parts.addFirst(i);
          if (!part.isDelta()) {
            break;
          }
        }
      }
      MemoryScope memory = ledger.openScope("a dictionary of " + file.entry().path());
      DictionaryValues values = new DictionaryValues(field.type(), memory);
      boolean complete = false;
      try {
        Set<Long> inner = new HashSet<>(loading);
        inner.add(id);
        for (int part : parts) {
          append(field, part, new View(before, read, cancellation, inner), values);
        }
        values.end();
        complete = true;
        return values;
      } finally {
        if (!complete) {
          values.close();
        }
      }
    }

    private void append(ArrowField field, int part, View inner, DictionaryValues values)
        throws IOException {
      DictionaryPlace place = file.dictionaries().get(part);
      try (MemoryScope scratch = ledger.openScope("a dictionary of " + file.entry().path())) {
        BatchMetadata batch = new Messages(read, file.entry(), scratch).batch(place.place());
        BodyBuffers buffers =
            new BodyBuffers(read, batch, place.place().body(), scratch, cancellation);
        ValueDecoder decoder = new ValueDecoder(batch, buffers, inner, scratch, cancellation);
        ColumnVector vector = decoder.vector(field, FieldPlace.FIRST, 0, batch.rows());
        values.append(vector, batch.rows());
      }
    }
  }
}
