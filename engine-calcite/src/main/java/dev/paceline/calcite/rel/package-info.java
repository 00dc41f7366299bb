/** Internal. Physical relational expressions that the engine runs. */
package dev.paceline.calcite.rel;
