package dev.paceline.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class TasksTest {
  @Test
  void tasksRunSideBySideAndKeepTheirOrder() {
    CyclicBarrier all = new CyclicBarrier(3);
    Callable<Integer> first = () -> 1 + 0 * all.await();
    Callable<Integer> second = () -> 2 + 0 * all.await();
    Callable<Integer> third = () -> 3 + 0 * all.await();
    assertThat(Tasks.runAll(List.of(first, second, third))).containsExactly(1, 2, 3);
    assertThat(Tasks.runAll(List.<Callable<Integer>>of())).isEmpty();
  }

  @Test
  void whatATaskThrowsIsThrown() {
    Callable<Void> unchecked =
        () -> {
          throw new IllegalStateException("tea");
        };
    Callable<Void> checked =
        () -> {
          throw new SQLException("coffee");
        };
    assertThatThrownBy(() -> Tasks.runAll(List.of(unchecked)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("tea");
    assertThatThrownBy(() -> Tasks.runAll(List.of(checked)))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("coffee")
        .hasCauseInstanceOf(SQLException.class);
  }
}
