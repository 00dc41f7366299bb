package dev.paceline.calcite.adapter;

import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.settings.NullOrder;
import dev.paceline.calcite.settings.QueryResources;
import dev.paceline.calcite.settings.SettingTarget;
import dev.paceline.core.engine.Engine;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.DatabaseOptions;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The settings in which sessions of one database may differ. Thread-safe. */
public final class SessionSettings implements SettingTarget {
  private final EngineInstance instance;
  private volatile ZoneId zone;
  private volatile NullOrder nullOrder = NullOrder.NULLS_LAST_ON_ASC_FIRST_ON_DESC;
  private final Experiment experiment;
  private volatile boolean readOnly;
  private final AtomicReference<QueryResources> resources =
      new AtomicReference<>(QueryResources.DEFAULT);

  private SessionSettings(EngineInstance instance, ConnectionUrl url) {
    this.instance = instance;
    this.zone = url.zone();
    this.experiment = url.knobs().experiment();
    this.readOnly = url.readOnly();
  }

  /**
   * Opens a database, or joins those who have it open, and applies the settings of a URL. The
   * caller releases the {@link #instance}.
   */
  public static SessionSettings open(ConnectionUrl url) {
    EarlyClasses.initialize();
    EngineInstance instance = EngineInstance.acquire(url);
    try {
      SessionSettings settings = new SessionSettings(instance, url);
      url.settings().checkOpenedWith(settings, instance.description());
      url.settings().applyTo(settings);
      return settings;
    } catch (RuntimeException | Error e) {
      instance.release();
      throw e;
    }
  }

  /** Returns the database of the session. */
  public EngineInstance instance() {
    return instance;
  }

  /** Returns the techniques and the join order of the session's queries. */
  public Experiment experiment() {
    return experiment;
  }

  @Override
  public Engine engine() {
    return instance.engine();
  }

  @Override
  public Database database() {
    return instance.database();
  }

  @Override
  public DatabaseOptions storage() {
    return instance.storage();
  }

  @Override
  public FileCache fileCache() {
    return instance.fileCache();
  }

  @Override
  public FileAccess fileAccess() {
    return instance.fileAccess();
  }

  @Override
  public QueryResources resources() {
    return resources.get();
  }

  @Override
  public void changeResources(UnaryOperator<QueryResources> change) {
    resources.updateAndGet(change);
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  /** Sets whether the session refuses changes. */
  public void setReadOnly(boolean value) {
    readOnly = value;
  }

  @Override
  public NullOrder nullOrder() {
    return nullOrder;
  }

  @Override
  public void changeNullOrder(@Nullable NullOrder order) {
    nullOrder = order == null ? NullOrder.NULLS_LAST_ON_ASC_FIRST_ON_DESC : order;
  }

  @Override
  public ZoneId zone() {
    return zone;
  }

  @Override
  public void changeZone(@Nullable ZoneId changed) {
    zone = changed == null ? ZoneId.systemDefault() : changed;
  }
}
