/**
 * Internal. The run of a statement: its deadline, its progress, and how its planning notices that
 * nobody waits for it any more.
 */
package dev.paceline.calcite.cancel;
