/** Public API. Paceline's tables as Calcite sees them. */
package dev.paceline.calcite.adapter;
