/**
 * Internal. The buffer pool: blocks that were read from files, in frames of the memory ledger.
 *
 * <p>The pool knows nothing of files: a {@linkplain dev.paceline.storage.buffer.PoolBlock block}
 * reads and checks itself. Scans ask for groups of blocks; a group is admitted when all of it fits,
 * so that no two scans can each hold half of what they need. A few reader threads do the reading,
 * one block once however many wait for it. A group that is in memory but not taken yet can lose its
 * frames to one that waits too long; blocks that nobody wants stay until their room is needed, by
 * the pool or by anyone else who allocates from the ledger.
 *
 * <p>Locks: the pool has one, and never calls a block, the ledger, or a listener while it holds it.
 */
package dev.paceline.storage.buffer;
