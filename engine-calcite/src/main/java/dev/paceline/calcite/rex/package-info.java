/** Internal. Row expressions: conditions of many terms in a form that the planner can afford. */
package dev.paceline.calcite.rex;
