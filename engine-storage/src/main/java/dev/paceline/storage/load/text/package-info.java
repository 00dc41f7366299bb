/**
 * Internal. Text files in UTF-8, whatever their encoding and compression: read piece by piece into
 * windows in native memory.
 */
package dev.paceline.storage.load.text;
