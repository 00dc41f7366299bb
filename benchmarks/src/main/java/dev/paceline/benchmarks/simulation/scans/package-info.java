/**
 * A simulator of scans that share a device, a buffer pool and cores. It runs the scheduler and the
 * policies of the engine under a virtual clock. It is deterministic and uses no threads, files or
 * off-heap memory.
 */
@NullMarked
package dev.paceline.benchmarks.simulation.scans;

import org.jspecify.annotations.NullMarked;
