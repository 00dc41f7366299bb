package dev.paceline.storage.load.arrow;

import dev.paceline.storage.load.FileFormat;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.arrow.metadata.ArrowFile;
import dev.paceline.storage.load.share.FileCache;
import java.util.ArrayList;
import java.util.List;

/** Arrow files and streams as tables; the first bytes tell which of both a file is. */
public final class ArrowFormat implements FileFormat {
  @Override
  public String name() {
    return "arrow";
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public List<String> optionNames() {
    return List.of();
  }

  @Override
  public FileTable open(FileSet files, FileOptions options, FileCache cache) {
    options.checkNames(name(), optionNames());
    List<ArrowFile> opened = new ArrayList<>();
    for (FileSet.Entry entry : files.files()) {
      opened.add(ArrowFile.open(entry, cache.ledger()));
    }
    return new ArrowTable(files, options.values(), opened, cache);
  }
}
