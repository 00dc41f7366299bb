/** Internal. Sorting whole inputs, keeping the first rows of an order, and buffering rows. */
package dev.paceline.core.operator.sort;
