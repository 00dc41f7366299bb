/**
 * Internal. The runtime filters that build sides of joins publish: sets of keys and Bloom filters.
 */
package dev.paceline.core.operator.join.filter;
