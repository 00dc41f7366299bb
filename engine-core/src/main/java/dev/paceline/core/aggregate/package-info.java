/**
 * Internal. The registry of aggregate functions of doubles: each is one declaration beside the body
 * that computes its result from moments.
 */
package dev.paceline.core.aggregate;
