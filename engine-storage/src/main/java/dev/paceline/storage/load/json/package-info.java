/**
 * Internal. Reads JSON files as tables and writes them, with one object on each line or as one
 * array.
 *
 * <p>Types are found out from a sample. Files of lines are read in parallel, because no line break
 * stands inside a record; arrays, packed files and records of several lines by one worker at a
 * time.
 */
package dev.paceline.storage.load.json;
