/** Internal. How a query runs; knows no SQL, no file and no Calcite. */
package dev.paceline.core;
