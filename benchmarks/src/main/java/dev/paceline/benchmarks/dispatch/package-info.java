/** The cost of handing a work order to a worker: JMH over the workers alone, without any data. */
package dev.paceline.benchmarks.dispatch;
