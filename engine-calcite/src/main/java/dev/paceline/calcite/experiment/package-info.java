/** Internal. What sessions do in another way than usual, to measure what the usual way gives. */
package dev.paceline.calcite.experiment;
