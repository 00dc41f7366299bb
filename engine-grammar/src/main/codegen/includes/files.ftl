<#-- Files that are read as tables, and statements that copy rows from files and to them. -->

/** The name of a file as a string, or a function that reads files, with options. */
SqlNode FileInFrom() :
{
    final Span s;
    final String path;
    final String function;
    final List<Object> arguments = new ArrayList<Object>();
    final Map<String, Object> given = new LinkedHashMap<String, Object>();
}
{
    LOOKAHEAD({ getToken(1).kind == QUOTED_STRING })
    path = SimpleStringLiteral()
    { return FileReference.ofPath(getPos(), path); }
|
    function = anyWord() { s = span(); }
    <LPAREN>
    [ LOOKAHEAD({ getToken(1).kind != RPAREN })
      FileArgument(arguments, given) ( <COMMA> FileArgument(arguments, given) )* ]
    <RPAREN>
    { return FileReference.ofFunction(s.end(this), function, arguments, given); }
}

void FileArgument(List<Object> arguments, Map<String, Object> given) :
{
    final String name;
    final Object value;
}
{
    LOOKAHEAD({ FileReference.startsOption(getToken(2), getToken(3)) })
    name = anyWord()
    ( <EQ> | <NAMED_ARGUMENT_ASSIGNMENT> | <COLON> <EQ> )
    value = FileOptionValue()
    { FileReference.addOption(given, name, value, getPos()); }
|
    <HOOK> { throw FileReference.parameter(getPos()); }
|
    ( <NUMBERED_PARAMETER> | <NAMED_PARAMETER> ) { throw FileReference.parameter(getPos()); }
|
    value = FileOptionValue()
    { arguments.add(value); }
}

/** Takes a token that is a name or any word of SQL. */
JAVACODE
String anyWord()
{
    final Token word = getNextToken();
    final String name = word.image.startsWith("\"")
        ? word.image.substring(1, word.image.length() - 1)
        : word.image;
    if (name.isEmpty() || !Character.isJavaIdentifierStart(name.charAt(0))) {
        throw SyntaxErrors.at(getPos(), "the name of an option is expected instead of " + word.image);
    }
    return name.toLowerCase(Locale.ROOT);
}

/** The value of an option: Boolean, Long, Double, String, List, or Map from strings. */
Object FileOptionValue() :
{
    final List<Object> list = new ArrayList<Object>();
    final Map<String, Object> map = new LinkedHashMap<String, Object>();
    boolean negative = false;
    Object value;
    String key;
    SqlIdentifier name;
}
{
    value = SimpleStringLiteral() { return value; }
|
    <TRUE> { return Boolean.TRUE; }
|
    <FALSE> { return Boolean.FALSE; }
|
    <ON> { return Boolean.TRUE; }
|
    LOOKAHEAD(1) <OFF> { return Boolean.FALSE; }
|
    <STAR> { return "*"; }
|
    [ <PLUS> | <MINUS> { negative = true; } ]
    (
        <UNSIGNED_INTEGER_LITERAL>
        { return FileReference.wholeNumber(token.image, negative, getPos()); }
    |
        ( <DECIMAL_NUMERIC_LITERAL> | <APPROX_NUMERIC_LITERAL> )
        { return Double.valueOf((negative ? "-" : "") + token.image); }
    )
|
    <LBRACKET>
    [ value = FileOptionValue() { list.add(value); }
      ( <COMMA> value = FileOptionValue() { list.add(value); } )* ]
    <RBRACKET>
    { return list; }
|
    <LPAREN>
    value = FileOptionValue() { list.add(value); }
    ( <COMMA> value = FileOptionValue() { list.add(value); } )*
    <RPAREN>
    { return list; }
|
    <LBRACE>
    [ FileOptionEntry(map) ( <COMMA> FileOptionEntry(map) )* ]
    <RBRACE>
    { return map; }
|
    name = SimpleIdentifier() { return name.getSimple(); }
}

void FileOptionEntry(Map<String, Object> map) :
{
    final String key;
    final SqlIdentifier name;
    final Object value;
}
{
    ( key = SimpleStringLiteral() | name = SimpleIdentifier() { key = name.getSimple(); } )
    <COLON>
    (
        LOOKAHEAD({ FileReference.startsType(getToken(1)) })
        value = typeText()
    |
        value = FileOptionValue()
    )
    { map.put(key, value); }
}

/** The name of a type up to the end of an entry, with the type of its elements and fields. */
JAVACODE
String typeText()
{
    final StringBuilder text = new StringBuilder();
    int depth = 0;
    for (Token next = getToken(1);
        next.kind != EOF && (depth > 0 || next.kind != COMMA && next.kind != RBRACE);
        next = getToken(1)) {
        depth += next.kind == LPAREN ? 1 : next.kind == RPAREN ? -1 : 0;
        text.append(text.length() == 0 ? "" : " ").append(getNextToken().image);
    }
    return FileReference.unquoted(text.toString().replaceAll(" ?([\\[\\](),]) ?", "$1"));
}

/** COPY table [(columns)] FROM file, COPY table [(columns)] TO file, and COPY (query) TO file. */
SqlNode Copy() :
{
    final Span s;
    final SqlNode rows;
    SqlNodeList columns = SqlNodeList.EMPTY;
    boolean reads = false;
    final String path;
    final Map<String, Object> given = new LinkedHashMap<String, Object>();
}
{
    <COPY> { s = span(); }
    (
        <LPAREN> rows = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) <RPAREN> <TO>
    |
        rows = CompoundIdentifier() [ columns = ParenthesizedSimpleIdentifierList() ]
        ( <FROM> { reads = true; } | <TO> )
    )
    path = CopiedFile(reads)
    CopyOptions(given)
    { return new CopyStatement(s.end(this), rows, columns, reads, path, given); }
}

/** The path of a file, or null for STDIN and STDOUT. */
String CopiedFile(boolean reads) :
{
    final String path;
    final String word;
}
{
    path = SimpleStringLiteral() { return path; }
|
    {
        word = anyWord();
        if (!word.equals(reads ? "stdin" : "stdout")) {
            throw SyntaxErrors.at(
                getPos(),
                reads
                    ? "COPY … FROM needs the path of a file as a string, or STDIN"
                    : "COPY … TO needs the path of a file as a string, or STDOUT");
        }
        return null;
    }
}

/** Options in parentheses, or one after the other as in old versions of PostgreSQL. */
void CopyOptions(Map<String, Object> given) :
{
}
{
    [ <WITH> ]
    (
        <LPAREN> CopyOption(given) ( <COMMA> CopyOption(given) )* <RPAREN>
    |
        (
            LOOKAHEAD({ getToken(1).kind != EOF && getToken(1).kind != SEMICOLON })
            OldCopyOption(given)
        )*
    )
}

void CopyOption(Map<String, Object> given) :
{
    final String name;
    Object value = Boolean.TRUE;
}
{
    name = anyWord()
    [ <EQ> ]
    [
        LOOKAHEAD({ getToken(1).kind != COMMA && getToken(1).kind != RPAREN })
        value = FileOptionValue()
    ]
    { CopyStatement.addOption(given, name, value, getPos()); }
}

void OldCopyOption(Map<String, Object> given) :
{
    final String name;
    Object value = Boolean.TRUE;
}
{
    name = anyWord()
    [ <AS> ]
    [
        LOOKAHEAD({ getToken(1).kind == QUOTED_STRING })
        value = SimpleStringLiteral()
    ]
    { CopyStatement.addOption(given, name, value, getPos()); }
}

/** EXPORT DATABASE 'directory' [(given)], and IMPORT DATABASE 'directory'. */
SqlNode CopyDatabase() :
{
    final Span s;
    final String directory;
    final boolean exports;
    final Map<String, Object> given = new LinkedHashMap<String, Object>();
}
{
    ( <EXPORT> { exports = true; } | <IMPORT> { exports = false; } ) { s = span(); }
    <DATABASE> directory = SimpleStringLiteral()
    [ <LPAREN> CopyOption(given) ( <COMMA> CopyOption(given) )* <RPAREN> ]
    { return new DatabaseCopyStatement(s.end(this), exports, directory, given); }
}

/** SUMMARIZE of a table, of files, or of a query. */
SqlNode Summarize() :
{
    final Span s;
    final Token first;
    final SqlNode described;
}
{
    <SUMMARIZE> { s = span(); first = getToken(1); }
    described = TableOrQuery()
    {
        return new SummarizeStatement(
            s.end(this), described,
            new SqlParserPos(first.beginLine, first.beginColumn, token.endLine, token.endColumn));
    }
}

SqlNode TableOrQuery() :
{
    final SqlNode described;
}
{
    (
        LOOKAHEAD({ ListEnds.startsQuery(getToken(1).kind) })
        described = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    |
        LOOKAHEAD({ FileReference.starts(getToken(1), getToken(2)) })
        described = FileInFrom()
    |
        described = CompoundIdentifier()
    )
    { return described; }
}
