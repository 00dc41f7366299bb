package dev.paceline.calcite.session;

import java.time.ZoneId;

/**
 * What one session may have different from others of the same database.
 *
 * @param zone of CURRENT_TIMESTAMP and of TIMESTAMP WITH LOCAL TIME ZONE
 */
public record SessionSettings(ZoneId zone) {}
