/** Internal. Hands rows of the engine to Calcite's generated code. */
package dev.paceline.calcite.runtime;
