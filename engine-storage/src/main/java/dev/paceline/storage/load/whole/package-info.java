/** Internal. Files as rows: their names, and their contents as strings. */
@org.jspecify.annotations.NullMarked
package dev.paceline.storage.load.whole;
