/** Internal. What the validator and the planner know of intervals. */
package dev.paceline.calcite.interval;
