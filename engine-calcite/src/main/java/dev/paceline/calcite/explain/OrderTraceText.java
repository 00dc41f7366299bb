package dev.paceline.calcite.explain;

import dev.paceline.core.engine.Engine;
import dev.paceline.core.sched.OrderRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes work orders in the Trace Event Format (Google, 2016), which Chrome and Perfetto can draw
 * with one row for each worker and one bar for each order. Each line contains one event.
 */
public final class OrderTraceText {
  private static final double NANOS_PER_MICRO = 1e3;

  private OrderTraceText() {}

  public static List<String> of(Engine engine) {
    List<OrderRecord> orders = engine.trace();
    long begin = orders.stream().mapToLong(OrderRecord::startNanos).min().orElse(0);
    List<String> lines = new ArrayList<>();
    lines.add("[");
    for (int i = 0; i < engine.workers(); i++) {
      lines.add(
          "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%d,".formatted(i)
              + "\"args\":{\"name\":\"worker %d\"}},".formatted(i));
    }
    for (OrderRecord order : orders) {
      lines.add(event(order, begin) + ",");
    }
    String last = lines.removeLast();
    lines.add(last.substring(0, last.length() - 1));
    lines.add("]");
    return lines;
  }

  private static String event(OrderRecord order, long begin) {
    return String.format(
        Locale.ROOT,
        "{\"name\":\"query %d, pipeline %d: %s\",\"cat\":\"order\",\"ph\":\"X\",\"pid\":1,"
            + "\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"statement\":\"%s\"}}",
        order.queryNumber(),
        order.pipeline(),
        order.kind(),
        order.worker(),
        (order.startNanos() - begin) / NANOS_PER_MICRO,
        order.nanos() / NANOS_PER_MICRO,
        escaped(order.query()));
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        escaped.append('\\').append(c);
      } else if (c < ' ') {
        escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
