package dev.paceline.server.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import dev.paceline.server.avatica.AvaticaServer;
import dev.paceline.server.avatica.ServerOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline serve}: serves a database over the network until it is told to stop. */
@Command(
    name = "serve",
    description = "Serves a database to JDBC clients on this machine.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "A loopback address (default: ${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8765",
      description = "The port (default: ${DEFAULT-VALUE}); 0 takes any free one.")
  private int port;

  @Option(
      names = "--connection-seconds",
      paramLabel = "N",
      defaultValue = "43200",
      description =
          "Connections that nobody uses for so long are closed (default: ${DEFAULT-VALUE}).")
  private int connectionSeconds;

  @Option(
      names = "--result-seconds",
      paramLabel = "N",
      defaultValue = "1800",
      description =
          "Open results from which nobody fetches for so long are closed, and connections whose"
              + " clients disconnected so long ago (default: ${DEFAULT-VALUE}).")
  private int resultSeconds;

  @Option(
      names = "--disconnect-seconds",
      paramLabel = "N",
      defaultValue = "60",
      description =
          "Open results of clients that disconnected so long ago are closed"
              + " (default: ${DEFAULT-VALUE}).")
  private int disconnectSeconds;

  @Option(
      names = "--grace-seconds",
      paramLabel = "N",
      defaultValue = "30",
      description =
          "How long running requests may go on when the server is told to stop"
              + " (default: ${DEFAULT-VALUE}).")
  private int graceSeconds;

  @Option(
      names = "--files",
      paramLabel = "DIR",
      split = ",",
      description =
          "Directories in which statements of clients may read and write files, separated by commas"
              + " (default: none).")
  private List<Path> files = List.of();

  private final DatabaseArguments database = new DatabaseArguments();
  private final Console console;

  private ServeCommand(Console console) {
    this.console = console;
  }

  /** Returns the command. */
  static CommandLine of(Console console) {
    ServeCommand serve = new ServeCommand(console);
    CommandLine command = new CommandLine(serve);
    serve.database.addTo(command.getCommandSpec());
    return command;
  }

  @Override
  public Integer call() throws SQLException, UnknownHostException, InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new PacelineException(INVALID_ARGUMENT, "--port is from 0 to 65535, not " + port);
    }
    InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host), port);
    ServerOptions options =
        new ServerOptions(
            Duration.ofSeconds(connectionSeconds),
            Duration.ofSeconds(resultSeconds),
            Duration.ofSeconds(disconnectSeconds),
            Duration.ofSeconds(graceSeconds));
    CountDownLatch stopped = new CountDownLatch(1);
    Thread stop;
    try (AvaticaServer server = AvaticaServer.start(url(), address, options)) {
      stop = Thread.currentThread();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitStop(stop, stopped), "stop"));
      console
          .out()
          .println(
              "Serving "
                  + (database.folder() == null ? "a database in memory" : database.folder()));
      console.out().println("Connect with " + server.clientUrl() + ";serialization=json");
      console.out().println("Ctrl-C stops.");
      console.out().flush();
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      console.out().println("Stopped.");
      console.out().flush();
    } finally {
      stopped.countDown();
    }
    return 0;
  }

  /** Returns the URL of the database, with the files that its clients may use. */
  private String url() {
    String directories =
        files.stream()
            .map(path -> path.toAbsolutePath().normalize().toString())
            .collect(Collectors.joining(","));
    return database.sharedUrl() + ";file_access=" + (files.isEmpty() ? "none" : directories);
  }

  /** Runs when the process is told to end, and lets the server close before the JVM ends. */
  private static void awaitStop(Thread server, CountDownLatch stopped) {
    server.interrupt();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
