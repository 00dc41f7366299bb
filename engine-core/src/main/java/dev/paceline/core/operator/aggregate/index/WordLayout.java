package dev.paceline.core.operator.aggregate.index;

/**
 * How key fields lie in the words of a stored key. A field with a known range takes the bits that
 * value - base + 1 needs, 0 standing for NULL; a field that may be any long takes a word and one
 * bit elsewhere that says NULL. Two keys are equal exactly if all their words are. Immutable.
 */
final class WordLayout {
  /** Ranges of more values than this count as any long. */
  private static final long MAX_SPAN = Long.MAX_VALUE - 2;

  /**
   * @param base smallest value
   * @param span largest value minus the smallest; meaningless if full
   * @param full whether this may be any long; base is then 0
   * @param word where the value is
   * @param shift lowest bit of the value in its word
   * @param nullWord where the NULL bit of a full field is
   * @param nullShift that bit
   */
  record Field(
      long base, long span, boolean full, int word, int shift, int nullWord, int nullShift) {
    int bits() {
      return full ? Long.SIZE : Long.SIZE - Long.numberOfLeadingZeros(span + 1);
    }

    /** All ones under the value's bits, shifted down. */
    long mask() {
      return -1L >>> (Long.SIZE - bits());
    }
  }

  private final Field[] fields;
  private final int words;
  private final long codes;

  private WordLayout(Field[] fields, int words, long codes) {
    this.fields = fields;
    this.words = words;
    this.codes = codes;
  }

  /**
   * @param mins and maxes per field its range; min &gt; max if it has no value yet
   */
  static WordLayout of(long[] mins, long[] maxes) {
    int[] used = new int[2 * mins.length + 1];
    int words = 1;
    Field[] fields = new Field[mins.length];
    for (int i = 0; i < fields.length; i++) {
      long base = Math.min(mins[i], maxes[i]);
      long span = mins[i] > maxes[i] ? 0 : maxes[i] - mins[i];
      if (mins[i] > maxes[i]) {
        base = 0;
      }
      boolean full = span < 0 || span > MAX_SPAN;
      Field size = new Field(full ? 0 : base, full ? 0 : span, full, 0, 0, 0, 0);
      int word = place(used, size.bits());
      int shift = used[word];
      used[word] += size.bits();
      int nullWord = full ? place(used, 1) : 0;
      int nullShift = full ? used[nullWord]++ : 0;
      words = Math.max(words, Math.max(word, nullWord) + 1);
      fields[i] = new Field(size.base, size.span, full, word, shift, nullWord, nullShift);
    }
    long codes = -1;
    if (words == 1) {
      codes = fields.length == 1 ? fields[0].span + 2 : used[0] > 62 ? -1 : 1L << used[0];
    }
    return new WordLayout(fields, words, codes);
  }

  private static int place(int[] used, int bits) {
    int word = 0;
    while (used[word] + bits > Long.SIZE) {
      word++;
    }
    return word;
  }

  Field field(int index) {
    return fields[index];
  }

  int fieldCount() {
    return fields.length;
  }

  int words() {
    return words;
  }

  /** Keys lie in [0, codes) if they have one word; -1 if they do not, or are too many to tell. */
  long codes() {
    return codes;
  }
}
