package dev.paceline.server.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Formats an event as a line: the time of day, the level, the class and the message, and below it
 * the stack trace if there is one. Logback's own pattern would read the rules of all time zones
 * when a process starts, though most log nothing.
 */
final class LogLine extends LayoutBase<ILoggingEvent> {
  @Override
  public String doLayout(ILoggingEvent event) {
    LocalTime time = LocalTime.ofInstant(event.getInstant(), ZoneId.systemDefault());
    String logger = event.getLoggerName();
    IThrowableProxy failure = event.getThrowableProxy();
    return DateTimeFormatter.ofPattern("HH:mm:ss.SSS").format(time)
        + " %-5s ".formatted(event.getLevel())
        + logger.substring(logger.lastIndexOf('.') + 1)
        + " - "
        + event.getFormattedMessage()
        + System.lineSeparator()
        + (failure == null ? "" : ThrowableProxyUtil.asString(failure));
  }
}
