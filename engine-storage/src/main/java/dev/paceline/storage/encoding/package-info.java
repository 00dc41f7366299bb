/**
 * Internal. How values become codes and how scans work on codes: for every encoding one class that
 * estimates and writes, and one that filters and reads.
 */
package dev.paceline.storage.encoding;
