/** Internal. Translates physical relational expressions and Rex into plans of the engine. */
package dev.paceline.calcite.lower;
