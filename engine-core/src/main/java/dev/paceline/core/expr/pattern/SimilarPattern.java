package dev.paceline.core.expr.pattern;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnPredicate.BytesMatcher;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of a SIMILAR TO, which takes time that is linear in the length of the string,
 * whatever the pattern is.
 */
public final class SimilarPattern implements BytesMatcher {
  /** The most characters of a pattern after its bounded repetitions have been written out. */
  private static final int MAX_POSITIONS = 1_000;

  private final String text;
  private final LazyAutomaton automaton;

  private SimilarPattern(String text, LazyAutomaton automaton) {
    this.text = text;
    this.automaton = automaton;
  }

  /**
   * @param escape the character that makes the next one a plain one; null: none does
   * @throws PacelineException INVALID_ARGUMENT if this is no pattern, or one of too many characters
   */
  public static SimilarPattern of(String pattern, @Nullable Character escape) {
    PositionAutomaton automaton =
        PositionAutomaton.of(SimilarSyntax.parse(pattern, escape), MAX_POSITIONS);
    if (automaton == null) {
      throw SimilarSyntax.error(
          pattern, "there are more than " + MAX_POSITIONS + " characters, repeated ones included");
    }
    return new SimilarPattern(pattern, new LazyAutomaton(automaton));
  }

  @Override
  public boolean matches(MemorySegment heap, long view) {
    return automaton.matches(heap, view);
  }

  @Override
  public String toString() {
    return "SIMILAR TO '" + text.replace("'", "''") + "'";
  }
}
