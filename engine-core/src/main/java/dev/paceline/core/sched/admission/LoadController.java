package dev.paceline.core.sched.admission;

import dev.paceline.core.sched.admission.LoadChange.Action;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which queries run, which wait, and which are suspended for more important ones, so that
 * those that run fit into memory (Quickstep §2.12, Load Controller). Knows what it is told, and
 * nothing else: no clock, no threads. Not thread-safe.
 *
 * <p>A running query counts with what it uses, at least with what it needs. One more is admitted if
 * what it needs (not: what it could use, for operators go to temporary files) fits under the
 * threshold with those that run. Else queries of lower priority are suspended, the largest first,
 * if that makes the room; else it waits. Beside that:
 *
 * <ul>
 *   <li>while no running query will end by itself, the next in line is admitted, whatever it needs:
 *       nobody waits for ever, not even for a reader who is waiting himself;
 *   <li>a query that keeps next to nothing is always admitted;
 *   <li>what suspended queries still hold counts against the capacity, without what can be evicted;
 *   <li>who waits or is suspended stands in one line, which is tried from its head whenever a query
 *       comes or ends. Its order is that of priorities, which grow with the time spent in the line,
 *       then that of arrival. Nobody overtakes the head, however little he needs. So no one
 *       starves;
 *   <li>the time spent in line counts for good: it makes a query a victim less easily the next
 *       time. But no query is suspended for another's age, or equal ones would take turns.
 * </ul>
 *
 * <p>A suspended query goes on when there is room, and suspends nobody for that: else the largest
 * victim would pass its lot on to smaller ones.
 *
 * @param <Q> the queries, told apart by identity
 */
public final class LoadController<Q extends LoadedQuery> {
  /** A query that needs less than this part of the threshold at most is small. */
  private static final int SMALL_PARTS = 64;

  /** So long in line are worth a step of priority where nobody says otherwise. */
  public static final long AGEING_NANOS = 1_000_000_000L;

  private final long ageingNanos;
  private final Map<Q, Entry<Q>> entries = new IdentityHashMap<>();
  private long arrivals;

  /** The state of a query. */
  public enum State {
    /** It has not begun. */
    WAITING,
    RUNNING,
    /** It goes on when there is room. */
    SUSPENDED,
    /** Somebody suspended it by hand, and must resume it. */
    HELD
  }

  private static final class Entry<Q extends LoadedQuery> {
    final Q query;
    final long arrival;
    State state = State.WAITING;
    long lineNanos;
    long since;

    Entry(Q query, long arrival, long now) {
      this.query = query;
      this.arrival = arrival;
      this.since = now;
    }

    boolean isRunning() {
      return state == State.RUNNING;
    }

    boolean isInLine() {
      return state == State.WAITING || state == State.SUSPENDED;
    }

    /** Returns the memory that the query needs to start or to go on. */
    long neededBytes() {
      return Math.max(query.resources().minBytes(), query.usedBytes());
    }

    void enter(State next, long now) {
      if (isInLine()) {
        lineNanos += now - since;
      }
      state = next;
      since = now;
    }

    long lineNanos(long now) {
      return isInLine() ? lineNanos + now - since : lineNanos;
    }
  }

  /**
   * A query with the number of bytes that it needed when a list of queries began to be sorted; the
   * number of a running query may change during the sort.
   */
  private record Sized<Q extends LoadedQuery>(Entry<Q> entry, long neededBytes) {}

  /**
   * A controller of no queries.
   *
   * @param ageingNanos in line that are worth as much as one step of priority
   */
  public LoadController(long ageingNanos) {
    this.ageingNanos = ageingNanos;
  }

  /**
   * A query comes.
   *
   * @return what happens to which queries, in this order; the new one waits unless it is among them
   */
  public List<LoadChange<Q>> arrive(Q query, LoadConditions conditions) {
    Entry<Q> entry = new Entry<>(query, arrivals++, conditions.nowNanos());
    entries.put(query, entry);
    List<LoadChange<Q>> changes = new ArrayList<>();
    if (query.resources().maxBytes() <= conditions.thresholdBytes() / SMALL_PARTS) {
      run(entry, conditions, changes);
      return changes;
    }
    admitLine(conditions, changes);
    return changes;
  }

  /** Something has changed that may have made room. */
  public List<LoadChange<Q>> retry(LoadConditions conditions) {
    List<LoadChange<Q>> changes = new ArrayList<>();
    admitLine(conditions, changes);
    return changes;
  }

  /** A query is gone, and its memory with it; {@link #retry} comes next. */
  public void leave(Q query) {
    entries.remove(query);
  }

  /**
   * Memory is short now. Suspends the largest query that is less important than another; nothing
   * can be done about equals, which go to temporary files as they run.
   */
  public List<LoadChange<Q>> relieve(LoadConditions conditions) {
    List<LoadChange<Q>> changes = new ArrayList<>();
    long needed = 0;
    int highest = 0;
    for (Entry<Q> entry : entries.values()) {
      if (entry.isRunning()) {
        needed += entry.neededBytes();
        highest = Math.max(highest, entry.query.priority());
      }
    }
    if (needed > conditions.thresholdBytes() && conditions.priorities()) {
      List<Entry<Q>> victims = lowerThan(highest, conditions);
      if (!victims.isEmpty()) {
        suspend(victims.getFirst(), State.SUSPENDED, conditions, changes);
      }
    }
    return changes;
  }

  /** Suspends a running query until {@link #resume}, whatever there is room for. */
  public List<LoadChange<Q>> hold(Q query, LoadConditions conditions) {
    List<LoadChange<Q>> changes = new ArrayList<>();
    Entry<Q> entry = entries.get(query);
    if (entry != null && entry.isRunning()) {
      suspend(entry, State.HELD, conditions, changes);
    } else if (entry != null && entry.state == State.SUSPENDED) {
      entry.enter(State.HELD, conditions.nowNanos());
    }
    return changes;
  }

  /** Resumes a suspended query at once, whatever suspended it. */
  public List<LoadChange<Q>> resume(Q query, LoadConditions conditions) {
    List<LoadChange<Q>> changes = new ArrayList<>();
    Entry<Q> entry = entries.get(query);
    if (entry != null && (entry.state == State.HELD || entry.state == State.SUSPENDED)) {
      run(entry, conditions, changes);
    }
    return changes;
  }

  /** Returns the state of a query; null if the query is unknown. */
  public @Nullable State state(Q query) {
    Entry<Q> entry = entries.get(query);
    return entry == null ? null : entry.state;
  }

  /** Returns whether {@link #retry} could let a query start or go on. */
  public boolean hasLine() {
    return entries.values().stream().anyMatch(Entry::isInLine);
  }

  private void admitLine(LoadConditions conditions, List<LoadChange<Q>> changes) {
    Entry<Q> head = head(conditions);
    while (head != null && admit(head, conditions, changes)) {
      head = head(conditions);
    }
  }

  /** The first in line; a loop, since the first statement of a process comes here, too. */
  private @Nullable Entry<Q> head(LoadConditions conditions) {
    Entry<Q> head = null;
    for (Entry<Q> entry : entries.values()) {
      if (entry.isInLine() && (head == null || isBefore(entry, head, conditions))) {
        head = entry;
      }
    }
    return head;
  }

  /** Higher priority first; of equals, those that have begun, then those that came earlier. */
  private boolean isBefore(Entry<Q> entry, Entry<Q> other, LoadConditions conditions) {
    long priority = agedPriority(entry, conditions);
    long otherPriority = agedPriority(other, conditions);
    if (priority != otherPriority) {
      return priority > otherPriority;
    }
    boolean waiting = entry.state == State.WAITING;
    if (waiting != (other.state == State.WAITING)) {
      return !waiting;
    }
    return entry.arrival < other.arrival;
  }

  private long agedPriority(Entry<Q> entry, LoadConditions conditions) {
    return entry.query.priority() + entry.lineNanos(conditions.nowNanos()) / ageingNanos;
  }

  private boolean admit(Entry<Q> entry, LoadConditions conditions, List<LoadChange<Q>> changes) {
    List<Entry<Q>> victims = new ArrayList<>();
    boolean admitted = !willAnyEnd() || fits(entry, victims, conditions);
    if (!admitted && conditions.priorities() && entry.state == State.WAITING) {
      for (Entry<Q> victim : lowerThan(entry.query.priority(), conditions)) {
        victims.add(victim);
        admitted = fits(entry, victims, conditions);
        if (admitted) {
          break;
        }
      }
    }
    if (admitted) {
      victims.forEach(victim -> suspend(victim, State.SUSPENDED, conditions, changes));
      run(entry, conditions, changes);
    }
    return admitted;
  }

  private boolean willAnyEnd() {
    return entries.values().stream()
        .anyMatch(entry -> entry.isRunning() && !entry.query.isStalled());
  }

  /** Whether a query has room beside those that run, without the victims. */
  private boolean fits(Entry<Q> entry, List<Entry<Q>> victims, LoadConditions conditions) {
    long running = entry.neededBytes();
    long suspended = 0;
    for (Entry<Q> other : entries.values()) {
      if (other == entry) {
        continue;
      }
      if (other.isRunning() && !victims.contains(other)) {
        running += other.neededBytes();
      } else {
        suspended += Math.max(0, other.query.usedBytes() - other.query.evictableBytes());
      }
    }
    return running <= conditions.thresholdBytes()
        && running + suspended <= conditions.capacityBytes();
  }

  /** Running queries of a lower priority, their age included, the largest first. */
  private List<Entry<Q>> lowerThan(int priority, LoadConditions conditions) {
    return entries.values().stream()
        .filter(entry -> entry.isRunning() && agedPriority(entry, conditions) < priority)
        .map(entry -> new Sized<>(entry, entry.neededBytes()))
        .sorted(
            Comparator.<Sized<Q>>comparingLong(sized -> -sized.neededBytes)
                .thenComparingLong(sized -> agedPriority(sized.entry, conditions))
                .thenComparingLong(sized -> -sized.entry.arrival))
        .map(Sized::entry)
        .toList();
  }

  private void run(Entry<Q> entry, LoadConditions conditions, List<LoadChange<Q>> changes) {
    Action action = entry.state == State.WAITING ? Action.START : Action.RESUME;
    entry.enter(State.RUNNING, conditions.nowNanos());
    changes.add(new LoadChange<>(entry.query, action));
  }

  private void suspend(
      Entry<Q> entry, State state, LoadConditions conditions, List<LoadChange<Q>> changes) {
    entry.enter(state, conditions.nowNanos());
    changes.add(new LoadChange<>(entry.query, Action.SUSPEND));
  }
}
