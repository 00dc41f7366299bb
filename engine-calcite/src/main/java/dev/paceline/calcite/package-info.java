/** Internal. */
package dev.paceline.calcite;
