/** Internal. Scans: which row groups of a snapshot are handed out, and in what order. */
package dev.paceline.storage.scan;
