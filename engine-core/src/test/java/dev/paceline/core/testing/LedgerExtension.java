package dev.paceline.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link MemoryLedger} as a parameter, one a test, and fails the test that leaves
 * memory in it.
 */
public final class LedgerExtension implements ParameterResolver, AfterEachCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(LedgerExtension.class);
  private static final long LIMIT_BYTES = 1L << 30;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == MemoryLedger.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            "ledger", unused -> new MemoryLedger(LIMIT_BYTES), MemoryLedger.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    MemoryLedger ledger = context.getStore(NAMESPACE).remove("ledger", MemoryLedger.class);
    if (ledger == null) {
      return;
    }
    assertThat(ledger.openScopes()).as("memory scopes left open").isEmpty();
    assertThat(ledger.usedBytes()).as("bytes left in the ledger").isZero();
    ledger.close();
  }
}
