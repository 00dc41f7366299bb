package dev.paceline.core.expr.pattern;

import java.util.List;

/** A part of a parsed pattern, which matches some strings. */
sealed interface PatternPart {
  /** Any string. */
  PatternPart ANYTHING = new Repeated(new One(CodePointSet.ANY), 0, Integer.MAX_VALUE);

  /** One character. */
  record One(CodePointSet set) implements PatternPart {}

  /** Parts that are one behind the other. */
  record Sequence(List<PatternPart> parts) implements PatternPart {}

  /** One of some parts. */
  record Choice(List<PatternPart> parts) implements PatternPart {}

  /**
   * A number of matches of a part, one behind the other.
   *
   * @param most {@link Integer#MAX_VALUE} if there is no upper bound
   */
  record Repeated(PatternPart part, int least, int most) implements PatternPart {}
}
