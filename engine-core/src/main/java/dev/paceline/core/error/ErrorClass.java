package dev.paceline.core.error;

/** Who can mend an error. */
public enum ErrorClass {
  /** The statement or its data is wrong; the message says where. */
  USER,
  /** Memory, disk, time or another resource ran out, or the caller cancelled. */
  RESOURCES,
  /** A defect of the engine or damage of its data. */
  INTERNAL
}
