package dev.paceline.core.kernel.digit;

/** The plain loops. */
public final class ScalarDigitKernels extends DigitKernels {
  @Override
  public int pointed(
      long[] words, long[] next, long[] lengths, int count, long points, long[] numbers) {
    long all = -1;
    long any = 0;
    for (int i = 0; i < count; i++) {
      numbers[i] = DigitWords.pointed(words[i], next[i], (int) lengths[i], points);
      all &= numbers[i];
      any |= numbers[i];
    }
    return common(all, any);
  }

  @Override
  public boolean whole(long[] words, long[] lengths, int count, long[] numbers) {
    long any = 0;
    for (int i = 0; i < count; i++) {
      boolean fits = lengths[i] > 0 && lengths[i] <= Long.BYTES;
      numbers[i] = fits ? DigitWords.whole(words[i], (int) lengths[i]) : DigitWords.INVALID;
      any |= numbers[i];
    }
    return any >= 0;
  }

  @Override
  public void dates(long[] fronts, long[] backs, int count, long[] dates) {
    for (int i = 0; i < count; i++) {
      dates[i] = DigitWords.date(fronts[i], backs[i]);
    }
  }
}
