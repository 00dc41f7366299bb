package dev.paceline.server.avatica;

import org.apache.calcite.avatica.Meta.MetaResultSet;
import org.apache.calcite.avatica.remote.LocalService;

/** Avatica's dispatch to our meta service, which forgets results that are sent whole. */
final class ServerService extends LocalService {
  private final ServerMeta meta;

  ServerService(ServerMeta meta) {
    super(meta);
    this.meta = meta;
  }

  @Override
  public ResultSetResponse toResponse(MetaResultSet rows) {
    ResultSetResponse response = super.toResponse(rows);
    meta.forgetMetadata(rows.statementId);
    return response;
  }
}
