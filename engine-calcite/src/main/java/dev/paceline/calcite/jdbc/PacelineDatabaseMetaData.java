package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.adapter.ProductVersion;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.SystemSchema;
import dev.paceline.calcite.session.Session;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.TableDefinition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.sql.SqlJdbcFunctionCall;
import org.apache.calcite.sql.parser.SqlParser;
import org.jspecify.annotations.Nullable;

/** The content and the abilities of a database. Names match in any case, as in statements. */
final class PacelineDatabaseMetaData extends DatabaseTraits implements SelfWrapper {
  private static final String PRODUCT = "Paceline";
  private static final String TABLE = "TABLE";
  private static final String VIEW = "VIEW";
  private static final String SYSTEM_TABLE = "SYSTEM TABLE";
  private static final String TEMPORARY_TABLE = "LOCAL TEMPORARY";
  private static final int MAX_TEXT_BYTES = 16_777_215;

  private final PacelineConnection connection;
  private final Session session;
  private final CatalogQueries queries;

  PacelineDatabaseMetaData(PacelineConnection connection) {
    this.connection = connection;
    this.session = connection.session();
    this.queries = new CatalogQueries(session);
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tableNamePattern,
      String @Nullable [] types)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SchemaTable table : tables(catalog, schemaPattern, tableNamePattern)) {
      if (types == null || Arrays.asList(types).contains(table.type())) {
        rows.add(
            new Object[] {
              null,
              table.schema(),
              table.name(),
              table.type(),
              table.comment(),
              null,
              null,
              null,
              null,
              null
            });
      }
    }
    rows.sort(Comparator.comparing(row -> String.valueOf(row[3])));
    return queries.of(
        "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
            + " SELF_REFERENCING_COL_NAME REF_GENERATION",
        rows);
  }

  /** A table or a view and the schema that it is in. */
  private record SchemaTable(
      String schema,
      String name,
      String type,
      List<ColumnDefinition> columns,
      @Nullable String comment) {
    static SchemaTable of(String schema, String type, TableDefinition table) {
      return new SchemaTable(schema, table.name(), type, table.columns(), table.comment());
    }
  }

  /** The tables that match, by schema and name. */
  private List<SchemaTable> tables(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern) {
    if (catalog != null && !catalog.isEmpty()) {
      return List.of();
    }
    List<SchemaTable> all = new ArrayList<>();
    session
        .instance()
        .database()
        .tables()
        .forEach(
            table ->
                all.add(SchemaTable.of(table.definition().schema(), TABLE, table.definition())));
    session
        .catalog()
        .temporary()
        .database()
        .tables()
        .forEach(
            table ->
                all.add(
                    SchemaTable.of(SessionCatalog.TEMPORARY, TEMPORARY_TABLE, table.definition())));
    session
        .views()
        .forEach(
            (view, columns) ->
                all.add(
                    new SchemaTable(view.schema(), view.name(), VIEW, columns, view.comment())));
    session
        .systemTables()
        .forEach(table -> all.add(SchemaTable.of(SystemSchema.NAME, SYSTEM_TABLE, table)));
    return all.stream()
        .filter(table -> CatalogQueries.matches(schemaPattern, table.schema()))
        .filter(table -> CatalogQueries.matches(namePattern, table.name()))
        .sorted(Comparator.comparing(SchemaTable::schema).thenComparing(SchemaTable::name))
        .toList();
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String tableNamePattern,
      @Nullable String columnNamePattern)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SchemaTable table : tables(catalog, schemaPattern, tableNamePattern)) {
      for (int i = 0; i < table.columns().size(); i++) {
        ColumnDefinition column = table.columns().get(i);
        if (CatalogQueries.matches(columnNamePattern, column.name())) {
          rows.add(columnRow(table, column, i + 1));
        }
      }
    }
    return queries.of(
        "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:i TYPE_NAME COLUMN_SIZE:i"
            + " BUFFER_LENGTH:i DECIMAL_DIGITS:i NUM_PREC_RADIX:i NULLABLE:i REMARKS COLUMN_DEF"
            + " SQL_DATA_TYPE:i SQL_DATETIME_SUB:i CHAR_OCTET_LENGTH:i ORDINAL_POSITION:i"
            + " IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE:s"
            + " IS_AUTOINCREMENT IS_GENERATEDCOLUMN",
        rows);
  }

  private static @Nullable Object[] columnRow(
      SchemaTable table, ColumnDefinition column, int position) {
    DataType type = column.type();
    boolean number = TypeNames.isNumeric(type);
    boolean scaled = number || TypeNames.scale(type) > 0;
    ColumnValue value = column.value();
    return new Object[] {
      null,
      table.schema(),
      table.name(),
      column.name(),
      TypeNames.jdbcType(type),
      TypeNames.typeName(type),
      TypeNames.precision(type),
      null,
      scaled ? TypeNames.scale(type) : null,
      number ? 10 : null,
      column.nullable() ? columnNullable : columnNoNulls,
      column.comment(),
      value == null || column.isGenerated() ? null : value.expression(),
      0,
      0,
      TypeNames.isText(type) ? (int) Math.min(4L * type.precision(), MAX_TEXT_BYTES) : null,
      position,
      column.nullable() ? "YES" : "NO",
      null,
      null,
      null,
      null,
      value != null && value.sequence() != null ? "YES" : "NO",
      column.isGenerated() ? "YES" : "NO"
    };
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    List<String> schemas = new ArrayList<>(session.instance().database().schemas());
    schemas.addAll(List.of(SystemSchema.NAME, SessionCatalog.TEMPORARY));
    schemas.sort(null);
    for (String schema : schemas) {
      if ((catalog == null || catalog.isEmpty()) && CatalogQueries.matches(schemaPattern, schema)) {
        rows.add(new Object[] {schema, null});
      }
    }
    return queries.of("TABLE_SCHEM TABLE_CATALOG", rows);
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return queries.of("TABLE_CAT", List.of());
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(new Object[] {TEMPORARY_TABLE});
    rows.add(new Object[] {SYSTEM_TABLE});
    rows.add(new Object[] {TABLE});
    rows.add(new Object[] {VIEW});
    return queries.of("TABLE_TYPE", rows);
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Arrays.stream(TypeKind.values())
        .filter(PacelineDatabaseMetaData::isColumnType)
        .map(PacelineDatabaseMetaData::greatest)
        .sorted(Comparator.comparingInt(TypeNames::jdbcType))
        .forEach(type -> rows.add(typeRow(type)));
    return queries.of(
        "TYPE_NAME DATA_TYPE:i PRECISION:i LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE:s"
            + " CASE_SENSITIVE:b SEARCHABLE:s UNSIGNED_ATTRIBUTE:b FIXED_PREC_SCALE:b"
            + " AUTO_INCREMENT:b LOCAL_TYPE_NAME MINIMUM_SCALE:s MAXIMUM_SCALE:s SQL_DATA_TYPE:i"
            + " SQL_DATETIME_SUB:i NUM_PREC_RADIX:i",
        rows);
  }

  /** Whether CREATE TABLE knows the type by a name alone. */
  private static boolean isColumnType(TypeKind kind) {
    return switch (kind) {
      case INTERVAL, LIST, STRUCT, MAP -> false;
      default -> true;
    };
  }

  /** The type of a kind with the largest precision and scale. */
  private static DataType greatest(TypeKind kind) {
    int digits = DataType.MAX_DECIMAL_PRECISION;
    return switch (kind) {
      case DECIMAL -> DataType.decimal(digits, digits);
      case CHAR, VARCHAR, BINARY, VARBINARY -> new DataType(kind, MAX_TEXT_BYTES, 0);
      default -> new DataType(kind, 0, 0);
    };
  }

  private static @Nullable Object[] typeRow(DataType type) {
    TypeKind kind = type.kind();
    String prefix =
        switch (kind) {
          case CHAR, VARCHAR -> "'";
          case BINARY, VARBINARY -> "X'";
          case DATE, TIME, TIMESTAMP -> kind.name() + " '";
          default -> null;
        };
    String parameters =
        switch (kind) {
          case DECIMAL -> "precision,scale";
          case CHAR, VARCHAR, BINARY, VARBINARY -> "length";
          default -> null;
        };
    return new Object[] {
      kind.sqlName(),
      TypeNames.jdbcType(type),
      TypeNames.precision(type),
      prefix,
      prefix == null ? null : "'",
      parameters,
      typeNullable,
      TypeNames.isText(type),
      typeSearchable,
      false,
      false,
      false,
      null,
      0,
      TypeNames.scale(type),
      0,
      0,
      TypeNames.isNumeric(type) ? 10 : null
    };
  }

  // What there is none of.

  @Override
  public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
    return queries.of("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:s PK_NAME", List.of());
  }

  private ResultSet noKeys() throws SQLException {
    return queries.of(
        "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
            + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:s UPDATE_RULE:s DELETE_RULE:s FK_NAME PK_NAME"
            + " DEFERRABILITY:s",
        List.of());
  }

  @Override
  public ResultSet getImportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return noKeys();
  }

  @Override
  public ResultSet getExportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return noKeys();
  }

  @Override
  public ResultSet getCrossReference(
      String parentCatalog,
      String parentSchema,
      String parentTable,
      String foreignCatalog,
      String foreignSchema,
      String foreignTable)
      throws SQLException {
    return noKeys();
  }

  @Override
  public ResultSet getIndexInfo(
      String catalog, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    return queries.of(
        "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:b INDEX_QUALIFIER INDEX_NAME TYPE:s"
            + " ORDINAL_POSITION:s COLUMN_NAME ASC_OR_DESC CARDINALITY:i PAGES:i"
            + " FILTER_CONDITION",
        List.of());
  }

  private ResultSet noRowColumns() throws SQLException {
    return queries.of(
        "SCOPE:s COLUMN_NAME DATA_TYPE:i TYPE_NAME COLUMN_SIZE:i BUFFER_LENGTH:i DECIMAL_DIGITS:s"
            + " PSEUDO_COLUMN:s",
        List.of());
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String catalog, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    return noRowColumns();
  }

  @Override
  public ResultSet getVersionColumns(String catalog, String schema, String table)
      throws SQLException {
    return noRowColumns();
  }

  @Override
  public ResultSet getProcedures(String catalog, String schemaPattern, String namePattern)
      throws SQLException {
    return queries.of(
        "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED1 RESERVED2 RESERVED3 REMARKS"
            + " PROCEDURE_TYPE:s SPECIFIC_NAME",
        List.of());
  }

  @Override
  public ResultSet getProcedureColumns(
      String catalog, String schemaPattern, String namePattern, String columnPattern)
      throws SQLException {
    return queries.of(
        "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE:s DATA_TYPE:i"
            + " TYPE_NAME PRECISION:i LENGTH:i SCALE:s RADIX:s NULLABLE:s REMARKS COLUMN_DEF"
            + " SQL_DATA_TYPE:i SQL_DATETIME_SUB:i CHAR_OCTET_LENGTH:i ORDINAL_POSITION:i"
            + " IS_NULLABLE SPECIFIC_NAME",
        List.of());
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
      throws SQLException {
    return queries.of(
        "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:s SPECIFIC_NAME",
        catalog == null || catalog.isEmpty()
            ? FunctionRows.functions(connection, schemaPattern, namePattern)
            : List.of());
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemaPattern,
      @Nullable String namePattern,
      @Nullable String columnPattern)
      throws SQLException {
    return queries.of(
        "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE:s DATA_TYPE:i"
            + " TYPE_NAME PRECISION:i LENGTH:i SCALE:s RADIX:s NULLABLE:s REMARKS"
            + " CHAR_OCTET_LENGTH:i ORDINAL_POSITION:i IS_NULLABLE SPECIFIC_NAME",
        catalog == null || catalog.isEmpty()
            ? FunctionRows.columns(schemaPattern, namePattern, columnPattern)
            : List.of());
  }

  @Override
  public ResultSet getColumnPrivileges(
      String catalog, String schema, String table, String columnPattern) throws SQLException {
    return queries.of(
        "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE",
        List.of());
  }

  @Override
  public ResultSet getTablePrivileges(String catalog, String schemaPattern, String namePattern)
      throws SQLException {
    return queries.of(
        "TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE", List.of());
  }

  @Override
  public ResultSet getUDTs(String catalog, String schemaPattern, String namePattern, int[] types)
      throws SQLException {
    return queries.of(
        "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:i REMARKS BASE_TYPE:s", List.of());
  }

  @Override
  public ResultSet getSuperTypes(String catalog, String schemaPattern, String namePattern)
      throws SQLException {
    return queries.of(
        "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME", List.of());
  }

  @Override
  public ResultSet getSuperTables(String catalog, String schemaPattern, String namePattern)
      throws SQLException {
    return queries.of("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME", List.of());
  }

  @Override
  public ResultSet getAttributes(
      String catalog, String schemaPattern, String namePattern, String attributePattern)
      throws SQLException {
    return queries.of(
        "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:i ATTR_TYPE_NAME ATTR_SIZE:i"
            + " DECIMAL_DIGITS:i NUM_PREC_RADIX:i NULLABLE:i REMARKS ATTR_DEF SQL_DATA_TYPE:i"
            + " SQL_DATETIME_SUB:i CHAR_OCTET_LENGTH:i ORDINAL_POSITION:i IS_NULLABLE"
            + " SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE:s",
        List.of());
  }

  @Override
  public ResultSet getPseudoColumns(
      String catalog, String schemaPattern, String tablePattern, String columnPattern)
      throws SQLException {
    return queries.of(
        "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:i COLUMN_SIZE:i DECIMAL_DIGITS:i"
            + " NUM_PREC_RADIX:i COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH:i IS_NULLABLE",
        List.of());
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    ClientInfo.NAMES.forEach(
        (name, meaning) -> rows.add(new Object[] {name, Integer.MAX_VALUE, "", meaning}));
    return queries.of("NAME MAX_LEN:i DEFAULT_VALUE DESCRIPTION", rows);
  }

  // Names and versions.

  @Override
  public String getDatabaseProductName() {
    return PRODUCT;
  }

  @Override
  public String getDatabaseProductVersion() {
    return ProductVersion.number();
  }

  @Override
  public int getDatabaseMajorVersion() {
    return PacelineDriver.MAJOR_VERSION;
  }

  @Override
  public int getDatabaseMinorVersion() {
    return PacelineDriver.MINOR_VERSION;
  }

  @Override
  public String getDriverName() {
    return PRODUCT + " JDBC driver";
  }

  @Override
  public String getDriverVersion() {
    return getDatabaseProductVersion();
  }

  @Override
  public int getDriverMajorVersion() {
    return PacelineDriver.MAJOR_VERSION;
  }

  @Override
  public int getDriverMinorVersion() {
    return PacelineDriver.MINOR_VERSION;
  }

  @Override
  public String getURL() {
    return connection.url();
  }

  @Override
  public String getUserName() {
    return "";
  }

  @Override
  public boolean isReadOnly() {
    return session.isReadOnly();
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getSQLKeywords() {
    return SqlParser.create("").getMetadata().getJdbcKeywords();
  }

  @Override
  public String getNumericFunctions() {
    return SqlJdbcFunctionCall.getNumericFunctions();
  }

  @Override
  public String getStringFunctions() {
    return SqlJdbcFunctionCall.getStringFunctions();
  }

  @Override
  public String getSystemFunctions() {
    return SqlJdbcFunctionCall.getSystemFunctions();
  }

  @Override
  public String getTimeDateFunctions() {
    return SqlJdbcFunctionCall.getTimeDateFunctions();
  }
}
