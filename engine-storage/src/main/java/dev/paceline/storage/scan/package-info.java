/**
 * Internal. One scheduler for all running scans: which block is read, kept and handed out next.
 *
 * <p>{@link dev.paceline.storage.scan.ScanScheduler} holds the state and the rules that every
 * policy obeys, and knows no thread, clock, file or memory; a {@linkplain
 * dev.paceline.storage.scan.ScanPolicy policy} decides. The engine drives both under the lock of
 * {@link dev.paceline.storage.scan.ActiveBufferManager}, with reader threads; the simulator and the
 * tests drive the same classes under a virtual clock.
 *
 * <pre>
 *   scan: register → next → release → … → unregister
 *                     │         ↑
 *                     ↓         │
 *   ScanScheduler: choose    ready chunks ← loaded ← nextLoad: chooseLoad, victim
 * </pre>
 */
@NullMarked
package dev.paceline.storage.scan;

import org.jspecify.annotations.NullMarked;
