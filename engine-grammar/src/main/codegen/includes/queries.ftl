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

/** The pattern that the names of the columns of a star have. */
SqlNode StarPattern(SqlNode star) :
{
    boolean negated = false;
    final SqlOperator operator;
    final SqlNode pattern;
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
    )
    pattern = StringLiteral()
    { return operator.createCall(Span.of(star).end(this), star, pattern); }
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

/** UNPIVOT of a table as a query; in FROM it is a part of the standard's syntax. */
SqlSelect UnpivotQuery() :
{
    final Span s;
    final SqlNode table;
    boolean nulls = false;
    final List<SqlNode> columns = new ArrayList<SqlNode>();
    SqlIdentifier column;
    SqlIdentifier name = null;
    SqlIdentifier value = null;
}
{
    <UNPIVOT> { s = span(); } table = TableRef()
    [ <INCLUDE> <NULLS> { nulls = true; } ]
    <ON> column = SimpleIdentifier() { columns.add(SqlNodeList.of(column)); }
    ( <COMMA> column = SimpleIdentifier() { columns.add(SqlNodeList.of(column)); } )*
    [ <INTO> <NAME> name = SimpleIdentifier() <VALUE> value = SimpleIdentifier() ]
    {
        final SqlParserPos pos = s.end(this);
        final SqlNode rows = new SqlUnpivot(pos, table, nulls,
            SqlNodeList.of(value == null ? new SqlIdentifier("value", pos) : value),
            SqlNodeList.of(name == null ? new SqlIdentifier("name", pos) : name),
            new SqlNodeList(columns, pos));
        return new SqlSelect(pos, SqlNodeList.EMPTY, SqlNodeList.of(SqlIdentifier.star(pos)),
            rows, null, null, null, null, null, null, null, null, SqlNodeList.EMPTY);
    }
}

/** The percentage of LIMIT. */
JAVACODE
SqlNode percentage(SqlNode number)
{
    final SqlNode percentage = LimitPercentage.of(number, getPos());
    if (percentage == null) {
        throw SyntaxErrors.at(getPos(), "the percentage of LIMIT is a number from 0 to 100");
    }
    return percentage;
}

/** PIVOT of a table as a query; in FROM it is a part of the standard's syntax. */
SqlSelect PivotStatement() :
{
    final Span s;
    final SqlNode table;
    final SqlIdentifier column;
    List<SqlNode> values = null;
    final List<SqlNode> aggregates = new ArrayList<SqlNode>();
    SqlNodeList groups = null;
}
{
    <PIVOT> { s = span(); } table = TableRef()
    <ON> column = SimpleIdentifier()
    [
        <IN> <LPAREN> { values = new ArrayList<SqlNode>(); }
        PivotValue(values) ( <COMMA> PivotValue(values) )*
        <RPAREN>
    ]
    [
        <USING> PivotAggregate(aggregates) ( LOOKAHEAD(2) <COMMA> PivotAggregate(aggregates) )*
    ]
    [ groups = GroupBy() ]
    {
        if (aggregates.isEmpty()) {
            aggregates.add(
                SqlStdOperatorTable.COUNT.createCall(getPos(), SqlIdentifier.star(getPos())));
        }
        if (values == null) {
            return PivotQuery.of(s.end(this), new UnsupportedSyntax(s.end(this),
                "PIVOT without IN and a list of values"), column, new ArrayList<SqlNode>(),
                aggregates, SqlNodeList.of(SqlIdentifier.star(getPos())));
        }
        return PivotQuery.of(s.end(this), table, column, values, aggregates, groups);
    }
}

void PivotAggregate(List<SqlNode> aggregates) :
{
    final SqlNode aggregate;
    final SqlIdentifier alias;
}
{
    aggregate = NamedFunctionCall()
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

void PivotValue(List<SqlNode> values) :
{
    final SqlNode value;
    final SqlIdentifier alias;
}
{
    value = Literal()
    (
        [ <AS> ] alias = SimpleIdentifier()
        {
            values.add(
                SqlStdOperatorTable.AS.createCall(Span.of(value).end(this), value, alias));
        }
    |
        { values.add(value); }
    )
}
