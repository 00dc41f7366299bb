package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.NameSuggestion;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanPolicyKind;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.jspecify.annotations.Nullable;

/** Reads SET and RESET. There is one option, and it holds for all sessions of the database. */
final class DatabaseOption {
  private static final String SCAN_POLICY = "scan_policy";

  private DatabaseOption() {}

  static StatementPlan plan(SqlSetOption set) {
    String name = set.name().toString();
    if (set.getScope() != null) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, "ALTER " + set.getScope() + " is not supported; leave it out");
    }
    if (!SCAN_POLICY.equalsIgnoreCase(name)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there is no option "
              + name
              + NameSuggestion.of(name, List.of(SCAN_POLICY))
              + "; there is "
              + SCAN_POLICY);
    }
    String value = text(set.getValue());
    return new StatementPlan.SetScanPolicy(
        value == null ? ScanPolicyKind.AUTO : ScanPolicyKind.parse(SCAN_POLICY, value));
  }

  private static @Nullable String text(@Nullable SqlNode value) {
    return switch (value) {
      case null -> null;
      case SqlIdentifier identifier -> identifier.toString();
      case SqlLiteral literal -> literal.toValue();
      default -> value.toString();
    };
  }
}
