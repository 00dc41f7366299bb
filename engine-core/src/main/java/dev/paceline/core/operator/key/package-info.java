/**
 * Internal. Keys of joins and groups: packed into one long where their ranges allow it, hashed
 * otherwise.
 */
package dev.paceline.core.operator.key;
