/**
 * Internal. A simulator of scans that share a device, a buffer pool and cores: the scheduler and
 * the policies of the engine under a virtual clock. Deterministic, without threads, files or
 * memory.
 */
@NullMarked
package dev.paceline.storage.scan.simulate;

import org.jspecify.annotations.NullMarked;
