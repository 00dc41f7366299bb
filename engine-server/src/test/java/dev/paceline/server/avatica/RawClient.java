package dev.paceline.server.avatica;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that speaks HTTP by hand, so that it can do what no good client does. */
final class RawClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 120_000;

  private final Socket socket;

  RawClient(InetSocketAddress server) throws IOException {
    socket = new Socket(server.getAddress(), server.getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  /** An answer. */
  record Answer(int status, String body) {
    /** The number after the first field of a name. */
    int number(String field) {
      return Integer.parseInt(body.replaceAll("(?s).*?\"" + field + "\":(-?\\d+).*", "$1"));
    }
  }

  void send(byte[] body, String contentType) throws IOException {
    String head =
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            + contentType
            + "\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    byte[] headBytes = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[headBytes.length + body.length];
    System.arraycopy(headBytes, 0, all, 0, headBytes.length);
    System.arraycopy(body, 0, all, headBytes.length, body.length);
    socket.getOutputStream().write(all);
  }

  void send(String json) throws IOException {
    send(json.getBytes(StandardCharsets.UTF_8), "application/json");
  }

  Answer receive() throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.readUnsignedByte());
    }
    int status = Integer.parseInt(head.substring(9, 12));
    int length =
        Integer.parseInt(head.toString().replaceAll("(?is).*content-length: (\\d+).*", "$1"));
    return new Answer(status, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  Answer ask(String json) throws IOException {
    send(json);
    return receive();
  }

  /** Opens an Avatica connection. */
  void open(String id) throws IOException {
    ask("{\"request\":\"openConnection\",\"connectionId\":\"%s\",\"info\":{}}".formatted(id));
  }

  /** Creates a statement; returns its id. */
  int statement(String id) throws IOException {
    return ask("{\"request\":\"createStatement\",\"connectionId\":\"%s\"}".formatted(id))
        .number("statementId");
  }

  static String execute(String id, int statement, String sql) {
    return ("{\"request\":\"prepareAndExecute\",\"connectionId\":\"%s\",\"statementId\":%d,"
            + "\"maxRowCount\":-1,\"sql\":\"%s\"}")
        .formatted(id, statement, sql);
  }

  static String fetch(String id, int statement) {
    return ("{\"request\":\"fetch\",\"connectionId\":\"%s\",\"statementId\":%d,\"offset\":0,"
            + "\"fetchMaxRowCount\":100}")
        .formatted(id, statement);
  }

  /** Resets the TCP connection: the server gets an RST instead of an end. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
