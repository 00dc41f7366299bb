package dev.paceline.calcite.adapter;

/** Which version of Paceline this is, as the driver and the function version() say it. */
public final class ProductVersion {
  public static final int MAJOR = 0;
  public static final int MINOR = 1;

  private ProductVersion() {}

  /** Returns the numbers with a dot between them. */
  public static String number() {
    return MAJOR + "." + MINOR;
  }
}
