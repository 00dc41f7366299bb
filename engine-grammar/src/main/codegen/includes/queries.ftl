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
    {
        return new SqlSelect(s.end(this), new SqlNodeList(keywords, s.pos()),
            new SqlNodeList(selectList, Span.of(selectList).pos()),
            fromClause, where, groupBy, having, windowDecls, qualify,
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
