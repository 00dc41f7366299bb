package dev.paceline.calcite.session;

import dev.paceline.calcite.experiment.Experiment;
import java.time.ZoneId;

/**
 * What one session may have different from others of the same database.
 *
 * @param zone of CURRENT_TIMESTAMP and of TIMESTAMP WITH LOCAL TIME ZONE
 * @param priority of its queries at first, from 1 on
 * @param experiment what it does in another way than usual
 */
public record SessionSettings(ZoneId zone, int priority, Experiment experiment) {}
