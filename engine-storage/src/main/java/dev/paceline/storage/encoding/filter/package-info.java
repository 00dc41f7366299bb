/**
 * Internal. Predicates on encoded columns: by value, by row, by lane, and by anchors of compressed
 * strings.
 */
package dev.paceline.storage.encoding.filter;
