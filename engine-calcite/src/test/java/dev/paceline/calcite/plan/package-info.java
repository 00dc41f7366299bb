/** Tests of the planner, on tables that have statistics but no rows. */
package dev.paceline.calcite.plan;
