/**
 * Internal. JSON files as tables, and writing them: objects one a line, or one array of objects.
 *
 * <p>Types are found out from a sample. Files of lines are read in parallel, because no line break
 * stands inside a record; arrays, packed files and records of several lines by one worker at a
 * time.
 */
package dev.paceline.storage.load.json;
