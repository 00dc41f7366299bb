<#-- Queries as DuckDB and PostgreSQL write them. -->

/** A query that begins with FROM; without SELECT it has all columns. */
SqlSelect FromFirst() :
{
    final Span s;
    final SqlNode fromClause;
    final List<SqlLiteral> keywords = new ArrayList<SqlLiteral>();
    SqlLiteral keyword;
    final List<SqlNode> selectList = new ArrayList<SqlNode>();
    final SqlNode where;
    final SqlNodeList groupBy;
    final SqlNode having;
    final SqlNodeList windowDecls;
    final SqlNode qualify;
    SampleSize sample = null;
}
{
    <FROM> { s = span(); }
    fromClause = FromClause()
    (
        <SELECT>
        [ keyword = AllOrDistinct() { keywords.add(keyword); } ]
        SelectList(selectList)
    |
        { selectList.add(SqlIdentifier.star(getPos())); }
    )
    ( where = Where() | { where = null; } )
    ( groupBy = GroupBy() | { groupBy = null; } )
    ( having = Having() | { having = null; } )
    ( windowDecls = Window() | { windowDecls = null; } )
    ( qualify = Qualify() | { qualify = null; } )
    [ LOOKAHEAD({ startsSample() }) sample = UsingSample(fromClause) ]
    {
        return new SqlSelect(s.end(this), new SqlNodeList(keywords, s.pos()),
            new SqlNodeList(selectList, Span.of(selectList).pos()),
            SampleSize.from(sample, fromClause), SampleSize.where(sample, where), groupBy, having, windowDecls, qualify,
            null, null, null, SqlNodeList.EMPTY);
    }
}

/** SEMI JOIN and ANTI JOIN, with or without LEFT. */
JoinType SemiOrAntiJoin() :
{
}
{
    LOOKAHEAD(2) <LEFT> <SEMI> <JOIN> { return JoinType.LEFT_SEMI_JOIN; }
|
    LOOKAHEAD(2) <LEFT> <ANTI> <JOIN> { return JoinType.LEFT_ANTI_JOIN; }
|
    <SEMI> <JOIN> { return JoinType.LEFT_SEMI_JOIN; }
|
    <ANTI> <JOIN> { return JoinType.LEFT_ANTI_JOIN; }
}

/** Items with commas between them, and possibly one behind the last. */
void SelectList(List<SqlNode> list) :
{
}
{
    AddSelectItem(list)
    (
        LOOKAHEAD({ getToken(1).kind == COMMA && !ListEnds.endsSelectList(getToken(2).kind) })
        <COMMA> AddSelectItem(list)
    )*
    [
        LOOKAHEAD({ getToken(1).kind == COMMA && ListEnds.endsSelectList(getToken(2).kind) })
        <COMMA>
    ]
}

/** A word behind AS, which may be a keyword. */
JAVACODE
SqlIdentifier Label()
{
    final Token word = getNextToken();
    return new SqlIdentifier(word.image, getPos());
}

/** MATERIALIZED or NOT MATERIALIZED, which are hints, and change nothing. */
void MaterializedOpt() :
{
}
{
    [
        LOOKAHEAD({ getToken(1).kind == NOT
            || getToken(1).image.equalsIgnoreCase("materialized") })
        [ <NOT> ]
        <IDENTIFIER>
    ]
}

/** A text between two pairs of dollar signs, in which no character means anything else. */
SqlLiteral DollarQuoted() :
{
}
{
    <DOLLAR_QUOTED> {
        return SqlLiteral.createCharString(
            token.image.substring(2, token.image.length() - 2), getPos());
    }
}

/** A star with EXCLUDE, REPLACE and RENAME, in this order. */
SqlNode StarSelection(SqlNode star) :
{
    SqlNodeList excluded = SqlNodeList.EMPTY;
    SqlNodeList replaced = SqlNodeList.EMPTY;
    SqlNodeList renamed = SqlNodeList.EMPTY;
}
{
    (
        ( <EXCLUDE> | <EXCEPT> ) excluded = ExcludedColumns()
        [ <REPLACE> replaced = ReplacedColumns() ]
        [ <RENAME> renamed = RenamedColumns() ]
    |
        <REPLACE> replaced = ReplacedColumns()
        [ <RENAME> renamed = RenamedColumns() ]
    |
        <RENAME> renamed = RenamedColumns()
    )
    {
        final String problem = StarSelection.problem(star, excluded, replaced, renamed);
        if (problem != null) {
            throw SyntaxErrors.at(Span.of(star).end(this), problem);
        }
        return StarSelection.of(Span.of(star).end(this), star, excluded, replaced, renamed);
    }
}

SqlNodeList ExcludedColumns() :
{
    SqlIdentifier name;
    final List<SqlNode> names = new ArrayList<SqlNode>();
}
{
    (
        <LPAREN> name = CompoundIdentifier() { names.add(name); }
        ( <COMMA> name = CompoundIdentifier() { names.add(name); } )*
        <RPAREN>
    |
        name = CompoundIdentifier() { names.add(name); }
    )
    { return new SqlNodeList(names, Span.of(names).pos()); }
}

SqlNodeList ReplacedColumns() :
{
    final List<SqlNode> values = new ArrayList<SqlNode>();
}
{
    (
        LOOKAHEAD(<LPAREN> Expression(ExprContext.ACCEPT_SUB_QUERY) <AS>)
        <LPAREN> ReplacedColumn(values) ( <COMMA> ReplacedColumn(values) )* <RPAREN>
    |
        ReplacedColumn(values)
    )
    { return new SqlNodeList(values, Span.of(values).pos()); }
}

void ReplacedColumn(List<SqlNode> values) :
{
    final SqlNode value;
    final SqlIdentifier name;
}
{
    value = Expression(ExprContext.ACCEPT_SUB_QUERY) <AS> name = CompoundIdentifier()
    {
        values.add(
            SqlStdOperatorTable.AS.createCall(Span.of(value).end(this), value, name));
    }
}

SqlNodeList RenamedColumns() :
{
    final List<SqlNode> names = new ArrayList<SqlNode>();
}
{
    (
        <LPAREN> RenamedColumn(names) ( <COMMA> RenamedColumn(names) )* <RPAREN>
    |
        RenamedColumn(names)
    )
    { return new SqlNodeList(names, Span.of(names).pos()); }
}

void RenamedColumn(List<SqlNode> names) :
{
    final SqlIdentifier column;
    final SqlIdentifier name;
}
{
    column = CompoundIdentifier() <AS> name = SimpleIdentifier()
    {
        names.add(
            SqlStdOperatorTable.AS.createCall(Span.of(column).end(this), column, name));
    }
}

JAVACODE
boolean beginsStarPattern()
{
    return StarSelection.beginsPattern(getToken(1), getToken(2));
}

/** The pattern that the names of the columns of a star have, as a choice of columns. */
SqlNode StarPattern(SqlNode star) :
{
    boolean negated = false;
    final SqlOperator operator;
    final SqlNode pattern;
    SqlNode escape = null;
}
{
    [ <NOT> { negated = true; } ]
    (
        <LIKE> {
            operator = negated ? SqlStdOperatorTable.NOT_LIKE : SqlStdOperatorTable.LIKE;
        }
    |
        <ILIKE> {
            operator = negated ? SqlLibraryOperators.NOT_ILIKE : SqlLibraryOperators.ILIKE;
        }
    |
        <SIMILAR> <TO> {
            operator =
                negated ? SqlStdOperatorTable.NOT_SIMILAR_TO : SqlStdOperatorTable.SIMILAR_TO;
        }
    |
        <GLOB> { operator = GlobOperator.INSTANCE; }
    )
    pattern = StringLiteral()
    [ <ESCAPE> escape = StringLiteral() ]
    {
        if (StarSelection.isRenamed(star)) {
            throw SyntaxErrors.at(Span.of(star).end(this), "RENAME and a pattern exclude each other");
        }
        return StarSelection.fitting(Span.of(star).end(this), star, operator, pattern, escape);
    }
}

/** The argument of COLUMNS: a star, a pattern, a list of names, or a function of a name. */
SqlNode ColumnsArgument() :
{
    final SqlNode e;
}
{
    (
        LOOKAHEAD({ Lambdas.beginsWithWord(getToken(1), getToken(2), getToken(3)) })
        e = LambdaWithWord()
    |
        LOOKAHEAD(2)
        e = LambdaExpression()
    |
        e = SelectExpression()
    )
    { return e; }
}

/** The columns of COLUMNS(…) as arguments of a function or elements of a list. */
SqlNode UnpackedColumns() :
{
    final Span s;
    final SqlNode columns;
}
{
    <STAR> { s = span(); } columns = NamedCall()
    { return StarSelection.unpacked(s.end(this), columns); }
}

JAVACODE
boolean startsSample()
{
    return getToken(1).kind == USING && getToken(2).image.equalsIgnoreCase("sample");
}

/** USING SAMPLE of the rows of FROM. */
SampleSize UsingSample(SqlNode fromClause) :
{
    final SampleSize sample;
}
{
    <USING> <IDENTIFIER> sample = Sample()
    {
        if (fromClause instanceof SqlJoin && (!sample.percent() || sample.seed() != null)) {
            throw SyntaxErrors.at(sample.position(),
                "USING SAMPLE of a number of rows needs one table in FROM; sample a sub-query");
        }
        return sample;
    }
}

/** A table with TABLESAMPLE. */
SqlNode SampledTable(SqlNode table) :
{
    final SampleSize sample;
}
{
    <TABLESAMPLE> { checkNotJoin(table); } sample = Sample() { return sample.of(table); }
}

/** 10%, 10 PERCENT, 10 ROWS, BERNOULLI (10), RESERVOIR (10 ROWS), with a method or a seed behind. */
SampleSize Sample() :
{
    final SampleSize size;
    Integer seed = null;
}
{
    (
        ( <BERNOULLI> | <SYSTEM> )
        <LPAREN> size = SampleNumber(true) <RPAREN>
    |
        LOOKAHEAD({ getToken(1).image.equalsIgnoreCase("reservoir") })
        <IDENTIFIER>
        <LPAREN> size = SampleNumber(false) <RPAREN>
    |
        <LPAREN> size = SampleNumber(false) <RPAREN>
    |
        size = SampleNumber(false)
        [
            LOOKAHEAD(2)
            <LPAREN> ( <BERNOULLI> | <SYSTEM> | <IDENTIFIER> )
            [ <COMMA> seed = IntLiteral() ] <RPAREN>
        ]
    )
    [ <REPEATABLE> <LPAREN> seed = IntLiteral() <RPAREN> ]
    { return new SampleSize(size.position(), size.number(), size.percent(), seed); }
}

SampleSize SampleNumber(boolean percent) :
{
    final SqlNumericLiteral number;
}
{
    number = UnsignedNumericLiteral()
    [
        ( <PERCENT_REMAINDER> | <PERCENT> ) { percent = true; }
    |
        <ROWS> { percent = false; }
    ]
    {
        final BigDecimal size = number.bigDecimalValue();
        if (percent ? size.compareTo(BigDecimal.valueOf(100)) > 0
            : size.stripTrailingZeros().scale() > 0) {
            throw SyntaxErrors.at(getPos(),
                "a sample has at most 100 percent, or a whole number of rows");
        }
        return new SampleSize(getPos(), size, percent, null);
    }
}

/** UNPIVOT of a table as a query. */
SqlSelect UnpivotQuery() :
{
    final Span s;
    final Token first;
    final SqlParserPos text;
    final SqlNode table;
    boolean nulls = false;
    final List<SqlNode> columns = new ArrayList<SqlNode>();
    SqlIdentifier name = null;
    SqlIdentifier value;
    final List<SqlIdentifier> measures = new ArrayList<SqlIdentifier>();
}
{
    <UNPIVOT> { s = span(); first = getToken(1); } table = TableRef()
    { text = textFrom(first); }
    [ <INCLUDE> <NULLS> { nulls = true; } ]
    <ON> OneUnpivotColumn(columns) ( <COMMA> OneUnpivotColumn(columns) )*
    [
        <INTO> <NAME> name = SimpleIdentifier()
        <VALUE> value = SimpleIdentifier() { measures.add(value); }
        ( LOOKAHEAD(2) <COMMA> value = SimpleIdentifier() { measures.add(value); } )*
    ]
    {
        return UnpivotNode.query(s.end(this), table, text, nulls, columns, name, measures);
    }
}

/** UNPIVOT behind a table in FROM. */
SqlNode UnpivotedTable(SqlNode table) :
{
    final Span s;
    boolean nulls = false;
    final SqlNodeList measures;
    final SqlIdentifier name;
    final List<SqlNode> columns = new ArrayList<SqlNode>();
    final List<SqlIdentifier> values = new ArrayList<SqlIdentifier>();
}
{
    <UNPIVOT> { s = span(); checkNotJoin(table); }
    [ <INCLUDE> <NULLS> { nulls = true; } | <EXCLUDE> <NULLS> ]
    <LPAREN>
    measures = SimpleIdentifierOrList() <FOR> name = SimpleIdentifier()
    <IN> <LPAREN> OneUnpivotColumn(columns) ( <COMMA> OneUnpivotColumn(columns) )* <RPAREN>
    <RPAREN>
    {
        for (SqlNode measure : measures) {
            values.add((SqlIdentifier) measure);
        }
        return UnpivotNode.query(
            s.end(this), table, table.getParserPosition(), nulls, columns, name, values);
    }
}

/** A column, several in parentheses, or a choice of columns, possibly with a name. */
void OneUnpivotColumn(List<SqlNode> columns) :
{
    SqlNode column;
    final SqlNode alias;
}
{
    (
        <STAR> { column = SqlIdentifier.star(getPos()); }
    |
        LOOKAHEAD( SimpleIdentifier() <LPAREN> )
        column = NamedFunctionCall()
    |
        column = SimpleIdentifierOrList()
    )
    [
        <AS> ( alias = StringLiteral() | alias = SimpleIdentifier() )
        {
            column = SqlStdOperatorTable.AS.createCall(
                Span.of(column).end(this), column, alias);
        }
    ]
    { columns.add(column); }
}

/** How many rows LIMIT and FETCH let pass: an expression, or a percentage. */
SqlNode RowCount() :
{
    final SqlNode count;
    SqlNode percentage = null;
}
{
    (
        LOOKAHEAD({ getToken(2).kind == PERCENT_REMAINDER && ListEnds.endsGroupBy(getToken(3).kind) })
        count = UnsignedNumericLiteralOrParam() <PERCENT_REMAINDER>
        { percentage = RowLimit.percentage(count, getPos()); }
    |
        count = Expression(ExprContext.ACCEPT_SUB_QUERY) { percentage = count; }
        [ <PERCENT> { percentage = RowLimit.percentage(count, getPos()); } ]
    )
    {
        if (percentage == null) {
            throw SyntaxErrors.at(getPos(), "the percentage of LIMIT is a number from 0 to 100");
        }
        return percentage;
    }
}

/** A table with the alias that may follow it. */
SqlNode WithAlias(SqlNode table) :
{
    final SqlIdentifier alias;
}
{
    [
        [ <AS> ] alias = SimpleIdentifier()
        { return SqlStdOperatorTable.AS.createCall(Span.of(table).end(this), table, alias); }
    ]
    { return table; }
}

/** PIVOT of a table as a query. */
SqlSelect PivotStatement() :
{
    final Span s;
    final Token first;
    final SqlParserPos text;
    final SqlNode table;
    final List<PivotColumn> columns = new ArrayList<PivotColumn>();
    final List<SqlNode> aggregates = new ArrayList<SqlNode>();
    SqlNodeList groups = null;
}
{
    <PIVOT> { s = span(); first = getToken(1); } table = TableRef()
    { text = textFrom(first); }
    [ <ON> OnePivotColumn(columns) ( LOOKAHEAD(2) <COMMA> OnePivotColumn(columns) )* ]
    [
        <USING> PivotAggregate(aggregates) ( LOOKAHEAD(2) <COMMA> PivotAggregate(aggregates) )*
    ]
    [ groups = GroupBy() ]
    { return PivotQuery.of(s.end(this), table, text, columns, aggregates, groups); }
}

/** PIVOT behind a table in FROM. */
SqlNode PivotedTable(SqlNode table) :
{
    final Span s;
    final List<PivotColumn> columns = new ArrayList<PivotColumn>();
    final List<SqlNode> aggregates = new ArrayList<SqlNode>();
    SqlNodeList groups = null;
}
{
    <PIVOT> { s = span(); checkNotJoin(table); }
    <LPAREN>
    PivotAggregate(aggregates) ( <COMMA> PivotAggregate(aggregates) )*
    <FOR> ( OnePivotColumn(columns) )+
    [ groups = GroupBy() ]
    <RPAREN>
    { return PivotQuery.of(
            s.end(this), table, table.getParserPosition(), columns, aggregates, groups); }
}

/** The position from a token to the last one. */
JAVACODE
SqlParserPos textFrom(Token first)
{
    return new SqlParserPos(
        first.beginLine, first.beginColumn, token.endLine, token.endColumn);
}

/** An expression whose values become columns, with or without a list of them. */
void OnePivotColumn(List<PivotColumn> columns) :
{
    final SqlNodeList names;
    final Token first;
    final SqlNode expression;
    final List<PivotColumn.PivotValue> values = new ArrayList<PivotColumn.PivotValue>();
}
{
    LOOKAHEAD( SimpleIdentifierOrList() <IN> <LPAREN> )
    names = SimpleIdentifierOrList()
    <IN> <LPAREN> OnePivotValue(values) ( <COMMA> OnePivotValue(values) )* <RPAREN>
    { columns.add(new PivotColumn(names.getList(), values)); }
|
    { first = getToken(1); }
    expression = Expression(ExprContext.ACCEPT_NON_QUERY)
    { columns.add(PivotQuery.column(expression.clone(textFrom(first)))); }
}

void OnePivotValue(List<PivotColumn.PivotValue> values) :
{
    SqlNode value;
    final SqlIdentifier alias;
}
{
    value = Expression(ExprContext.ACCEPT_NON_QUERY)
    [
        [ <AS> ] alias = SimpleIdentifier()
        { value = SqlStdOperatorTable.AS.createCall(Span.of(value).end(this), value, alias); }
    ]
    { values.add(PivotQuery.value(value)); }
}

void PivotAggregate(List<SqlNode> aggregates) :
{
    final SqlNode aggregate;
    final SqlIdentifier alias;
}
{
    aggregate = Expression(ExprContext.ACCEPT_SUB_QUERY)
    (
        [ <AS> ] alias = SimpleIdentifier()
        {
            aggregates.add(
                SqlStdOperatorTable.AS.createCall(
                    Span.of(aggregate).end(this), aggregate, alias));
        }
    |
        { aggregates.add(aggregate); }
    )
}

/** VALUES in FROM without parentheses: the next row begins with one, unlike the next table. */
SqlNode ValuesInFrom() :
{
    final List<SqlNode> rows = new ArrayList<SqlNode>();
    final Span s;
}
{
    <VALUES> { s = span(); }
    AddRowConstructor(rows)
    (
        LOOKAHEAD({ getToken(1).kind == COMMA && getToken(2).kind == LPAREN })
        <COMMA> AddRowConstructor(rows)
    )*
    { return SqlStdOperatorTable.VALUES.createCall(s.end(this), rows); }
}
