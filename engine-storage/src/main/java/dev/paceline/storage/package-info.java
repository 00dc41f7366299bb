/** Internal. */
package dev.paceline.storage;
