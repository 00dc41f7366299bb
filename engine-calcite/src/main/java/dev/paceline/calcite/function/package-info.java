/** Internal. The functions of the engine's registry as operators of Calcite. */
package dev.paceline.calcite.function;
