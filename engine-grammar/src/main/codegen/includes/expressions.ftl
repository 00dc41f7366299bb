<#-- Operators that Calcite's grammar does not have. -->

/** The cast of PostgreSQL: an expression, two colons, a type. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlDataTypeSpec type;
}
{
    <DOUBLE_COLON> { checkNonQueryExpression(exprContext); }
    (
        LOOKAHEAD({ getToken(1).kind == INTERVAL && getToken(2).kind != LBRACKET })
        <INTERVAL>
        {
            list.add(new SqlParserUtil.ToTreeListItem(FunctionOperators.TO_INTERVAL, s.pos()));
        }
    |
        type = DataType()
        {
            list.add(
                new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, s.pos()));
            list.add(type);
        }
    )
}

/** PostgreSQL's signs for LIKE and ILIKE, and DuckDB's for GLOB. */
void LikeByTildes(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlOperator operator;
}
{
    (
        <LIKE_TILDE> { operator = SqlStdOperatorTable.LIKE; }
    |
        <NOT_LIKE_TILDE> { operator = SqlStdOperatorTable.NOT_LIKE; }
    |
        <ILIKE_TILDE> { operator = SqlLibraryOperators.ILIKE; }
    |
        <NOT_ILIKE_TILDE> { operator = SqlLibraryOperators.NOT_ILIKE; }
    |
        <GLOB_TILDE> { operator = GlobOperator.INSTANCE; }
    )
    {
        checkNonQueryExpression(exprContext);
        list.add(new SqlParserUtil.ToTreeListItem(operator, getPos()));
    }
    AddExpression2b(list, ExprContext.ACCEPT_SUB_QUERY)
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

/** A type that the standard does not have, and a string that is cast to it. */
SqlNode TypedLiteral() :
{
    final SqlIdentifier type;
    final String text;
    final Span s;
}
{
    ( <IDENTIFIER> | <BLOB> | <JSON> ) {
        s = span();
        type = new SqlIdentifier(unquotedIdentifier(), s.pos());
    }
    text = SimpleStringLiteral() {
        return SqlStdOperatorTable.CAST.createCall(
            s.end(this),
            SqlLiteral.createCharString(text, getPos()),
            new SqlDataTypeSpec(TypeAliases.of(type, s.pos()), s.pos()));
    }
}

/** A list as DuckDB writes it, without the word ARRAY, or a list comprehension. */
SqlNode ListConstructor() :
{
    SqlNodeList elements = SqlNodeList.EMPTY;
    SqlNodeList parameters;
    SqlNode list;
    SqlNode condition = null;
    final Span s;
}
{
    <LBRACKET> { s = span(); }
    [
        elements = ExpressionCommaList(s, ExprContext.ACCEPT_SUB_QUERY)
        [
            <FOR> parameters = LambdaParameters()
            <IN> list = Expression(ExprContext.ACCEPT_SUB_QUERY)
            [
                LOOKAHEAD({ Lambdas.beginsCondition(getToken(1)) })
                SimpleIdentifier()
                condition = Expression(ExprContext.ACCEPT_SUB_QUERY)
            ]
            <RBRACKET>
            {
                return Lambdas.comprehension(
                    s.end(this), elements, parameters, list, condition);
            }
        ]
    ]
    <RBRACKET>
    {
        return SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(
            s.end(this), elements.getList());
    }
}

/** A struct with names of its fields: {'a': 1, b: 2}. */
SqlNode StructConstructor() :
{
    final List<SqlNode> parts = new ArrayList<SqlNode>();
    final Span s;
}
{
    <LBRACE> { s = span(); }
    StructField(parts) ( <COMMA> StructField(parts) )*
    <RBRACE>
    { return Structs.call("STRUCT_PACK", parts, s.end(this)); }
}

/** Adds the name of a field, as a string, and its value. */
void StructField(List<SqlNode> parts) :
{
    final SqlNode name;
    final SqlNode value;
}
{
    ( name = StringLiteral() | name = SimpleIdentifier() )
    <COLON>
    value = Expression(ExprContext.ACCEPT_SUB_QUERY)
    {
        parts.add(Structs.name(name));
        parts.add(value);
    }
}

/** The entries of a map as keys and values. */
SqlNodeList MapEntries() :
{
    SqlNode part;
    final Span s;
    final List<SqlNode> parts = new ArrayList<SqlNode>();
}
{
    <LBRACE> { s = span(); }
    [
        part = Expression(ExprContext.ACCEPT_SUB_QUERY) { parts.add(part); }
        <COLON> part = Expression(ExprContext.ACCEPT_SUB_QUERY) { parts.add(part); }
        (
            <COMMA> part = Expression(ExprContext.ACCEPT_SUB_QUERY) { parts.add(part); }
            <COLON> part = Expression(ExprContext.ACCEPT_SUB_QUERY) { parts.add(part); }
        )*
    ]
    <RBRACE>
    { return new SqlNodeList(parts, s.end(this)); }
}

/** The type of structs: STRUCT(a INTEGER, b VARCHAR). */
SqlTypeNameSpec StructTypeName() :
{
    final List<SqlIdentifier> fieldNames = new ArrayList<SqlIdentifier>();
    final List<SqlDataTypeSpec> fieldTypes = new ArrayList<SqlDataTypeSpec>();
}
{
    SimpleIdentifier()
    <LPAREN> AddFieldNameTypes(fieldNames, fieldTypes) <RPAREN>
    { return new StructTypeName(getPos(), fieldNames, fieldTypes); }
}

/** The type ENUM('a', 'b'). */
SqlTypeNameSpec EnumType() :
{
    final List<String> labels = new ArrayList<String>();
    SqlNode label;
    final Span s;
}
{
    SimpleIdentifier() { s = span(); }
    <LPAREN>
    [
        label = StringLiteral() { labels.add(((SqlLiteral) label).getValueAs(String.class)); }
        (
            <COMMA> label = StringLiteral()
            { labels.add(((SqlLiteral) label).getValueAs(String.class)); }
        )*
    ]
    <RPAREN>
    { return EnumTypeName.of(labels, s.end(this)); }
}

/** The type of intervals. A qualifier behind it says nothing. */
SqlTypeNameSpec IntervalType() :
{
    final Span s;
}
{
    <INTERVAL> { s = span(); }
    [ LOOKAHEAD(2) IntervalQualifier() ]
    { return new IntervalTypeName(s.end(this)); }
}

/** The type of a keyword that there is not. */
SqlTypeNameSpec MissingType() :
{
}
{
    ( <BIT> | <UNION> )
    {
        throw new UnsupportedOperationException(
            "the type " + token.image.toUpperCase(java.util.Locale.ROOT) + " is not supported");
    }
}

/** The names of the parameters of a lambda function. */
SqlNodeList LambdaParameters() :
{
    SqlIdentifier parameter;
    final SqlNodeList parameters = new SqlNodeList(getPos());
}
{
    parameter = SimpleIdentifier() { parameters.add(parameter); }
    (
        <COMMA> parameter = SimpleIdentifier() { parameters.add(parameter); }
    )*
    { return parameters; }
}

/** The function {@code lambda x, i : x + i}. */
SqlNode LambdaWithWord() :
{
    final SqlNodeList parameters;
    final SqlNode body;
    final Span s;
}
{
    SimpleIdentifier() { s = span(); }
    parameters = LambdaParameters()
    <COLON>
    body = Expression(ExprContext.ACCEPT_SUB_QUERY)
    { return new SqlLambda(s.end(this), parameters, body); }
}

/** The position of an element in a list, or those of a slice, with a colon between them, and a step. */
SqlNode ListPosition() :
{
    SqlNode first = null;
    SqlNode last = null;
    SqlNode step = null;
    boolean slice = false;
    final SqlParserPos position = getPos();
}
{
    [ first = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    [
        <COLON> { slice = true; }
        [
            LOOKAHEAD(2) <MINUS> <COLON> step = Expression(ExprContext.ACCEPT_SUB_QUERY)
        |
            last = Expression(ExprContext.ACCEPT_SUB_QUERY)
            [ <COLON> step = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
        ]
    ]
    { return slice || first == null ? ListSlice.of(position, first, last, step) : first; }
}

/** COLLATE behind a string; a collation by code points changes nothing. */
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
                new SqlParserUtil.ToTreeListItem(Collation.operator(name), s.end(this)));
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
