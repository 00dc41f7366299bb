/** Internal. Turns sub-queries that depend on the rows of the query around them into joins. */
package dev.paceline.calcite.decorrelate;
