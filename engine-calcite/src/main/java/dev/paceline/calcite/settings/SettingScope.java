package dev.paceline.calcite.settings;

/** The part of the system for which a setting holds. */
public enum SettingScope {
  /** The setting holds for all sessions of an open database. */
  INSTANCE,
  /** The setting holds for one session. */
  SESSION
}
