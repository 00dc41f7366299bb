/** What the tests of all modules share: leak checks, vectors made of plain values, fake chunks. */
package dev.paceline.core.testing;
