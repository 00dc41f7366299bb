/**
 * Internal. The seam between the engine and its storage: what a scan asks for (a target: columns,
 * predicates, runtime filters) and what it gets (chunks with encoded columns and their statistics).
 */
package dev.paceline.core.scan;
