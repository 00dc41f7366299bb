package dev.paceline.core.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoserTreeTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 31, 128})
  void mergesLists(int contenders) {
    Random random = new Random(contenders);
    List<List<Integer>> lists = new ArrayList<>();
    List<Integer> expected = new ArrayList<>();
    for (int i = 0; i < contenders; i++) {
      List<Integer> list = new ArrayList<>();
      for (int count = random.nextInt(20); count > 0; count--) {
        // the list's number is in the value, so that the order of equal ones shows
        list.add(random.nextInt(30) * 1000 + i);
      }
      list.sort(null);
      expected.addAll(list);
      lists.add(list);
    }
    expected.sort(null);
    int[] at = new int[contenders];
    LoserTree tree =
        new LoserTree(
            contenders,
            (left, right) -> {
              boolean leftEnded = at[left] == lists.get(left).size();
              boolean rightEnded = at[right] == lists.get(right).size();
              if (leftEnded || rightEnded) {
                return !leftEnded || rightEnded && left < right;
              }
              int a = lists.get(left).get(at[left]) / 1000;
              int b = lists.get(right).get(at[right]) / 1000;
              return a == b ? left < right : a < b;
            });
    List<Integer> merged = new ArrayList<>();
    while (at[tree.winner()] < lists.get(tree.winner()).size()) {
      int winner = tree.winner();
      merged.add(lists.get(winner).get(at[winner]++));
      tree.replay();
    }
    assertThat(merged).isEqualTo(expected);
  }
}
