package dev.paceline.calcite.session;

import static java.util.stream.Collectors.joining;

import dev.paceline.calcite.adapter.MemorySize;
import dev.paceline.calcite.adapter.NameSuggestion;
import dev.paceline.calcite.adapter.QueryResources;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.storage.scan.ScanPolicyKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.jspecify.annotations.Nullable;

/** What SET and RESET change. */
enum SettableOption {
  /** Which blocks the scans of all sessions read. */
  SCAN_POLICY {
    @Override
    Consumer<Session> change(@Nullable String value) {
      ScanPolicyKind kind =
          value == null ? ScanPolicyKind.AUTO : ScanPolicyKind.parse(sqlName(), value);
      return session -> session.instance().useScanPolicy(kind);
    }
  },
  /** How the queries of all sessions share the workers. */
  SCHEDULING_POLICY {
    @Override
    Consumer<Session> change(@Nullable String value) {
      SchedulingPolicyKind kind =
          value == null
              ? SchedulingPolicyKind.STRIDE
              : SchedulingPolicyKind.parse(sqlName(), value);
      return session -> session.instance().engine().useSchedulingPolicy(kind);
    }
  },
  /** What the policies that draw begin with, for runs that can be repeated. */
  SCHEDULING_SEED {
    @Override
    Consumer<Session> change(@Nullable String value) {
      Long seed = value == null ? null : Long.valueOf(number(value));
      return session -> session.instance().engine().useSchedulingSeed(seed);
    }
  },
  /** How many of the latest work orders of all sessions SHOW TRACE shows. */
  TRACED_ORDERS {
    @Override
    Consumer<Session> change(@Nullable String value) {
      int count = value == null ? 0 : number(value);
      return session -> session.instance().engine().setTracedOrders(count);
    }
  },
  /** How many of the workers run orders, for all sessions. */
  WORKERS {
    @Override
    Consumer<Session> change(@Nullable String value) {
      int count = value == null ? 0 : number(value);
      return session -> {
        int all = session.instance().engine().options().workers();
        session.instance().engine().setActiveWorkers(value == null ? all : count);
      };
    }
  },
  /** Whether each worker keeps to one processor. */
  PINNED_WORKERS {
    @Override
    Consumer<Session> change(@Nullable String value) {
      boolean pinned = value != null && flag(value);
      return session -> session.instance().engine().setPinnedWorkers(pinned);
    }
  },
  /** How important the queries of this session are from the next one on. */
  PRIORITY {
    @Override
    Consumer<Session> change(@Nullable String value) {
      int priority = value == null ? QueryResources.DEFAULT.priority() : number(value);
      return session -> session.setResources(session.resources().withPriority(priority));
    }
  },
  /** The most workers that each query of the session has at once. */
  QUERY_WORKERS {
    @Override
    Consumer<Session> change(@Nullable String value) {
      int count = value == null ? QueryResources.DEFAULT.workers() : number(value);
      return session -> session.setResources(session.resources().withWorkers(count));
    }
  },
  /** What running queries should need together; others wait. */
  ADMISSION_MEMORY {
    @Override
    Consumer<Session> change(@Nullable String value) {
      long bytes = value == null ? 0 : MemorySize.parse(sqlName(), value, 1);
      return session -> session.instance().engine().setAdmissionBytes(bytes);
    }
  },
  /** What each query of the session should hold in memory. */
  QUERY_MEMORY {
    @Override
    Consumer<Session> change(@Nullable String value) {
      long bytes =
          value == null
              ? QueryResources.DEFAULT.memoryBytes()
              : MemorySize.parse(sqlName(), value, 1);
      return session -> session.setResources(session.resources().withMemory(bytes));
    }
  },
  /** How many rows each query of the session hands from one operator to the next at once. */
  UNIT_OF_TRANSFER {
    @Override
    Consumer<Session> change(@Nullable String value) {
      UnitOfTransfer unit =
          value == null
              ? QueryResources.DEFAULT.unitOfTransfer()
              : UnitOfTransfer.parse(sqlName(), value);
      return session -> session.setResources(session.resources().withUnitOfTransfer(unit));
    }
  },
  /** How large the blocks are in which it hands them on. */
  TRANSFER_BLOCK {
    @Override
    Consumer<Session> change(@Nullable String value) {
      long bytes =
          value == null
              ? UnitOfTransfer.DEFAULT_BLOCK_BYTES
              : MemorySize.parse(sqlName(), value, 1);
      return session -> session.setResources(session.resources().withTransferBlock(bytes));
    }
  },
  /** How many workers take these blocks at once, of each transfer. */
  TRANSFER_CONSUMERS {
    @Override
    Consumer<Session> change(@Nullable String value) {
      ConsumerLimits limits =
          value == null ? ConsumerLimits.NONE : ConsumerLimits.parse(sqlName(), value);
      return session -> session.setResources(session.resources().withTransferConsumers(limits));
    }
  };

  /**
   * Reads a value.
   *
   * @param value null for the default
   * @throws PacelineException INVALID_ARGUMENT
   */
  abstract Consumer<Session> change(@Nullable String value);

  /** What SET calls it. */
  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  int number(String value) {
    try {
      int number = Integer.parseInt(value);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        sqlName() + " is a whole number from 1 on, not '" + value + "'");
  }

  boolean flag(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT, sqlName() + " is true or false, not '" + value + "'");
    };
  }

  static StatementPlan plan(SqlSetOption set) {
    if (set.getScope() != null) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, "ALTER " + set.getScope() + " is not supported; leave it out");
    }
    return new StatementPlan.Set(of(set.name().toString()).change(text(set.getValue())));
  }

  private static SettableOption of(String name) {
    for (SettableOption option : values()) {
      if (option.name().equalsIgnoreCase(name)) {
        return option;
      }
    }
    List<String> names = Arrays.stream(values()).map(SettableOption::sqlName).toList();
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "there is no option "
            + name
            + NameSuggestion.of(name, names)
            + "; there are "
            + names.stream().collect(joining(", ")));
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
