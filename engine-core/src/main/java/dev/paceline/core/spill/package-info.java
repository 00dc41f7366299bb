/**
 * Internal. Temporary files, under one quota: where operators put what does not fit into their
 * query's {@linkplain dev.paceline.core.memory.MemoryBudget budget}. They end with their query at
 * the latest, and with the process in any case.
 */
package dev.paceline.core.spill;
