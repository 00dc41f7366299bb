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
