/** Tests of the embedding API. */
package dev.paceline;
