<#-- Operators that Calcite's grammar does not have. -->

/** The cast of PostgreSQL: an expression, two colons, a type. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <DOUBLE_COLON> { checkNonQueryExpression(exprContext); }
    type = DataType()
    {
        list.add(
            new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, s.pos()));
        list.add(type);
    }
}

/** An integer whose digits are grouped by underscores, such as 1_000_000. */
SqlLiteral GroupedInteger() :
{
}
{
    <GROUPED_INTEGER_LITERAL> {
        return SqlLiteral.createExactNumeric(token.image.replace("_", ""), getPos());
    }
}

/** A list as DuckDB writes it, without the word ARRAY. */
SqlNode ListConstructor() :
{
    SqlNodeList elements = SqlNodeList.EMPTY;
    final Span s;
}
{
    <LBRACKET> { s = span(); }
    [
        elements = ExpressionCommaList(s, ExprContext.ACCEPT_SUB_QUERY)
    ]
    <RBRACKET>
    {
        return SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(
            s.end(this), elements.getList());
    }
}

/** The position of an element in a list, or those of a slice with a colon between them. */
SqlNode ListPosition() :
{
    SqlNode first = null;
    SqlNode last = null;
    boolean slice = false;
    final SqlParserPos position = getPos();
}
{
    [ first = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    [
        <COLON> { slice = true; }
        [ last = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    ]
    { return slice || first == null ? ListSlice.of(position, first, last) : first; }
}

/** COLLATE behind a string; collations by code points change nothing. */
void CollationOfString(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlIdentifier name;
}
{
    <COLLATE> { checkNonQueryExpression(exprContext); }
    name = CollationName()
    {
        if (!Collation.isBinary(name)) {
            list.add(
                new SqlParserUtil.ToTreeListItem(Collation.unsupported(name), s.end(this)));
        }
    }
}

SqlIdentifier CollationName() :
{
    final SqlIdentifier name;
}
{
    name = CompoundIdentifier() { return name; }
|
    ( <BINARY> | <DEFAULT_> ) { return new SqlIdentifier(token.image, getPos()); }
}
