/**
 * Internal. The one memory ledger: every off-heap byte is reserved here before it is allocated, has
 * an owner, and is given back through the {@linkplain dev.paceline.core.memory.MemoryScope scope}
 * that it came from.
 */
package dev.paceline.core.memory;
