/** Internal. The phases of the planner, and the types that it derives. */
package dev.paceline.calcite.plan;
