package dev.paceline.core.expr.library;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Computes digests as hexadecimal digits, and keeps the latest one, because many columns have runs
 * of equal strings, such as empty ones. For one thread.
 */
final class HexDigest {
  private final MessageDigest digest;
  private byte[] lastInput;
  private byte[] lastDigits;

  HexDigest(MessageDigest digest) {
    this.digest = digest;
    lastInput = new byte[0];
    lastDigits = digits(lastInput);
  }

  /** Returns the digits of a digest, which are not to be changed. */
  byte[] of(byte[] input) {
    if (!Arrays.equals(input, lastInput)) {
      lastDigits = digits(input);
      lastInput = input;
    }
    return lastDigits;
  }

  private byte[] digits(byte[] input) {
    return HexFormat.of().formatHex(digest.digest(input)).getBytes(US_ASCII);
  }
}
