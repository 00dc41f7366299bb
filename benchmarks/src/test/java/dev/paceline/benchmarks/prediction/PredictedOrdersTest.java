package dev.paceline.benchmarks.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.benchmarks.prediction.PredictedOrders.Prediction;
import dev.paceline.core.sched.OrderRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictedOrdersTest {
  /** Two workers: what is not over when an order begins is not known to its prediction. */
  @Test
  void onlyOrdersThatHaveEndedAreKnown() {
    List<Prediction> predictions =
        PredictedOrders.of(
            List.of(order(0, 100, 110), order(0, 100, 130), order(0, 110, 130), order(0, 130, 150)),
            TimeModel.MEAN);
    assertThat(predictions).hasSize(2);
    assertThat(predictions.get(0).nanos()).isEqualTo(10);
    assertThat(predictions.get(0).error()).as("10 for 20").isEqualTo(0.5);
    assertThat(predictions.get(1).nanos()).isEqualTo(30);
    assertThat(predictions.get(1).error()).as("10, 30 and 20 for 20").isZero();
  }

  @Test
  void operatorsThatHaveEndedSayNothing() {
    List<Prediction> predictions =
        PredictedOrders.of(
            List.of(order(0, 0, 100), order(0, 100, 200), order(2, 201, 211), order(2, 212, 222)),
            TimeModel.MEAN);
    assertThat(predictions).hasSize(3);
    assertThat(predictions.get(1).error()).as("the last idea: 100 for 10").isEqualTo(9);
    assertThat(predictions.get(2).error()).as("10 for 10").isCloseTo(0, within(1e-9));
  }

  @Test
  void aSingleOrderIsNotPredicted() {
    assertThat(PredictedOrders.of(List.of(order(0, 5, 9)), TimeModel.MEAN)).isEmpty();
  }

  private static OrderRecord order(int operator, long start, long end) {
    return new OrderRecord("query", 1, operator, 0, start, end);
  }
}
