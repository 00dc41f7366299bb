<#-- Statements that Calcite's grammar does not have, or has in fewer forms. -->

/** One statement, with or without semicolons, and the end of the text. */
SqlNode StatementAndEnd() :
{
    final SqlNode statement;
}
{
    {
        if (getToken(1).kind == EOF || getToken(1).kind == SEMICOLON) {
            throw SyntaxErrors.at(getPos(), "the statement is empty");
        }
    }
    statement = Statement() ( <SEMICOLON> )* <EOF>
    { return statement; }
}

SqlNode Statement() :
{
    final SqlNode statement;
}
{
    (
        LOOKAHEAD( { ListEnds.startsQuery(getToken(1).kind) } )
        statement = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    |
        statement = ChangeOfRows()
    |
        statement = Explain()
    |
        statement = SetOption()
    |
        statement = Show()
    |
        statement = Describe()
    |
        statement = ControlQuery()
    |
        statement = Alter()
    |
        statement = Create()
    |
        statement = Drop()
    |
        statement = Truncate()
    |
        statement = Comment()
    |
        statement = Prepare()
    |
        statement = Execute()
    |
        statement = Deallocate()
    |
        statement = Copy()
    |
        statement = CopyDatabase()
    |
        statement = Summarize()
    |
        statement = Pragma()
    |
        statement = Analyze()
    |
        statement = Use()
    |
        statement = Call()
    |
        LOOKAHEAD({ startsCheckpoint() })
        statement = Checkpoint()
    |
        LOOKAHEAD({ startsExtension() })
        statement = Extension()
    |
        statement = UnsupportedStatement()
    )
    { return statement; }
}

SqlNode ChangeOfRows() :
{
    final Span s;
    final SqlNode statement;
}
{
    (
        LOOKAHEAD(2)
        <INSERT> { s = span(); } <OR> { statement = unsupported(s, "INSERT OR REPLACE"); }
    |
        statement = InsertStatement()
    |
        statement = SqlDelete()
    |
        LOOKAHEAD(2)
        <UPDATE> { s = span(); } <OR> { statement = unsupported(s, "UPDATE OR REPLACE"); }
    |
        statement = SqlUpdate()
    |
        statement = SqlMerge()
    )
    { return statement; }
}

/** INSERT, with a list of what it returns of its rows. */
SqlNode InsertStatement() :
{
    final SqlNode insert;
    final List<SqlNode> items = new ArrayList<SqlNode>();
}
{
    insert = SqlInsert()
    [
        <RETURNING> SelectList(items)
        {
            return new ReturningStatement(
                Span.of(insert).end(this), insert, new SqlNodeList(items, Span.of(items).pos()));
        }
    ]
    { return insert; }
}

/** EXPLAIN [ANALYZE] [(option, …)], or EXPLAIN PLAN … FOR. */
SqlNode Explain() :
{
    final Span s;
    final ExplainOptions wanted = new ExplainOptions();
    final SqlNode explained;
}
{
    <EXPLAIN> { s = span(); }
    (
        <PLAN>
        [ wanted.level = ExplainDetailLevel() ]
        ExplainDepth()
        [ <AS> ( <XML> | <JSON> | <DOT_FORMAT> ) { wanted.format = token.image; } ]
        <FOR>
    |
        [ LOOKAHEAD(1) <ANALYZE> { wanted.analyze = true; } ]
        [
            LOOKAHEAD( <LPAREN> ( <ANALYZE> | <FORMAT> | <IDENTIFIER> ) )
            <LPAREN> ExplainOption(wanted) ( <COMMA> ExplainOption(wanted) )* <RPAREN>
        ]
    )
    (
        LOOKAHEAD( { ListEnds.startsQuery(getToken(1).kind) } )
        explained = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    |
        explained = ChangeOfRows()
    |
        explained = Create()
    )
    { return new ExplainStatement(s.end(this), explained, wanted); }
}

void ExplainOption(ExplainOptions wanted) :
{
    boolean value = true;
}
{
    <ANALYZE> [ <TRUE> | <ON> | <FALSE> { value = false; } | <OFF> { value = false; } ]
    { wanted.analyze = value; }
|
    <FORMAT> ( <XML> | <JSON> | <IDENTIFIER> ) { wanted.format = token.image; }
|
    <IDENTIFIER> {
        throw SyntaxErrors.at(
            getPos(), "EXPLAIN has no option " + token.image + "; it has ANALYZE and FORMAT");
    }
}

/** SET name = value, SET name TO value, and RESET name; SET VARIABLE and RESET VARIABLE. */
SqlNode SetOption() :
{
    final Span s;
    final SqlIdentifier name;
    String scope = null;
    SqlNode value = null;
}
{
    LOOKAHEAD( <SET> <VARIABLE> SimpleIdentifier() )
    <SET> { s = span(); } <VARIABLE> name = SimpleIdentifier() ( <EQ> | <TO> )
    value = Expression(ExprContext.ACCEPT_SUB_QUERY)
    { return new VariableStatement(s.end(this), name, value); }
|
    LOOKAHEAD( <RESET> <VARIABLE> SimpleIdentifier() )
    <RESET> { s = span(); } <VARIABLE> name = SimpleIdentifier()
    { return new VariableStatement(s.end(this), name, null); }
|
    <SET> { s = span(); }
    [
        LOOKAHEAD( ( <SESSION> | <LOCAL> | <GLOBAL> ) SimpleIdentifier() )
        ( <SESSION> | ( <LOCAL> | <GLOBAL> ) { scope = token.image.toUpperCase(Locale.ROOT); } )
    ]
    (
        LOOKAHEAD(2)
        <TIME> <ZONE> { name = new SqlIdentifier("time_zone", getPos()); }
        ( value = StringLiteral() | <LOCAL> | <DEFAULT_> )
    |
        name = CompoundIdentifier()
        ( <EQ> | <TO> )
        ( value = OptionValue() | <DEFAULT_> )
    )
    { return new SqlSetOption(s.end(this), scope, (SqlNode) name, value); }
|
    <RESET> { s = span(); }
    (
        name = CompoundIdentifier()
    |
        <ALL> { name = new SqlIdentifier(token.image, getPos()); }
    )
    { return new SqlSetOption(s.end(this), null, (SqlNode) name, null); }
}

SqlNode OptionValue() :
{
    final SqlNode value;
}
{
    LOOKAHEAD(2) value = Literal() { return value; }
|
    value = SimpleIdentifier() { return value; }
|
    <ON> { return new SqlIdentifier(token.image, getPos()); }
}

/** SHOW with the name of a setting or of a list, and SHOW PIPELINES of a query. */
SqlNode Show() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlLiteral number;
    String shown;
    boolean picture = false;
}
{
    <SHOW> { s = span(); }
    (
        LOOKAHEAD(2)
        <PIPELINES> number = QueryNumber() [ <AS> <DOT_FORMAT> { picture = true; } ]
        { return new ShowPipelinesStatement(s.end(this), number, picture); }
    |
        (
            name = CompoundIdentifier()
        |
            <ALL> { shown = token.image; } [ SimpleIdentifier() { shown += " " + token.image; } ]
            { name = new SqlIdentifier(shown, s.end(this)); }
        )
        { return new ShowStatement(s.end(this), name); }
    )
}

/** DESCRIBE of a table, of one of its columns, or of a query. */
SqlNode Describe() :
{
    final Span s;
    final SqlNode described;
    SqlIdentifier column = null;
}
{
    ( <DESCRIBE> | <DESC> ) { s = span(); }
    [ LOOKAHEAD( { getToken(1).kind == STATEMENT && ListEnds.startsQuery(getToken(2).kind) } ) <STATEMENT> ]
    (
        LOOKAHEAD( { ListEnds.startsQuery(getToken(1).kind) } )
        described = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    |
        LOOKAHEAD( { FileReference.starts(getToken(1), getToken(2)) } )
        described = FileInFrom()
    |
        described = CompoundIdentifier() [ column = SimpleIdentifier() ]
    )
    { return DescribeStatement.of(s.end(this), described, column); }
}

/** What DESCRIBE, SHOW or SUMMARIZE returns, as a query. */
SqlSelect DescriptionQuery() :
{
    final SqlNode description;
}
{
    ( description = Show() | description = Describe() | description = Summarize() )
    {
        return PlainSelect.of(
            description.getParserPosition(),
            SqlNodeList.of(SqlIdentifier.star(description.getParserPosition())),
            description);
    }
}

SqlLiteral QueryNumber() :
{
}
{
    <UNSIGNED_INTEGER_LITERAL> { return SqlLiteral.createExactNumeric(token.image, getPos()); }
}

/** KILL, SUSPEND and RESUME of a query. */
SqlNode ControlQuery() :
{
    final Span s;
    final String verb;
    final SqlLiteral number;
}
{
    ( <KILL> | <SUSPEND> | <RESUME> )
    { s = span(); verb = token.image.toUpperCase(Locale.ROOT); }
    number = QueryNumber()
    { return new ControlStatement(s.end(this), verb, number); }
}

/** ALTER QUERY n SET name = value, ALTER TABLE and ALTER VIEW; other forms of ALTER are not supported. */
SqlNode Alter() :
{
    final Span s;
    final SqlLiteral number;
    final SqlIdentifier name;
    final SqlNode value;
    final SqlNode changed;
}
{
    <ALTER> { s = span(); }
    (
        LOOKAHEAD(2)
        <QUERY> number = QueryNumber() <SET> name = SimpleIdentifier() <EQ> value = OptionValue()
        { return new AlterQueryStatement(s.end(this), number, name, value); }
    |
        changed = AlterTable(s) { return changed; }
    |
        changed = AlterView(s) { return changed; }
    |
        { return unsupported(s, "ALTER"); }
    )
}

SqlNode Create() :
{
    final Span s;
    boolean replace = false;
    final SqlNode created;
}
{
    <CREATE> { s = span(); }
    [ <OR> <REPLACE> { replace = true; } ]
    (
        created = CreateTable(s, replace)
    |
        [ <UNIQUE> ] <INDEX> { created = unsupported(s, "CREATE INDEX"); }
    |
        <TRIGGER> { created = unsupportedTrigger(s, "CREATE TRIGGER"); }
    |
        created = CreateType(s, replace)
    |
        created = CreateSequence(s, replace)
    |
        created = CreateView(s, replace)
    |
        created = CreateMacro(s, replace)
    |
        created = CreateSchema(s, replace)
    |
        ( <TEMP> | <TEMPORARY> )
        (
            <TRIGGER> { created = unsupportedTrigger(s, "CREATE TEMPORARY TRIGGER"); }
        |
            (
                created = CreateTable(s, replace)
            |
                created = CreateView(s, replace)
            |
                created = CreateMacro(s, replace)
            |
                created = CreateSequence(s, replace)
            )
            { return new TemporaryStatement(s.end(this), created); }
        )
    )
    { return created; }
}

SqlNode Drop() :
{
    final Span s;
    final SqlNode dropped;
}
{
    <DROP> { s = span(); }
    (
        dropped = DropTable(s)
    |
        dropped = DropView(s)
    |
        dropped = DropMacro(s)
    |
        dropped = DropSchema(s)
    |
        dropped = DropSequence(s)
    |
        dropped = DropType(s)
    |
        ( <INDEX> | <TRIGGER> )
        { dropped = unsupported(s, "DROP " + token.image.toUpperCase(Locale.ROOT)); }
    )
    { return dropped; }
}

/** TRUNCATE [TABLE] name. */
SqlNode Truncate() :
{
    final Span s;
    final SqlIdentifier name;
}
{
    <TRUNCATE> { s = span(); } [ <TABLE> ] name = CompoundIdentifier()
    { return new TruncateStatement(s.end(this), name); }
}

/** COMMENT ON TABLE, VIEW or COLUMN name IS a string or NULL. */
SqlNode Comment() :
{
    final Span s;
    final CommentStatement.Kind kind;
    final SqlIdentifier name;
    String comment = null;
}
{
    <COMMENT> { s = span(); } <ON>
    (
        <TABLE> { kind = CommentStatement.Kind.TABLE; }
    |
        <VIEW> { kind = CommentStatement.Kind.VIEW; }
    |
        <COLUMN> { kind = CommentStatement.Kind.COLUMN; }
    |
        ( <SCHEMA> | <SEQUENCE> | <MACRO> | <FUNCTION> | <TYPE> | <DATABASE> )
        { return unsupported(s, "COMMENT ON " + token.image.toUpperCase(Locale.ROOT)); }
    )
    name = CompoundIdentifier() <IS> ( <NULL> | comment = SimpleStringLiteral() )
    { return new CommentStatement(s.end(this), kind, name, comment); }
}

/** PREPARE name [(types)] AS statement; keeps the position of the statement. */
SqlNode Prepare() :
{
    final Span s;
    final SqlIdentifier name;
    final List<SqlNode> types = new ArrayList<SqlNode>();
    SqlNode type;
    final Token first;
}
{
    <PREPARE> { s = span(); } name = SimpleIdentifier()
    [
        <LPAREN>
        type = DataType() { types.add(type); }
        ( <COMMA> type = DataType() { types.add(type); } )*
        <RPAREN>
    ]
    <AS> { first = getToken(1); }
    (
        LOOKAHEAD( { ListEnds.startsQuery(getToken(1).kind) } )
        OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    |
        ChangeOfRows()
    )
    {
        return new PrepareStatement(
            s.end(this), name, types,
            new SqlParserPos(first.beginLine, first.beginColumn, token.endLine, token.endColumn));
    }
}

/** EXECUTE name [(values)]; the values may have the names of parameters. */
SqlNode Execute() :
{
    final Span s;
    final SqlIdentifier name;
    final List<SqlNode> values = new ArrayList<SqlNode>();
    final List<String> names = new ArrayList<String>();
}
{
    <EXECUTE> { s = span(); } name = SimpleIdentifier()
    [
        <LPAREN>
        [ ExecuteValue(names, values) ( <COMMA> ExecuteValue(names, values) )* ]
        <RPAREN>
    ]
    { return new ExecuteStatement(s.end(this), name, names, values); }
}

void ExecuteValue(List<String> names, List<SqlNode> values) :
{
    SqlIdentifier name = null;
    final SqlNode value;
}
{
    [ LOOKAHEAD( SimpleIdentifier() Assigned() ) name = SimpleIdentifier() Assigned() ]
    value = Expression(ExprContext.ACCEPT_SUB_QUERY)
    {
        names.add(name == null ? "" : name.getSimple());
        values.add(value);
    }
}

/** DEALLOCATE [PREPARE] name, and DEALLOCATE ALL. */
SqlNode Deallocate() :
{
    final Span s;
    SqlIdentifier name = null;
}
{
    <DEALLOCATE> { s = span(); }
    [ LOOKAHEAD( <PREPARE> ( <ALL> | SimpleIdentifier() ) ) <PREPARE> ]
    ( <ALL> | name = SimpleIdentifier() )
    { return new DeallocateStatement(s.end(this), name); }
}

/** PRAGMA name, PRAGMA name(table), and PRAGMA name = value, which is SET. */
SqlNode Pragma() :
{
    final Span s;
    final SqlIdentifier name;
    SqlNode table = null;
    final SqlNode value;
}
{
    <PRAGMA> { s = span(); }
    (
        LOOKAHEAD( SimpleIdentifier() <EQ> )
        name = SimpleIdentifier() <EQ> value = OptionValue()
        { return new SqlSetOption(s.end(this), null, (SqlNode) name, value); }
    |
        LOOKAHEAD( SimpleIdentifier() ( <LPAREN> | <SEMICOLON> | <EOF> ) )
        name = SimpleIdentifier()
        [
            <LPAREN> ( table = StringLiteral() | table = CompoundIdentifier() ) <RPAREN>
        ]
        {
            return new PragmaStatement(
                s.end(this), name.getSimple(),
                table instanceof SqlLiteral
                    ? ((SqlLiteral) table).getValueAs(String.class)
                    : table == null ? null : table.toString());
        }
    |
        { return unsupported(s, "PRAGMA"); }
    )
}

/** ANALYZE [table]. */
SqlNode Analyze() :
{
    final Span s;
    SqlIdentifier table = null;
}
{
    <ANALYZE> { s = span(); } [ table = CompoundIdentifier() ]
    { return new AnalyzeStatement(s.end(this), table); }
}

/** USE schema. */
SqlNode Use() :
{
    final Span s;
    final SqlIdentifier name;
}
{
    <USE> { s = span(); } name = SimpleIdentifier()
    { return new UseStatement(s.end(this), name); }
}

/** CALL of a function that stands in FROM, which returns all of its rows. */
SqlNode Call() :
{
    final Span s;
    final SqlNode rows;
}
{
    <CALL> { s = span(); } rows = TableRef()
    {
        if (rows instanceof SqlIdentifier) {
            throw SyntaxErrors.at(s.end(this), "CALL needs a function with its arguments");
        }
        return PlainSelect.of(s.end(this), SqlNodeList.of(SqlIdentifier.star(s.pos())), rows);
    }
}

JAVACODE
boolean startsCheckpoint()
{
    return getToken(1).image.equalsIgnoreCase("checkpoint")
        || getToken(1).image.equalsIgnoreCase("force")
            && getToken(2).image.equalsIgnoreCase("checkpoint");
}

/** CHECKPOINT and FORCE CHECKPOINT. */
SqlNode Checkpoint() :
{
    final Span s;
}
{
    <IDENTIFIER> { s = span(); }
    [
        LOOKAHEAD({ getToken(1).image.equalsIgnoreCase("checkpoint") })
        <IDENTIFIER>
    ]
    { return new PragmaStatement(s.end(this), "force_checkpoint", null); }
}

/** Whether INSTALL or LOAD begins, which are no keywords. */
JAVACODE
boolean startsExtension()
{
    return getToken(1).image.equalsIgnoreCase("install")
        || getToken(1).image.equalsIgnoreCase("load");
}

/** INSTALL and LOAD with the name of an extension of DuckDB. */
SqlNode Extension() :
{
    final Span s;
    final SqlNode name;
}
{
    <IDENTIFIER> { s = span(); }
    ( name = StringLiteral() | name = SimpleIdentifier() )
    {
        return new PragmaStatement(
            s.end(this), "load_extension",
            name instanceof SqlLiteral
                ? ((SqlLiteral) name).getValueAs(String.class)
                : name.toString());
    }
}

/** Statements of other products. */
SqlNode UnsupportedStatement() :
{
    final Span s = Span.of();
    final String name;
}
{
    (
        <BEGIN> | <COMMIT> | <REINDEX> | <REPLACE>
    |
        <ROLLBACK> | <VACUUM>
    )
    { return unsupported(s.add(this), token.image.toUpperCase(Locale.ROOT)); }
|
    <START> <TRANSACTION> { return unsupported(s.add(this), "BEGIN"); }
}

/** Reads the definition of a trigger, whose body may contain statements with semicolons. */
JAVACODE
SqlNode unsupportedTrigger(Span s, String name)
{
    while (getToken(1).kind != EOF) {
        getNextToken();
    }
    return new UnsupportedSyntax(s.end(this), name);
}

/** Reads a statement to its end. */
JAVACODE
SqlNode unsupported(Span s, String name)
{
    while (getToken(1).kind != EOF && getToken(1).kind != SEMICOLON) {
        getNextToken();
    }
    return new UnsupportedSyntax(s.end(this), name);
}
