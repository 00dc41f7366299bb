/** PIVOT and UNPIVOT whose columns depend on the table. */
package dev.paceline.calcite.session.pivot;
