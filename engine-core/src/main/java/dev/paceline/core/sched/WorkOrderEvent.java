package dev.paceline.core.sched;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The event of a flight recording for a slice of a work order. Nothing may touch this class before
 * the first recording of the process: that it is initialised makes the JVM set up its flight
 * recorder, which takes a tenth of a second of CPU time.
 */
@Name("dev.paceline.WorkOrder")
@Label("Work order")
@Category("Paceline")
@StackTrace(false)
final class WorkOrderEvent extends Event {
  @Label("Query")
  String query = "";

  @Label("Operator")
  int operator;

  @Label("Worker")
  int worker;

  void commit(String ofQuery, int ofOperator, int byWorker) {
    end();
    if (shouldCommit()) {
      query = ofQuery;
      operator = ofOperator;
      worker = byWorker;
      commit();
    }
  }
}
