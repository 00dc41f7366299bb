/** Tests of the translation into plans of the engine. */
package dev.paceline.calcite.lower;
