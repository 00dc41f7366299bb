package dev.paceline.core.operator;

/**
 * The order in which a scan applies its filters, learnt from what they dropped: the filter that
 * drops the largest share of its rows goes first (Quickstep §2.6.3, adaptive ordering). One
 * reader's state; not thread-safe.
 */
final class ScanFilterOrder {
  private static final double DECAY = 0.5;

  private final int[] order;
  private final double[] rowsIn;
  private final double[] rowsOut;

  ScanFilterOrder(int filters) {
    order = new int[filters];
    rowsIn = new double[filters];
    rowsOut = new double[filters];
    for (int i = 0; i < filters; i++) {
      order[i] = i;
    }
  }

  int size() {
    return order.length;
  }

  /** The filter to apply as the i-th. */
  int at(int i) {
    return order[i];
  }

  void observe(int filter, int in, int out) {
    rowsIn[filter] += in;
    rowsOut[filter] += out;
  }

  /** Share of rows that a filter has let through lately; 1 if it has seen none. */
  double passRate(int filter) {
    return rowsIn[filter] == 0 ? 1 : rowsOut[filter] / rowsIn[filter];
  }

  /** Sorts anew and lets old observations fade. Called once per chunk. */
  void adapt() {
    for (int i = 1; i < order.length; i++) {
      int moving = order[i];
      double rate = passRate(moving);
      int j = i;
      while (j > 0 && passRate(order[j - 1]) > rate) {
        order[j] = order[j - 1];
        j--;
      }
      order[j] = moving;
    }
    for (int i = 0; i < order.length; i++) {
      rowsIn[i] *= DECAY;
      rowsOut[i] *= DECAY;
    }
  }
}
