package dev.paceline.server.avatica;

import dev.paceline.core.error.ErrorClass;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.NoSuchConnectionException;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.Service;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands before Avatica's service and turns what it throws into the one exception whose message,
 * code and SQLState both serialisations carry to the client.
 */
record ErrorTranslation(Service service) implements InvocationHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorTranslation.class);

  static Service around(Service service) {
    return (Service)
        Proxy.newProxyInstance(
            Service.class.getClassLoader(),
            new Class<?>[] {Service.class},
            new ErrorTranslation(service));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(service, arguments);
    } catch (InvocationTargetException e) {
      throw translate(e.getCause());
    }
  }

  /** The exception to answer with; a lost connection stays as it is, for clients reopen then. */
  static RuntimeException translate(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case NoSuchConnectionException lost -> {
          return lost;
        }
        case SQLException sql -> {
          return answer(sql.getMessage(), sql.getErrorCode(), sql.getSQLState());
        }
        case PacelineException own -> {
          if (own.code().errorClass() == ErrorClass.INTERNAL) {
            LOG.error("A statement failed", own);
          }
          return answer(own.getMessage(), own.code().vendorCode(), own.code().sqlState());
        }
        default -> {}
      }
    }
    LOG.error("A request failed", failure);
    return answer(
        "internal error: the server's log has the details",
        ErrorCode.INTERNAL_ERROR.vendorCode(),
        ErrorCode.INTERNAL_ERROR.sqlState());
  }

  private static AvaticaRuntimeException answer(String message, int code, String sqlState) {
    AvaticaRuntimeException answer =
        new AvaticaRuntimeException(
            message == null ? "no message" : message,
            code,
            sqlState == null ? ErrorCode.INTERNAL_ERROR.sqlState() : sqlState,
            AvaticaSeverity.ERROR);
    answer.setStackTrace(new StackTraceElement[0]);
    return answer;
  }
}
