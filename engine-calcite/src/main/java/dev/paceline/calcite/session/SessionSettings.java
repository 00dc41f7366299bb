package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.QueryResources;
import dev.paceline.calcite.experiment.Experiment;
import java.time.ZoneId;

/**
 * What one session may have different from others of the same database.
 *
 * @param zone of CURRENT_TIMESTAMP and of TIMESTAMP WITH LOCAL TIME ZONE
 * @param resources of its queries at first
 * @param experiment what it does in another way than usual
 */
public record SessionSettings(ZoneId zone, QueryResources resources, Experiment experiment) {}
