package dev.paceline.core.operator.sort;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An ordered source that is chosen when it is opened: how rows were kept is known only then. */
final class DeferredSource implements Source {
  private final String name;
  private final Supplier<Source> choice;
  private volatile @Nullable Source chosen;

  /**
   * @param choice gives an ordered source, once what it depends on is complete
   */
  DeferredSource(String name, Supplier<Source> choice) {
    this.name = name;
    this.choice = choice;
  }

  private Source chosen() {
    return requireNonNull(chosen, "not open");
  }

  @Override
  public void open() {
    Source source = choice.get();
    source.open();
    chosen = source;
  }

  @Override
  public @Nullable Morsel next() {
    return chosen().next();
  }

  @Override
  public boolean exhausted() {
    return chosen().exhausted();
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    return chosen().newReader(context);
  }

  @Override
  public void close() {
    Source source = chosen;
    if (source != null) {
      source.close();
    }
  }

  @Override
  public String name() {
    return name;
  }
}
