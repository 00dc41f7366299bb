package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.error.Choice;
import dev.paceline.core.kernel.tier.KernelTier;
import dev.paceline.core.sched.PipelineReport;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.scan.ActiveBufferManager;
import dev.paceline.storage.scan.BufferReport;
import dev.paceline.storage.scan.BufferUse;
import dev.paceline.storage.scan.SharingPotential;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;

/**
 * Tables that show what the database does at the moment of a query: which queries run and how they
 * share the workers; which scans run, and which blocks they share. A database in memory reads no
 * blocks, so that the tables of scans and blocks are empty there.
 */
public final class SystemSchema extends AbstractSchema {
  public static final String NAME = "paceline";

  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<String, Table> tables = new TreeMap<>();
  private final List<TableDefinition> definitions = new ArrayList<>();

  public SystemSchema(EngineInstance instance) {
    add(
        instance,
        "queries",
        SystemSchema::queries,
        column("number", DataType.INT64),
        column("query", DataType.VARCHAR),
        column("priority", DataType.INT32),
        column("elapsed_seconds", DataType.FLOAT64),
        column("busy_seconds", DataType.FLOAT64),
        column("orders", DataType.INT64),
        column("progress", DataType.FLOAT64),
        column("memory_bytes", DataType.INT64),
        column("memory_peak_bytes", DataType.INT64),
        column("temporary_bytes", DataType.INT64),
        column("state", DataType.VARCHAR),
        column("max_workers", DataType.INT32),
        column("memory_min_bytes", DataType.INT64),
        column("memory_max_bytes", DataType.INT64),
        column("scanned_bytes", DataType.INT64),
        column("read_bytes", DataType.INT64));
    add(
        instance,
        "pipelines",
        SystemSchema::pipelines,
        column("query", DataType.INT64),
        column("pipeline", DataType.INT32),
        column("steps", DataType.VARCHAR),
        column("state", DataType.VARCHAR),
        column("waits_for", DataType.VARCHAR),
        column("orders", DataType.INT64),
        column("busy_seconds", DataType.FLOAT64),
        column("takes_from", DataType.VARCHAR),
        column("progress", DataType.FLOAT64),
        column("concurrency", DataType.FLOAT64));
    add(
        instance,
        "scheduler",
        SystemSchema::scheduler,
        column("scheduling_policy", DataType.VARCHAR),
        column("workers", DataType.INT32),
        column("active_workers", DataType.INT32),
        column("running_queries", DataType.INT32),
        column("memory_limit_bytes", DataType.INT64),
        column("memory_used_bytes", DataType.INT64),
        column("memory_peak_bytes", DataType.INT64),
        column("admission_memory_bytes", DataType.INT64),
        column("pinned_workers", DataType.BOOLEAN));
    add(
        instance,
        "scans",
        ofBuffers(SystemSchema::scans),
        column("table_name", DataType.VARCHAR),
        column("columns_read", DataType.INT32),
        column("chunks", DataType.INT32),
        column("chunks_left", DataType.INT32),
        column("chunks_in_use", DataType.INT32),
        column("chunks_available", DataType.INT32),
        column("chunks_shared", DataType.INT64),
        column("waiting", DataType.BOOLEAN),
        column("rows_per_second", DataType.FLOAT64),
        column("scan", DataType.INT64));
    add(
        instance,
        "buffer",
        SystemSchema::buffer,
        column("scan_policy", DataType.VARCHAR),
        column("capacity_bytes", DataType.INT64),
        column("used_bytes", DataType.INT64),
        column("blocks_read", DataType.INT64),
        column("bytes_read", DataType.INT64),
        column("evictions", DataType.INT64),
        column("read_depth", DataType.INT32),
        column("reads_under_way", DataType.INT32),
        column("bytes_per_second", DataType.FLOAT64));
    add(
        instance,
        "sharing",
        ofBuffers(SystemSchema::sharing),
        column("scans", DataType.INT32),
        column("wanted_bytes", DataType.INT64));
    add(
        instance,
        "scan_pairs",
        SystemSchema::scanPairs,
        column("table_name", DataType.VARCHAR),
        column("scan", DataType.INT64),
        column("other_scan", DataType.INT64),
        column("wanted_bytes", DataType.INT64));
    add(
        instance,
        "chunks",
        ofBuffers(SystemSchema::chunks),
        column("table_name", DataType.VARCHAR),
        column("chunk", DataType.INT32),
        column("row_count", DataType.INT32),
        column("blocks_resident", DataType.INT32),
        column("blocks_loading", DataType.INT32),
        column("resident_bytes", DataType.INT64),
        column("scans_wanting", DataType.INT32),
        column("orders_using", DataType.INT32));
    add(
        instance,
        "kernels",
        SystemSchema::kernels,
        column("family", DataType.VARCHAR),
        column("serving", DataType.VARCHAR),
        column("scalar_calls", DataType.INT64));
    add(SettingsTableSource.DEFINITION, new SettingsTableSource(instance));
  }

  private static ColumnDefinition column(String name, DataType type) {
    return new ColumnDefinition(name, type, false);
  }

  private void add(
      EngineInstance instance,
      String name,
      BiConsumer<EngineInstance, Appender> rows,
      ColumnDefinition... columns) {
    TableDefinition definition = new TableDefinition(name, Arrays.asList(columns));
    add(definition, new SystemTableSource(instance, NAME, definition, rows));
  }

  private void add(TableDefinition definition, SystemTableSource source) {
    definitions.add(definition);
    tables.put(definition.name(), new PacelineTable(source));
  }

  /** Returns what the tables look like. */
  public List<TableDefinition> definitions() {
    return Collections.unmodifiableList(definitions);
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tables;
  }

  /** Rows about what a stored database reads; none if nothing is read. */
  private static BiConsumer<EngineInstance, Appender> ofBuffers(
      BiConsumer<BufferReport, Appender> rows) {
    return (instance, appender) -> {
      ActiveBufferManager buffers = instance.database().buffers();
      if (buffers != null) {
        rows.accept(buffers.report(), appender);
      }
    };
  }

  private static void queries(EngineInstance instance, Appender rows) {
    int workers = instance.engine().workers();
    for (QueryReport query : instance.engine().queries()) {
      rows.setLong(0, query.number());
      rows.setBytes(1, text(query.name()));
      rows.setLong(2, query.priority());
      rows.setDouble(3, query.elapsedNanos() / NANOS_PER_SECOND);
      rows.setDouble(4, query.busyNanos() / NANOS_PER_SECOND);
      rows.setLong(5, query.orders());
      rows.setDouble(6, query.progress());
      rows.setLong(7, query.memoryBytes());
      rows.setLong(8, query.memoryPeakBytes());
      rows.setLong(9, query.temporaryBytes());
      rows.setBytes(10, text(query.state().sqlName()));
      rows.setLong(11, Math.min(workers, query.resources().maxWorkers()));
      rows.setLong(12, query.resources().minBytes());
      rows.setLong(13, query.resources().maxBytes());
      rows.setLong(14, query.scannedBytes());
      rows.setLong(15, query.readBytes());
      rows.endRow();
    }
  }

  private static void pipelines(EngineInstance instance, Appender rows) {
    for (PipelineReport pipeline : instance.engine().pipelines()) {
      rows.setLong(0, pipeline.query());
      rows.setLong(1, pipeline.number());
      rows.setBytes(2, text(pipeline.steps()));
      rows.setBytes(3, text(Choice.nameOf(pipeline.state())));
      rows.setBytes(4, text(pipeline.waitsFor()));
      rows.setLong(5, pipeline.orders());
      rows.setDouble(6, pipeline.busyNanos() / NANOS_PER_SECOND);
      rows.setBytes(7, text(pipeline.takesFrom()));
      rows.setDouble(8, pipeline.progress());
      rows.setDouble(9, pipeline.concurrency());
      rows.endRow();
    }
  }

  private static void scheduler(EngineInstance instance, Appender rows) {
    Engine engine = instance.engine();
    rows.setBytes(0, text(engine.schedulingPolicy().sqlName()));
    rows.setLong(1, engine.workers());
    rows.setLong(2, engine.activeWorkers());
    rows.setLong(3, engine.queryCount());
    rows.setLong(4, engine.ledger().limitBytes());
    rows.setLong(5, engine.ledger().usedBytes());
    rows.setLong(6, engine.ledger().peakBytes());
    rows.setLong(7, engine.admissionBytes());
    rows.setBoolean(8, engine.hasPinnedWorkers());
    rows.endRow();
  }

  private static void scans(BufferReport report, Appender rows) {
    for (BufferReport.Scan scan : report.scans()) {
      rows.setBytes(0, text(scan.table()));
      rows.setLong(1, scan.columns());
      rows.setLong(2, scan.chunks());
      rows.setLong(3, scan.chunksLeft());
      rows.setLong(4, scan.chunksInUse());
      rows.setLong(5, scan.chunksAvailable());
      rows.setLong(6, scan.chunksShared());
      rows.setBoolean(7, scan.waiting());
      rows.setDouble(8, scan.rowsPerSecond());
      rows.setLong(9, scan.number());
      rows.endRow();
    }
  }

  private static void buffer(EngineInstance instance, Appender rows) {
    ActiveBufferManager buffers = instance.database().buffers();
    if (buffers == null) {
      return;
    }
    BufferUse use = buffers.use();
    rows.setBytes(0, text(use.policy().sqlName()));
    rows.setLong(1, use.capacityBytes());
    rows.setLong(2, use.usedBytes());
    rows.setLong(3, use.reads());
    rows.setLong(4, use.readBytes());
    rows.setLong(5, use.evictions());
    rows.setLong(6, use.readDepth());
    rows.setLong(7, use.readsUnderWay());
    rows.setDouble(8, use.bytesPerSecond());
    rows.endRow();
  }

  private static void sharing(BufferReport report, Appender rows) {
    for (int scans = 1; scans <= SharingPotential.MANY; scans++) {
      rows.setLong(0, scans);
      rows.setLong(1, report.sharing().bytes(scans));
      rows.endRow();
    }
  }

  private static void scanPairs(EngineInstance instance, Appender rows) {
    ActiveBufferManager buffers = instance.database().buffers();
    if (buffers == null) {
      return;
    }
    for (SharingPotential.Pair pair : buffers.sharingPairs()) {
      rows.setBytes(0, text(pair.table()));
      rows.setLong(1, pair.first());
      rows.setLong(2, pair.second());
      rows.setLong(3, pair.bytes());
      rows.endRow();
    }
  }

  private static void chunks(BufferReport report, Appender rows) {
    for (BufferReport.Chunk chunk : report.chunks()) {
      rows.setBytes(0, text(chunk.table()));
      rows.setLong(1, chunk.ordinal());
      rows.setLong(2, chunk.rows());
      rows.setLong(3, chunk.blocksResident());
      rows.setLong(4, chunk.blocksLoading());
      rows.setLong(5, chunk.residentBytes());
      rows.setLong(6, chunk.scansWanting());
      rows.setLong(7, chunk.users());
      rows.endRow();
    }
  }

  /** The kernels belong to the process, not to a database. */
  private static void kernels(EngineInstance instance, Appender rows) {
    for (KernelTier<?> tier : KernelTier.all()) {
      rows.setBytes(0, text(tier.name()));
      rows.setBytes(1, text(Choice.nameOf(tier.state())));
      rows.setLong(2, tier.scalarCalls());
      rows.endRow();
    }
  }

  private static byte[] text(List<Integer> numbers) {
    return text(numbers.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
