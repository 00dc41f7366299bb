package dev.paceline.server.cli;

import dev.paceline.core.error.ErrorClass;
import dev.paceline.core.error.PacelineException;
import dev.paceline.datasets.DataSet;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The program {@code paceline}. */
public final class PacelineCommand {
  private static final int FAILURE = 1;
  private static final int BUFFER_BYTES = 1 << 16;

  private PacelineCommand() {}

  /** Runs a command and exits with its status: 0, 1 for an error, 2 for wrong options. */
  public static void main(String[] arguments) {
    WarmUp warmUp = WarmUp.start(arguments);
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    int status = run(new Console(out, err), warmUp, arguments);
    out.flush();
    System.exit(status);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor), BUFFER_BYTES),
        false,
        StandardCharsets.UTF_8);
  }

  /**
   * Runs a command in this JVM.
   *
   * @return its exit status
   */
  public static int run(PrintStream out, PrintStream err, String... arguments) {
    return run(new Console(out, err), WarmUp.NONE, arguments);
  }

  private static int run(Console console, WarmUp warmUp, String... arguments) {
    PrintStream out = console.out();
    PrintStream err = console.err();
    CommandLine root = root();
    root.addSubcommand(SqlCommand.of(console, warmUp));
    if (arguments.length == 0 || !arguments[0].equals(SqlCommand.NAME)) {
      addOtherCommands(root, console);
    }
    root.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    root.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    root.setExecutionExceptionHandler((failure, command, parsed) -> report(failure, console));
    if (arguments.length == 0) {
      root.usage(root.getErr());
      return CommandLine.ExitCode.USAGE;
    }
    int status = root.execute(arguments);
    err.flush();
    return status;
  }

  private static CommandLine root() {
    CommandSpec spec =
        specification("paceline", new PacelineCommand(), "A SQL analytics engine inside the JVM.");
    spec.versionProvider(new Version());
    spec.usageMessage().synopsisSubcommandLabel("COMMAND");
    return new CommandLine(spec);
  }

  /**
   * Returns a command with no options but {@code --help} and {@code --version}, without reading
   * annotations.
   *
   * @param command what runs, if it is a {@code Callable}
   */
  static CommandSpec specification(String name, Object command, String description) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name);
    spec.usageMessage().description(description);
    return spec.addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("Print version information and exit.")
                .build());
  }

  /** Adds the commands other than {@code sql}, whose start must be quick and does not need them. */
  private static void addOtherCommands(CommandLine root, Console console) {
    root.addSubcommand(DemoCommand.of(console));
    root.addSubcommand(GenerateCommand.of("tpch", "TPC-H", DataSet.TPCH, console));
    root.addSubcommand(GenerateCommand.of("tpcds", "TPC-DS", DataSet.TPCDS, console));
    root.addSubcommand(
        GenerateCommand.of("ssb", "the Star Schema Benchmark", DataSet.SSB, console));
    root.addSubcommand(ServeCommand.of(console));
    root.addSubcommand(new TrainingCommand());
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      root.addSubcommand(provider.command(console));
    }
  }

  /** Prints an error; with a stack trace only if it is a defect of Paceline. */
  private static int report(Exception failure, Console console) {
    console.error(failure);
    boolean explained =
        failure instanceof SQLException
            || failure instanceof IOException
            || failure instanceof PacelineException own
                && own.code().errorClass() != ErrorClass.INTERNAL;
    if (!explained) {
      failure.printStackTrace(console.err());
    }
    return FAILURE;
  }

  /** Reads the version from the manifest of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = PacelineCommand.class.getPackage().getImplementationVersion();
      return new String[] {
        "paceline " + (version == null ? "(not from a jar)" : version),
        "java "
            + System.getProperty("java.version")
            + " ("
            + System.getProperty("java.vendor")
            + ")"
      };
    }
  }
}
