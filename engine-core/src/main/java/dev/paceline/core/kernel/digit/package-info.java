/**
 * Internal. Kernels that parse numbers and dates of a few decimal digits, many at a time, and what
 * writes numbers, dates and times as digits.
 */
package dev.paceline.core.kernel.digit;
