package dev.paceline.calcite.settings;

import static dev.paceline.calcite.settings.SettingScope.INSTANCE;
import static dev.paceline.calcite.settings.SettingScope.SESSION;
import static java.util.Objects.requireNonNullElse;

import dev.paceline.core.error.Choice;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.scan.ActiveBufferManager;
import dev.paceline.storage.scan.ScanPolicyKind;
import dev.paceline.storage.table.DatabaseOptions;
import dev.paceline.storage.table.DatabaseOptions.DirectInput;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The registry of all settings. A new setting is one constant here and one element of {@link #ALL};
 * docs/settings.md lists them.
 */
public final class Settings {
  private static final String AUTO = "auto";
  private static final int MAX_WORKERS = 1024;

  public static final Setting<Long> ADMISSION_MEMORY =
      new Setting<>(
          "admission_memory",
          INSTANCE,
          SettingType.size(1, "512MB"),
          AUTO,
          "Memory that the running queries should need together; other queries wait. By default"
              + " nine tenths of the memory that queries can hold.",
          target -> target.engine().admissionBytes(),
          (target, bytes) -> target.engine().setAdmissionBytes(requireNonNullElse(bytes, 0L)));

  public static final Setting<Long> BUFFER_POOL =
      new Setting<>(
          "buffer_pool",
          INSTANCE,
          SettingType.size(0, "1GB"),
          AUTO,
          "Memory for the blocks of a stored database, less than memory. By default three quarters"
              + " of memory.",
          target -> target.storage().poolBytes(),
          null);

  public static final Setting<NullOrder> DEFAULT_NULL_ORDER =
      new Setting<>(
          "default_null_order",
          SESSION,
          SettingType.choice(NullOrder.class),
          Choice.nameOf(NullOrder.NULLS_LAST_ON_ASC_FIRST_ON_DESC),
          "Where NULLs are in an ORDER BY without NULLS FIRST or NULLS LAST.",
          SettingTarget::nullOrder,
          SettingTarget::changeNullOrder);

  public static final Setting<DirectInput> DIRECT_INPUT =
      new Setting<>(
          "direct_input",
          INSTANCE,
          SettingType.choice(DirectInput.class),
          AUTO,
          "Whether reads bypass the page cache of the operating system, so that the buffer pool"
              + " alone decides which blocks stay. The value auto bypasses it if the files are"
              + " larger than the pool.",
          target -> target.storage().directInput(),
          null);

  public static final Setting<FileAccess> FILE_ACCESS =
      new Setting<>(
          "file_access",
          INSTANCE,
          SettingType.fileAccess(),
          "all",
          "Files that statements may read and write: all, none, or those below directories that"
              + " are separated by commas. A server allows none by default.",
          target -> target.fileAccess(),
          null);

  public static final Setting<Long> FILE_CACHE =
      new Setting<>(
          "file_cache",
          INSTANCE,
          SettingType.size(0, "256MB"),
          AUTO,
          "Memory for columns of files that were read before, and for what running queries share"
              + " of files; it is given back when queries need it. With 0 nothing is kept or"
              + " shared. By default an eighth of memory.",
          target -> target.fileCache().limitBytes(),
          (target, bytes) ->
              target
                  .fileCache()
                  .setLimitBytes(
                      requireNonNullElse(
                          bytes, FileCache.defaultBytes(target.engine().options().memoryBytes()))));

  public static final Setting<Long> MEMORY =
      new Setting<>(
          "memory",
          INSTANCE,
          SettingType.size(MemorySize.MIN_BYTES, "2GB"),
          AUTO,
          "Hard limit of all off-heap memory. By default half of what the machine or container has"
              + " beside the Java heap.",
          target -> target.engine().options().memoryBytes(),
          null);

  public static final Setting<Boolean> PINNED_WORKERS =
      new Setting<>(
          "pinned_workers",
          INSTANCE,
          SettingType.flag(),
          "false",
          "Whether each worker runs on one processor only (Linux). This serves measurements; a"
              + " pinned worker waits for its own processor while others are idle.",
          target -> target.engine().hasPinnedWorkers(),
          (target, pinned) -> target.engine().setPinnedWorkers(requireNonNullElse(pinned, false)));

  public static final Setting<Integer> PRIORITY =
      new Setting<>(
          "priority",
          SESSION,
          SettingType.integer(1, Integer.MAX_VALUE, "8"),
          "1",
          "Priority of the queries that the session begins from now on; greater is more important.",
          target -> target.resources().priority(),
          (target, priority) ->
              target.changeResources(
                  resources ->
                      resources.withPriority(
                          requireNonNullElse(priority, QueryResources.DEFAULT.priority()))));

  public static final Setting<Long> QUERY_MEMORY =
      new Setting<>(
          "query_memory",
          SESSION,
          SettingType.size(1, "64MB"),
          AUTO,
          "Memory that each query of the session should hold; the rest goes to temporary files. By"
              + " default the query's share of memory.",
          target -> {
            long bytes = target.resources().memoryBytes();
            return bytes == MemoryBudget.FAIR_SHARE ? null : (Long) bytes;
          },
          (target, bytes) ->
              target.changeResources(
                  resources ->
                      resources.withMemory(
                          requireNonNullElse(bytes, QueryResources.DEFAULT.memoryBytes()))));

  public static final Setting<Integer> QUERY_WORKERS =
      new Setting<>(
          "query_workers",
          SESSION,
          SettingType.integer(1, Integer.MAX_VALUE, "2"),
          "all",
          "Largest number of workers that each query of the session has at once.",
          target -> {
            int workers = target.resources().workers();
            return workers == QueryResources.DEFAULT.workers() ? null : (Integer) workers;
          },
          (target, workers) ->
              target.changeResources(
                  resources ->
                      resources.withWorkers(
                          requireNonNullElse(workers, QueryResources.DEFAULT.workers()))));

  public static final Setting<Long> READ_BANDWIDTH =
      new Setting<>(
          "read_bandwidth",
          INSTANCE,
          SettingType.size(1, "200MB"),
          "unlimited",
          "Largest number of bytes that are read from files in a second, to leave room for other"
              + " programs.",
          target -> {
            long bytes = target.storage().readBytesPerSecond();
            return bytes == 0 ? null : (Long) bytes;
          },
          null);

  public static final Setting<Integer> READ_DEPTH =
      new Setting<>(
          "read_depth",
          INSTANCE,
          SettingType.integer(0, DatabaseOptions.MOST_READ_DEPTH, "16"),
          AUTO,
          "Number of reads that the device is given at a time. By default the engine doubles it as"
              + " long as that brings a tenth more.",
          target -> {
            int depth = target.storage().readDepth();
            return depth == 0 ? null : (Integer) depth;
          },
          null);

  public static final Setting<Boolean> READ_ONLY =
      new Setting<>(
          "read_only",
          SESSION,
          SettingType.flag(),
          "false",
          "Whether changes are refused; several processes may read one directory.",
          SettingTarget::isReadOnly,
          null);

  public static final Setting<ScanPolicyKind> SCAN_POLICY =
      new Setting<>(
          "scan_policy",
          INSTANCE,
          SettingType.choice(ScanPolicyKind.class),
          AUTO,
          "Policy that decides which blocks of a stored database are read, kept and handed out"
              + " first. A database in memory reads no blocks.",
          target -> {
            ActiveBufferManager buffers = target.database().buffers();
            return buffers == null ? null : buffers.policy();
          },
          (target, policy) -> {
            ActiveBufferManager buffers = target.database().buffers();
            if (buffers != null) {
              buffers.usePolicy(requireNonNullElse(policy, ScanPolicyKind.AUTO));
            }
          });

  public static final Setting<SchedulingPolicyKind> SCHEDULING_POLICY =
      new Setting<>(
          "scheduling_policy",
          INSTANCE,
          SettingType.choice(SchedulingPolicyKind.class),
          "stride",
          "Policy by which queries share the workers.",
          target -> target.engine().schedulingPolicy(),
          (target, policy) ->
              target
                  .engine()
                  .useSchedulingPolicy(requireNonNullElse(policy, SchedulingPolicyKind.STRIDE)));

  public static final Setting<Integer> SCHEDULING_SEED =
      new Setting<>(
          "scheduling_seed",
          INSTANCE,
          SettingType.integer(1, Integer.MAX_VALUE, "7"),
          "none",
          "Seed of the scheduling policies that draw random numbers; none draws others each time.",
          target -> {
            Long seed = target.engine().schedulingSeed();
            return seed == null ? null : (Integer) Math.toIntExact(seed);
          },
          (target, seed) ->
              target.engine().useSchedulingSeed(seed == null ? null : (Long) seed.longValue()));

  public static final Setting<Path> TEMPORARY_DIRECTORY =
      new Setting<>(
          "temporary_directory",
          INSTANCE,
          SettingType.directory(),
          AUTO,
          "Directory of temporary files. By default the database's if it may be written, otherwise"
              + " the system's (java.io.tmpdir).",
          target -> target.engine().options().temporaryStorage().directory(),
          null);

  public static final Setting<Long> TEMPORARY_LIMIT =
      new Setting<>(
          "temporary_limit",
          INSTANCE,
          SettingType.size(0, "20GB"),
          AUTO,
          "Largest size of the temporary files of all queries together; with 0 a query fails that"
              + " does not fit into memory. By default three quarters of the space that is free"
              + " when the database is opened.",
          target -> target.engine().options().temporaryStorage().limitBytes(),
          null);

  public static final Setting<ZoneId> TIME_ZONE =
      new Setting<>(
          "time_zone",
          SESSION,
          SettingType.zone(),
          "system",
          "Time zone of CURRENT_TIMESTAMP and of TIMESTAMP WITH LOCAL TIME ZONE. By default the"
              + " JVM's.",
          SettingTarget::zone,
          SettingTarget::changeZone);

  public static final Setting<Integer> TRACED_ORDERS =
      new Setting<>(
          "traced_orders",
          INSTANCE,
          SettingType.integer(0, Integer.MAX_VALUE, "100000"),
          "0",
          "Number of the latest work orders that SHOW TRACE shows.",
          target -> target.engine().tracedOrders(),
          (target, count) -> target.engine().setTracedOrders(requireNonNullElse(count, 0)));

  public static final Setting<Long> TRANSFER_BLOCK =
      new Setting<>(
          "transfer_block",
          SESSION,
          SettingType.size(1, "4MB"),
          "2MB",
          "Size of a block between operators, from 64KB to 64MB.",
          target -> target.resources().unitOfTransfer().blockBytes(),
          (target, bytes) ->
              target.changeResources(
                  resources ->
                      resources.withTransferBlock(
                          requireNonNullElse(bytes, UnitOfTransfer.DEFAULT_BLOCK_BYTES))));

  public static final Setting<ConsumerLimits> TRANSFER_CONSUMERS =
      new Setting<>(
          "transfer_consumers",
          SESSION,
          SettingType.consumers(),
          "1..",
          "Number of workers that consume the blocks of one transfer at once.",
          target -> target.resources().unitOfTransfer().consumers(),
          (target, limits) ->
              target.changeResources(
                  resources ->
                      resources.withTransferConsumers(
                          requireNonNullElse(limits, ConsumerLimits.NONE))));

  public static final Setting<UnitOfTransfer> UNIT_OF_TRANSFER =
      new Setting<>(
          "unit_of_transfer",
          SESSION,
          SettingType.unitOfTransfer(),
          AUTO,
          "Number of blocks that must be full before the next operator begins to consume them.",
          target -> target.resources().unitOfTransfer(),
          (target, unit) ->
              target.changeResources(
                  resources ->
                      resources.withUnitOfTransfer(
                          requireNonNullElse(unit, QueryResources.DEFAULT.unitOfTransfer()))));

  public static final Setting<Integer> WORKERS =
      new Setting<>(
          "workers",
          INSTANCE,
          SettingType.integer(1, MAX_WORKERS, "8"),
          AUTO,
          "Threads that run queries, by default one for each processor. SET changes how many of"
              + " them are active, and starts more if they are too few.",
          target -> target.engine().activeWorkers(),
          (target, count) ->
              target
                  .engine()
                  .setActiveWorkers(
                      requireNonNullElse(count, target.engine().options().workers())));

  /** All settings, sorted by name. */
  public static final List<Setting<?>> ALL =
      List.of(
          ADMISSION_MEMORY,
          BUFFER_POOL,
          DEFAULT_NULL_ORDER,
          DIRECT_INPUT,
          FILE_ACCESS,
          FILE_CACHE,
          MEMORY,
          PINNED_WORKERS,
          PRIORITY,
          QUERY_MEMORY,
          QUERY_WORKERS,
          READ_BANDWIDTH,
          READ_DEPTH,
          READ_ONLY,
          SCAN_POLICY,
          SCHEDULING_POLICY,
          SCHEDULING_SEED,
          TEMPORARY_DIRECTORY,
          TEMPORARY_LIMIT,
          TIME_ZONE,
          TRACED_ORDERS,
          TRANSFER_BLOCK,
          TRANSFER_CONSUMERS,
          UNIT_OF_TRANSFER,
          WORKERS);

  /** Names that DuckDB has for settings, and the names here. */
  public static final Map<String, String> OTHER_NAMES =
      Map.of(
          "max_memory", "memory",
          "memory_limit", "memory",
          "temp_directory", "temporary_directory",
          "threads", "workers",
          "worker_threads", "workers");

  private Settings() {}

  /**
   * Returns the setting that a user means: {@code query_memory} and {@code queryMemory} are the
   * same, in any case. A setting may also have a name in {@link #OTHER_NAMES}.
   *
   * @throws PacelineException INVALID_ARGUMENT that suggests the nearest name and lists all
   */
  public static Setting<?> of(String written) {
    String known = OTHER_NAMES.getOrDefault(written.toLowerCase(Locale.ROOT), written);
    for (Setting<?> setting : ALL) {
      if (isName(setting, known)) {
        return setting;
      }
    }
    List<String> names = ALL.stream().map(Setting::name).toList();
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "there is no setting "
            + written
            + NameSuggestion.of(written, names)
            + "; there are "
            + String.join(", ", names));
  }

  /** Returns whether a user means a setting by a name. */
  public static boolean isName(Setting<?> setting, String written) {
    return withoutSeparators(setting.name()).equals(withoutSeparators(written));
  }

  private static String withoutSeparators(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }
}
