/** Internal. Tables as Calcite sees them: row types, statistics, and the types of both worlds. */
package dev.paceline.calcite.table;
