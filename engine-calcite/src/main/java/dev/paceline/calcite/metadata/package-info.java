/** Internal. Answers Calcite's questions about relational expressions without generated code. */
package dev.paceline.calcite.metadata;
