/** Internal. What a decision of the scan scheduler costs: JMH over it alone, without any input. */
@NullMarked
package dev.paceline.benchmarks.scheduler;

import org.jspecify.annotations.NullMarked;
