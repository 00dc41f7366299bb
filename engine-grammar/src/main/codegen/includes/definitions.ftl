<#-- Statements that define and remove tables. -->

boolean IfNotExists() :
{
}
{
    LOOKAHEAD(2) <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfExists() :
{
}
{
    LOOKAHEAD(2) <IF> <EXISTS> { return true; }
|
    { return false; }
}

/** CREATE TABLE with columns, with a query, or with both. */
SqlCreate CreateTable(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNodeList elements = null;
    SqlNode query = null;
}
{
    <TABLE> ifNotExists = IfNotExists() name = CompoundIdentifier()
    [ elements = TableElements() ]
    [
        <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
        [
            <WITH>
            (
                <NO> <DATA> { query = NoRows.of(query); }
            |
                <DATA>
            )
        ]
    ]
    {
        return SqlDdlNodes.createTable(
            s.end(this), replace, ifNotExists, name, elements, query);
    }
}

SqlNodeList TableElements() :
{
    final Span s;
    final List<SqlNode> elements = new ArrayList<SqlNode>();
}
{
    <LPAREN> { s = span(); }
    TableElement(elements)
    (
        LOOKAHEAD({ getToken(1).kind == COMMA && getToken(2).kind != RPAREN })
        <COMMA> TableElement(elements)
    )*
    [ <COMMA> ]
    <RPAREN>
    { return new SqlNodeList(elements, s.end(this)); }
}

/** An expression that the definition of a table keeps; its position has all of its text. */
SqlNode DefinedExpression() :
{
    final Token first;
    final SqlNode expression;
}
{
    { first = getToken(1); }
    expression = Expression(ExprContext.ACCEPT_SUB_QUERY)
    {
        return expression.clone(
            new SqlParserPos(first.beginLine, first.beginColumn, token.endLine, token.endColumn));
    }
}

/** A column, a name of a column of the query, or a constraint. */
void TableElement(List<SqlNode> elements) :
{
    Span s;
    SqlIdentifier name = null;
    final SqlDataTypeSpec type;
    boolean nullable = true;
    SqlNode expression = null;
    SqlNode condition;
    ColumnStrategy strategy;
    SqlIdentifier collation;
    final SqlNodeList columns;
}
{
    [ <CONSTRAINT> name = SimpleIdentifier() ]
    { s = span(); }
    (
        <UNIQUE> { s.add(this); } columns = ParenthesizedSimpleIdentifierList()
        { elements.add(SqlDdlNodes.unique(s.end(columns), name, columns)); }
    |
        <PRIMARY> { s.add(this); } <KEY> columns = ParenthesizedSimpleIdentifierList()
        { elements.add(SqlDdlNodes.primary(s.end(columns), name, columns)); }
    |
        <CHECK> { s.add(this); } <LPAREN> expression = DefinedExpression() <RPAREN>
        { elements.add(SqlDdlNodes.check(s.end(this), name, expression)); }
    |
        <FOREIGN> <KEY> ParenthesizedSimpleIdentifierList() References(elements)
    )
|
    name = SimpleIdentifier() { s = span(); strategy = null; }
    (
        LOOKAHEAD({ getToken(1).kind == AS
            || getToken(1).kind == GENERATED && getToken(3).kind == AS })
        [ <GENERATED> <ALWAYS> ] <AS> <LPAREN> expression = DefinedExpression() <RPAREN>
        ( <STORED> { strategy = ColumnStrategy.STORED; }
        | <VIRTUAL> { strategy = ColumnStrategy.VIRTUAL; }
        | { strategy = ColumnStrategy.VIRTUAL; }
        )
        {
            elements.add(
                SqlDdlNodes.column(
                    s.add(name).end(this), name, TypeAliases.ofExpression(name.getParserPosition()),
                    expression, strategy));
        }
    |
        type = DataType()
        (
            <NOT> <NULL> { nullable = false; }
        |
            <NULL>
        |
            <DEFAULT_> expression = DefinedExpression()
            { strategy = ColumnStrategy.DEFAULT; }
        |
            LOOKAHEAD({ getToken(1).kind == GENERATED
                && (getToken(2).kind == BY || getToken(4).kind == IDENTITY) })
            expression = Identity() { strategy = ColumnStrategy.DEFAULT; nullable = false; }
        |
            [ <GENERATED> <ALWAYS> ] <AS> <LPAREN> expression = DefinedExpression() <RPAREN>
            ( <STORED> { strategy = ColumnStrategy.STORED; }
            | <VIRTUAL> { strategy = ColumnStrategy.VIRTUAL; }
            | { strategy = ColumnStrategy.VIRTUAL; }
            )
        |
            <PRIMARY> <KEY> { elements.add(new UnsupportedSyntax(getPos(), "PRIMARY KEY")); }
        |
            <UNIQUE> { elements.add(new UnsupportedSyntax(getPos(), "UNIQUE")); }
        |
            <COLLATE> collation = CollationName() {
                if (!Collation.isBinary(collation)) {
                    elements.add(new UnsupportedSyntax(getPos(), Collation.description(collation)));
                }
            }
        |
            <CHECK> { s = span(); } <LPAREN> condition = DefinedExpression() <RPAREN>
            { elements.add(SqlDdlNodes.check(s.end(this), null, condition)); }
        |
            References(elements)
        )*
        {
            if (strategy == null) {
                strategy = nullable ? ColumnStrategy.NULLABLE : ColumnStrategy.NOT_NULLABLE;
            }
            elements.add(
                SqlDdlNodes.column(
                    s.add(name).end(this), name, type.withNullable(nullable), expression, strategy));
        }
    |
        { elements.add(name); }
    )
}

/** GENERATED ALWAYS or BY DEFAULT AS IDENTITY, with options of its sequence. */
SqlNode Identity() :
{
    final Span s;
    boolean always = true;
    final SequenceOptions wanted = new SequenceOptions();
}
{
    <GENERATED> { s = span(); }
    ( <ALWAYS> | <BY> <DEFAULT_> { always = false; } )
    <AS> <IDENTITY>
    [ <LPAREN> ( SequenceOption(wanted) )+ <RPAREN> ]
    { return new IdentityDeclaration(s.end(this), wanted, always); }
}

SqlNode CreateSequence(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SequenceOptions wanted = new SequenceOptions();
}
{
    <SEQUENCE> ifNotExists = IfNotExists() name = CompoundIdentifier()
    ( SequenceOption(wanted) )*
    { return new CreateSequenceStatement(s.end(this), name, wanted, replace, ifNotExists); }
}

void SequenceOption(SequenceOptions wanted) :
{
    BigInteger number = null;
    final SequenceOptions.Option option;
}
{
    (
        <START> [ <WITH> ] number = SignedInteger() { option = SequenceOptions.Option.START; }
    |
        <INCREMENT> [ <BY> ] number = SignedInteger()
        { option = SequenceOptions.Option.INCREMENT; }
    |
        <MINVALUE> number = SignedInteger() { option = SequenceOptions.Option.MINVALUE; }
    |
        <MAXVALUE> number = SignedInteger() { option = SequenceOptions.Option.MAXVALUE; }
    |
        <CYCLE> { number = BigInteger.ONE; option = SequenceOptions.Option.CYCLE; }
    |
        <NO>
        (
            <MINVALUE> { option = SequenceOptions.Option.MINVALUE; }
        |
            <MAXVALUE> { option = SequenceOptions.Option.MAXVALUE; }
        |
            <CYCLE> { option = SequenceOptions.Option.CYCLE; }
        )
    )
    { wanted.set(option, number, getPos()); }
}

BigInteger SignedInteger() :
{
    boolean negative = false;
}
{
    [ <PLUS> | <MINUS> { negative = true; } ] <UNSIGNED_INTEGER_LITERAL>
    {
        final BigInteger number = new BigInteger(token.image);
        return negative ? number.negate() : number;
    }
}

SqlNode DropSequence(Span s) :
{
    final boolean ifExists;
    final SqlIdentifier name;
    boolean cascade = false;
}
{
    <SEQUENCE> ifExists = IfExists() name = CompoundIdentifier()
    [ <RESTRICT> | <CASCADE> { cascade = true; } ]
    { return new DropStatement(s.end(this), DropStatement.Kind.SEQUENCE, name, ifExists, cascade); }
}

void References(List<SqlNode> elements) :
{
}
{
    <REFERENCES> { elements.add(new UnsupportedSyntax(getPos(), "REFERENCES")); }
    CompoundIdentifier() [ ParenthesizedSimpleIdentifierList() ]
}

/** CREATE VIEW; keeps the position of the query with all its parentheses. */
SqlNode CreateView(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlNodeList columns = SqlNodeList.EMPTY;
    final Token first;
    final SqlNode query;
}
{
    <VIEW> ifNotExists = IfNotExists() name = CompoundIdentifier()
    [ columns = ParenthesizedSimpleIdentifierList() ]
    <AS> { first = getToken(1); }
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    {
        return new CreateViewStatement(
            s.end(this), name, columns, query, replace, ifNotExists,
            new SqlParserPos(first.beginLine, first.beginColumn, token.endLine, token.endColumn));
    }
}

SqlDrop DropView(Span s) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <VIEW> ifExists = IfExists() name = CompoundIdentifier() [ <RESTRICT> | <CASCADE> ]
    { return SqlDdlNodes.dropView(s.end(this), ifExists, name); }
}

/** CREATE MACRO or FUNCTION; keeps the position of the parameters and bodies. */
SqlNode CreateMacro(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final Token first;
    final List<MacroVariant> variants = new ArrayList<MacroVariant>();
}
{
    ( <MACRO> | <FUNCTION> ) ifNotExists = IfNotExists() name = CompoundIdentifier()
    { first = getToken(1); }
    MacroVariants(variants)
    {
        return new CreateMacroStatement(
            s.end(this), name, variants, replace, ifNotExists,
            new SqlParserPos(first.beginLine, first.beginColumn, token.endLine, token.endColumn));
    }
}

void MacroVariants(List<MacroVariant> variants) :
{
}
{
    OneMacroVariant(variants) ( <COMMA> OneMacroVariant(variants) )*
}

void OneMacroVariant(List<MacroVariant> variants) :
{
    final List<MacroParameter> parameters = new ArrayList<MacroParameter>();
    boolean table = false;
    final SqlNode body;
}
{
    <LPAREN>
    [ OneMacroParameter(parameters) ( <COMMA> OneMacroParameter(parameters) )* ]
    <RPAREN>
    <AS>
    (
        <TABLE> { table = true; } body = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    |
        body = Expression(ExprContext.ACCEPT_SUB_QUERY)
    )
    { variants.add(new MacroVariant(parameters, table, body)); }
}

void OneMacroParameter(List<MacroParameter> parameters) :
{
    final SqlIdentifier name;
    SqlDataTypeSpec type = null;
    SqlNode value = null;
}
{
    name = SimpleIdentifier() [ type = DataType() ]
    [ ( Assigned() | <DEFAULT_> ) value = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    { parameters.add(new MacroParameter(name.getSimple(), type, value)); }
}

/** What stands between the name of an argument or a parameter and its value. */
void Assigned() :
{
}
{
    <NAMED_ARGUMENT_ASSIGNMENT> | <COLON> <EQ>
}

/** DROP MACRO [TABLE] and DROP FUNCTION. */
SqlNode DropMacro(Span s) :
{
    DropStatement.Kind kind = DropStatement.Kind.MACRO;
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    ( <MACRO> | <FUNCTION> ) [ LOOKAHEAD(2) <TABLE> { kind = DropStatement.Kind.TABLE_MACRO; } ]
    ifExists = IfExists() name = CompoundIdentifier() [ <RESTRICT> | <CASCADE> ]
    { return new DropStatement(s.end(this), kind, name, ifExists, false); }
}

SqlNode CreateSchema(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
}
{
    <SCHEMA>
    {
        if (replace) {
            return unsupported(s, "CREATE OR REPLACE SCHEMA");
        }
    }
    ifNotExists = IfNotExists() name = SimpleIdentifier()
    { return new CreateSchemaStatement(s.end(this), name, ifNotExists); }
}

SqlNode DropSchema(Span s) :
{
    final boolean ifExists;
    final SqlIdentifier name;
    boolean cascade = false;
}
{
    <SCHEMA> ifExists = IfExists() name = SimpleIdentifier()
    [ <RESTRICT> | <CASCADE> { cascade = true; } ]
    { return new DropStatement(s.end(this), DropStatement.Kind.SCHEMA, name, ifExists, cascade); }
}

/** CREATE TYPE of another name for a type. */
SqlNode CreateType(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    final SqlNode labels;
}
{
    <TYPE> ifNotExists = IfNotExists() name = CompoundIdentifier() <AS>
    (
        LOOKAHEAD({ getToken(1).image.equalsIgnoreCase("ENUM")
            && (getToken(3).kind == SELECT || getToken(3).kind == FROM
                || getToken(3).kind == WITH || getToken(3).kind == VALUES) })
        <IDENTIFIER> <LPAREN> labels = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) <RPAREN>
        { return new CreateTypeStatement(s.end(this), name, labels, replace, ifNotExists); }
    |
        type = DataType()
        { return new CreateTypeStatement(s.end(this), name, type, replace, ifNotExists); }
    )
}

SqlNode DropType(Span s) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <TYPE> ifExists = IfExists() name = CompoundIdentifier() [ <RESTRICT> | <CASCADE> ]
    { return new DropStatement(s.end(this), DropStatement.Kind.TYPE, name, ifExists, false); }
}

/** ALTER TABLE with one change. */
SqlNode AlterTable(Span s) :
{
    final boolean ifExists;
    final SqlIdentifier table;
    final TableAlteration change;
}
{
    <TABLE> ifExists = IfExists() table = CompoundIdentifier()
    (
        <RENAME>
        (
            <TO> change = NewTableName()
        |
            change = NewColumnName()
        )
    |
        <ADD> [ <COLUMN> ] change = AddedColumn()
    |
        <DROP>
        (
            <CONSTRAINT> change = DroppedConstraint()
        |
            [ <COLUMN> ] change = DroppedColumn()
        )
    |
        <ALTER> [ <COLUMN> ] change = ChangedColumn()
    )
    { return new AlterTableStatement(s.end(this), table, ifExists, change); }
}

/** ALTER VIEW with a new name. */
SqlNode AlterView(Span s) :
{
    final boolean ifExists;
    final SqlIdentifier view;
    final SqlIdentifier name;
}
{
    <VIEW> ifExists = IfExists() view = CompoundIdentifier() <RENAME> <TO> name = SimpleIdentifier()
    { return new AlterViewStatement(s.end(this), view, ifExists, name.getSimple()); }
}

TableAlteration NewTableName() :
{
    final SqlIdentifier name;
}
{
    name = SimpleIdentifier() { return new TableAlteration.RenameTable(name.getSimple()); }
}

TableAlteration NewColumnName() :
{
    final SqlIdentifier column;
    final SqlIdentifier name;
}
{
    [ <COLUMN> ] column = SimpleIdentifier() <TO> name = SimpleIdentifier()
    { return new TableAlteration.RenameColumn(column, name); }
}

TableAlteration AddedColumn() :
{
    final boolean ifNotExists;
    final List<SqlNode> elements = new ArrayList<SqlNode>();
}
{
    ifNotExists = IfNotExists() TableElement(elements)
    { return new TableAlteration.AddColumn(elements, ifNotExists); }
}

TableAlteration DroppedColumn() :
{
    final boolean ifExists;
    final SqlIdentifier column;
}
{
    ifExists = IfExists() column = SimpleIdentifier() [ <RESTRICT> | <CASCADE> ]
    { return new TableAlteration.DropColumn(column, ifExists); }
}

TableAlteration DroppedConstraint() :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    ifExists = IfExists() name = SimpleIdentifier()
    { return new TableAlteration.DropConstraint(name.getSimple(), ifExists); }
}

TableAlteration ChangedColumn() :
{
    final SqlIdentifier column;
    final SqlDataTypeSpec type;
    SqlNode value = null;
}
{
    column = SimpleIdentifier()
    (
        LOOKAHEAD(2)
        <SET> <NOT> <NULL> { return new TableAlteration.SetNullable(column, false); }
    |
        LOOKAHEAD(2)
        <SET> <DEFAULT_> value = DefinedExpression()
        { return new TableAlteration.SetDefault(column, value); }
    |
        LOOKAHEAD(2)
        <DROP> <NOT> <NULL> { return new TableAlteration.SetNullable(column, true); }
    |
        <DROP> <DEFAULT_> { return new TableAlteration.SetDefault(column, null); }
    |
        [ <SET> <DATA> ] <TYPE> type = DataType()
        [ <USING> value = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
        { return new TableAlteration.SetType(column, type, value); }
    )
}

SqlDrop DropTable(Span s) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <TABLE> ifExists = IfExists() name = CompoundIdentifier() [ <RESTRICT> | <CASCADE> ]
    { return SqlDdlNodes.dropTable(s.end(this), ifExists, name); }
}
