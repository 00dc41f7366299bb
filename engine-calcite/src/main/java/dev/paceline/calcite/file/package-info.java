/** Internal. Files in foreign formats as tables of statements, and the choice of their format. */
package dev.paceline.calcite.file;
