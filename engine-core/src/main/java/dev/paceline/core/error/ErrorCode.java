package dev.paceline.core.error;

/** The stable codes of all errors that Paceline reports, each with its class and SQLState. */
public enum ErrorCode {
  SYNTAX_ERROR(ErrorClass.USER, "42601"),
  UNKNOWN_TABLE(ErrorClass.USER, "42P01"),
  UNKNOWN_COLUMN(ErrorClass.USER, "42703"),
  INVALID_STATEMENT(ErrorClass.USER, "42000"),
  TYPE_MISMATCH(ErrorClass.USER, "42804"),
  TABLE_EXISTS(ErrorClass.USER, "42P07"),
  DIVISION_BY_ZERO(ErrorClass.USER, "22012"),
  NUMERIC_OVERFLOW(ErrorClass.USER, "22003"),
  INVALID_CAST(ErrorClass.USER, "22018"),
  INVALID_DATETIME(ErrorClass.USER, "22007"),
  INVALID_ARGUMENT(ErrorClass.USER, "22023"),
  STRING_TOO_LONG(ErrorClass.USER, "22001"),
  CARDINALITY_VIOLATION(ErrorClass.USER, "21000"),
  NOT_NULL_VIOLATION(ErrorClass.USER, "23502"),
  PARAMETER_COUNT(ErrorClass.USER, "07001"),
  NOT_SUPPORTED(ErrorClass.USER, "0A000"),
  MEMORY_LIMIT(ErrorClass.RESOURCES, "53200"),
  DISK_FULL(ErrorClass.RESOURCES, "53100"),
  CANCELLED(ErrorClass.RESOURCES, "57014"),
  DEADLINE_EXCEEDED(ErrorClass.RESOURCES, "57014"),
  DATABASE_LOCKED(ErrorClass.RESOURCES, "55006"),
  ACCESS_DENIED(ErrorClass.RESOURCES, "42501"),
  IO_ERROR(ErrorClass.RESOURCES, "58030"),
  CLOSED(ErrorClass.RESOURCES, "08003"),
  CORRUPT_DATA(ErrorClass.INTERNAL, "XX001"),
  INTERNAL_ERROR(ErrorClass.INTERNAL, "XX000");

  private final ErrorClass errorClass;
  private final String sqlState;

  ErrorCode(ErrorClass errorClass, String sqlState) {
    this.errorClass = errorClass;
    this.sqlState = sqlState;
  }

  public ErrorClass errorClass() {
    return errorClass;
  }

  /** The five characters that JDBC reports for this error. */
  public String sqlState() {
    return sqlState;
  }
}
