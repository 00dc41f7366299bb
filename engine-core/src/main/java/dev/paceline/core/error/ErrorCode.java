package dev.paceline.core.error;

/** The stable codes of all errors that Paceline reports, each with its class and SQLState. */
public enum ErrorCode {
  SYNTAX_ERROR(ErrorClass.USER, 1001, "42601"),
  UNKNOWN_TABLE(ErrorClass.USER, 1002, "42P01"),
  UNKNOWN_COLUMN(ErrorClass.USER, 1003, "42703"),
  INVALID_STATEMENT(ErrorClass.USER, 1004, "42000"),
  TYPE_MISMATCH(ErrorClass.USER, 1005, "42804"),
  TABLE_EXISTS(ErrorClass.USER, 1006, "42P07"),
  DIVISION_BY_ZERO(ErrorClass.USER, 1007, "22012"),
  NUMERIC_OVERFLOW(ErrorClass.USER, 1008, "22003"),
  INVALID_CAST(ErrorClass.USER, 1009, "22018"),
  INVALID_DATETIME(ErrorClass.USER, 1010, "22007"),
  INVALID_ARGUMENT(ErrorClass.USER, 1011, "22023"),
  STRING_TOO_LONG(ErrorClass.USER, 1012, "22001"),
  CARDINALITY_VIOLATION(ErrorClass.USER, 1013, "21000"),
  NOT_NULL_VIOLATION(ErrorClass.USER, 1014, "23502"),
  PARAMETER_COUNT(ErrorClass.USER, 1015, "07001"),
  /** Not "0A000": connection pools take that for a broken connection and drop it. */
  NOT_SUPPORTED(ErrorClass.USER, 1016, "0AP01"),
  /** A change of the transaction has failed; it can only be rolled back. */
  TRANSACTION_FAILED(ErrorClass.USER, 1017, "25P02"),
  /** The call is not allowed while a transaction has rows that are not committed. */
  TRANSACTION_ACTIVE(ErrorClass.USER, 1018, "25001"),
  /** A statement or a result is closed; its connection is not. */
  OBJECT_CLOSED(ErrorClass.USER, 1019, "55000"),
  /** A file's content is not what its format, its header or the statement says. */
  INVALID_FILE(ErrorClass.USER, 1020, "22P04"),
  CHECK_VIOLATION(ErrorClass.USER, 1021, "23514"),
  /** A sequence has no further value. */
  SEQUENCE_LIMIT(ErrorClass.USER, 1022, "2200H"),
  MEMORY_LIMIT(ErrorClass.RESOURCES, 2001, "53200"),
  DISK_FULL(ErrorClass.RESOURCES, 2002, "53100"),
  CANCELLED(ErrorClass.RESOURCES, 2003, "57014"),
  DEADLINE_EXCEEDED(ErrorClass.RESOURCES, 2004, "57014"),
  DATABASE_LOCKED(ErrorClass.RESOURCES, 2005, "55006"),
  ACCESS_DENIED(ErrorClass.RESOURCES, 2006, "42501"),
  IO_ERROR(ErrorClass.RESOURCES, 2007, "58030"),
  /** The connection or the database is closed. */
  CLOSED(ErrorClass.RESOURCES, 2008, "08003"),
  READ_ONLY(ErrorClass.RESOURCES, 2009, "25006"),
  CORRUPT_DATA(ErrorClass.INTERNAL, 3001, "XX001"),
  INTERNAL_ERROR(ErrorClass.INTERNAL, 3002, "XX000");

  private final ErrorClass errorClass;
  private final int vendorCode;
  private final String sqlState;

  ErrorCode(ErrorClass errorClass, int vendorCode, String sqlState) {
    this.errorClass = errorClass;
    this.vendorCode = vendorCode;
    this.sqlState = sqlState;
  }

  public ErrorClass errorClass() {
    return errorClass;
  }

  /** The number that JDBC reports for this error; never reused for another one. */
  public int vendorCode() {
    return vendorCode;
  }

  /** The five characters that JDBC reports for this error. */
  public String sqlState() {
    return sqlState;
  }
}
