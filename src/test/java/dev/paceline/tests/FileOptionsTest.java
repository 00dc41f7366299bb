package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Options of functions that read files, and columns that files have beside their own. */
@WithoutC2
class FileOptionsTest extends FileComparisonTest {
  private String write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return "'" + file + "'";
  }

  private void assertFails(String sql, String message) {
    assertThatThrownBy(() -> TextRows.of(paceline, sql)).as(sql).hasMessageContaining(message);
  }

  @Test
  void nullsOfCsv() throws IOException, SQLException {
    String file = write("n.csv", "a,b,c\n\"NULL\",1,x\nNULL,2,\n\"\",3,\"\"\n,4,z\n");
    for (String options :
        List.of(
            "allow_quoted_nulls = true",
            "allow_quoted_nulls = false",
            "allow_quoted_nulls = true, nullstr = 'NULL'",
            "allow_quoted_nulls = true, nullstr = ['NULL', '']",
            "allow_quoted_nulls = false, force_not_null = ['a']",
            "allow_quoted_nulls = false, force_not_null = ['C', 'a'], nullstr = ['']",
            "allow_quoted_nulls = 1, header = 1")) {
      assertSame(
          "select a, a is null, b, c is null from read_csv("
              + file
              + ", "
              + options
              + ") order by b");
    }
    String numbers = write("m.csv", "a,b\n1,x\n,y\n3,z\n");
    assertThat(
            TextRows.of(
                paceline,
                "select typeof(a), a = '', b from read_csv("
                    + numbers
                    + ", force_not_null = ['a'])"))
        .containsExactly("VARCHAR|false|x|", "VARCHAR|true|y|", "VARCHAR|false|z|");
    assertFails(
        "select * from read_csv(" + file + ", force_not_null = ['zz'])",
        "force_not_null names the column zz");
  }

  @Test
  void namesAndTypesOfCsv() throws IOException, SQLException {
    String names = write("names.csv", "Group,1a,a b,é,a-b,SELECT,a b\n1,2,3,4,5,6,7\n");
    assertSame(
        "select _group, _1a, a_b, e, ab, _select, a_b_1 from read_csv("
            + names
            + ", normalize_names = true)");
    String types = write("types.csv", "a;b;c\n1;1.5;2020-01-01\n2;3;2021-02-03\n");
    assertSame(
        "select typeof(a), typeof(b), typeof(c) from read_csv("
            + types
            + ", auto_type_candidates = ['BIGINT', 'DATE', 'VARCHAR'])");
    assertSame("select * from read_csv(" + types + ", buffer_size = 100000, strict_mode = true)");
    assertFails("select * from read_csv(" + types + ", strict_mode = false)", "is not supported");
    assertFails("select * from read_csv(" + types + ", new_line = 'x')", "new_line");
    String lines = write("lines.csv", "a,b\r\n1,2\r\n3,4\r\n");
    assertSame("select * from read_csv(" + lines + ", new_line = '\\r\\n')");
    String bad = write("bad.csv", "a,b\n1,2\nx,3\n5,6\n");
    assertSame("select * from read_csv(" + bad + ", types = ['INT', 'INT'], store_rejects = true)");
  }

  /** Lines that begin with # are comments if all others are alike, and a header if they are not. */
  @Test
  void commentsAreFoundOut() throws IOException, SQLException {
    String comments = write("comments.csv", "# made by hand\na,b\n1,2\n# and more\n3,4\n");
    assertSame("select a, b from " + comments);
    String header = write("header.tsv", "#chrom\tpos\nx\t1\ny\t2\n");
    assertThat(TextRows.of(paceline, "select \"#chrom\", pos from " + header))
        .containsExactly("x|1|", "y|2|");
  }

  @Test
  void columnsOfPaths() throws IOException, SQLException {
    write("h/y=2020/m=01/f.csv", "v\n1\n2\n");
    write("h/y=2021/m=12/f.csv", "v\n3\n");
    String files = "read_csv('" + directory + "/h/*/*/*.csv'";
    for (String options :
        List.of(
            ", hive_partitioning = true",
            ", hive_partitioning = true, filename = true",
            ", hive_types = {'m': 'INTEGER', 'y': 'VARCHAR'}",
            ", hive_partitioning = true, hive_types_autocast = false")) {
      assertSame("select * from " + files + options + ") order by v");
    }
    assertSame("select typeof(m), typeof(y) from " + files + ", hive_types = {'m': 'INTEGER'})");
    assertFails(
        "select * from " + files + ", hive_types = {'z': 'INTEGER'})", "hive_types names z");
    assertFails("select * from " + files + ", hive_types = {'m': 'DATE'})", "is not of type DATE");
    assertFails("select * from " + files + ", hive_types = {'m': 'DOUBLE'})", "DOUBLE");
  }

  @Test
  void filesHaveTheirNames() throws IOException, SQLException {
    write("p/a.csv", "v\n1\n2\n");
    write("p/b.csv", "v\n3\n");
    String files = "read_csv('" + directory + "/p/*.csv')";
    assertSame("select *, filename from " + files + " order by v");
    assertSame("select * from " + files + " where filename like '%b.csv'");
    assertSame("select v from " + files + " order by filename desc, v");
    assertSame("select filename, count(*) from " + files + " group by all order by 1");
    assertSame("select max(f.filename) from " + files + " f");
    assertSame("select * replace (v + 1 as v), filename from " + files + " order by 1");
    assertSame("select * from (select filename as n from " + files + ") order by n");
    assertSame("select 'x' as filename from " + files);
    String own = write("own.csv", "filename,v\nmine,1\n");
    assertSame("select filename from " + own);
    assertFails("select file_row_number from " + own, "file_row_number");
    Path numbers = directory.resolve("n.parquet");
    try (Statement statement = duckDb.createStatement()) {
      statement.execute("copy (select range as i from range(5)) to '" + numbers + "'");
    }
    assertSame("select *, file_row_number from '" + numbers + "' where file_row_number > 1");
  }

  @Test
  void membersBeyondTheSample() throws IOException, SQLException {
    String top = write("top.json", "{\"a\":1}\n{\"a\":2,\"c\":9}\n");
    String field = write("field.json", "{\"a\":{\"x\":1}}\n{\"a\":{\"y\":9}}\n");
    for (String file : List.of(top, field)) {
      String sql = "select * from read_json(" + file + ", sample_size = 1";
      assertFails(sql + ")", "is a member that no record of the sample has");
      assertThatThrownBy(() -> TextRows.of(duckDb, sql + ")")).hasMessageContaining("unknown key");
      assertSame(sql + ", ignore_errors = true)");
      assertSame("select * from read_json(" + file + ")");
    }
    assertSame("select * from read_json(" + top + ", columns = {a: 'BIGINT'})");
    assertSame("select * from read_json(" + field + ", columns = {a: 'STRUCT(x INTEGER)'})");
  }

  @Test
  void optionsOfJson() throws IOException, SQLException {
    String file =
        write(
            "o.json",
            "{\"u\":\"6f9619ff-8b86-d011-b42d-00c04fc964ff\",\"n\":\"17\"}\n"
                + "{\"u\":null,\"n\":\"-4\"}\n");
    assertSame(
        "select u, typeof(u), n from read_json(" + file + ", columns = {u: 'UUID', n: 'INTEGER'})");
    assertSame(
        "select typeof(n), n from read_json(" + file + ", convert_strings_to_integers = true)");
    assertSame("select json from read_ndjson_objects(" + file + ")");
    String array = write("a.json", "[{\"a\":1}, {\"a\":{\"b\":[2]}}]");
    assertSame("select json from read_json_objects(" + array + ")");
    assertSame("select json from read_json_objects_auto(" + array + ")");
    assertSame("select a from read_json(" + array + ", columns = {a: 'JSON'})");
    assertFails(
        "select u from read_json(" + array + ", columns = {a: 'UUID'})", "there is no column u");
    assertFails("select a from read_json(" + array + ", columns = {a: 'UUID'})", "UUID");
    write("u/1.json", "{\"a\":1}\n");
    write("u/2.json", "{\"a\":\"x\",\"b\":2}\n");
    assertSame(
        "select cast(a as varchar), b from read_json('"
            + directory
            + "/u/*.json', union_by_name = true) order by b nulls first limit 1");
  }

  @Test
  void recordsOfJsonAsOneColumn() throws IOException, SQLException {
    String lines = write("r.json", "{\"a\":1,\"b\":{\"c\":2}}\n{\"a\":2,\"b\":{\"c\":3}}\n");
    String array = write("s.json", "[{\"a\":1,\"b\":[1,2]},{\"a\":null,\"b\":[]}]");
    for (String file : List.of(lines, array)) {
      String read = " from read_json(" + file + ", records = false)";
      assertSame("select typeof(json), cast(json as varchar)" + read);
      assertSame("select json.a" + read);
    }
    assertSame(
        "select typeof(j), cast(j as varchar) from read_json("
            + lines
            + ", records = false, columns = {j: 'STRUCT(a INTEGER)'})");
    assertFails(
        "select * from read_json("
            + lines
            + ", records = false, columns = {a: 'INTEGER', b: 'INTEGER'})",
        "one name with its type");
    String lists = write("l.json", "[1, 2, 3]\n[4, 5]\n");
    assertSame("select typeof(json), cast(json as varchar) from read_json(" + lists + ")");
    String inner = write("i.json", "[[1, 2], [3]]");
    assertSame("select typeof(json), cast(json as varchar) from read_json(" + inner + ")");
    assertSame("select * from read_json(" + write("n.json", "{\"a\":1}\nnull\n{\"a\":2}\n") + ")");
  }

  @Test
  void mapsOfJson() throws IOException, SQLException {
    StringBuilder numbers = new StringBuilder();
    StringBuilder structs = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      numbers.append("{\"a\":{\"k").append(i).append("\":").append(i).append("}}\n");
      structs.append("{\"a\":{\"k").append(i).append("\":{\"p\":").append(i).append("}}}\n");
    }
    String few = write("f.json", "{\"a\":{\"k1\":1,\"k2\":2}}\n{\"a\":{\"k3\":3}}\n");
    String types = "select typeof(a), cast(a as varchar) from read_json(";
    assertSame(types + write("n.json", numbers.toString()) + ") limit 9");
    assertSame(types + write("s.json", structs.toString()) + ") limit 9");
    assertSame(types + few + ")");
    assertSame(types + few + ", map_inference_threshold = 3)");
    assertSame(types + few + ", map_inference_threshold = -1)");
    assertSame(types + few + ", field_appearance_threshold = 0.6)");
  }

  @Test
  void timesOfJson() throws IOException, SQLException {
    String file =
        write(
            "t.json",
            "{\"z\":\"2020-01-01T10:00:00Z\",\"o\":\"2020-01-01 10:00:00+02\","
                + "\"p\":\"2020-01-01 10:00:00\",\"d\":\"01/02/2020\"}\n");
    assertSame("select typeof(z), typeof(o), typeof(p), epoch(o) from read_json(" + file + ")");
    assertSame("select d from read_json(" + file + ", date_format = '%d/%m/%Y')");
    assertFails(
        "select d from read_json(" + file + ", date_format = '%d', dateformat = '%d')",
        "are names of one; give it once");
  }

  @Test
  void fractionsBeyondTheSampleOfJson() throws IOException {
    String file = write("w.json", "{\"a\":1}\n{\"a\":1.5}\n");
    assertFails("select * from read_json(" + file + ", sample_size = 1)", "sample_size=-1");
    assertFails(
        "select * from read_json(" + file + ", columns = {a: 'BIGINT'})",
        "give the column another type by the option columns");
  }

  @Test
  void nestedColumnsOfCsv() throws IOException, SQLException {
    String file =
        write(
            "n.csv",
            "l,s,m,u\n\"[1, 2, 3]\",\"{'a': 1, 'b': x}\",\"{k=1}\","
                + "6f9619ff-8b86-d011-b42d-00c04fc964ff\n[],,,\n");
    String types = "{'l': 'INT[]', 's': 'STRUCT(a INT, b VARCHAR)', 'm': 'MAP(VARCHAR, INT)'}";
    String columns = types.replace("}", ", 'u': 'UUID'}");
    for (String option : List.of("types = " + types, "columns = " + columns)) {
      assertSame(
          "select cast(l as varchar), s.b, cast(m as varchar), typeof(l) from read_csv("
              + file
              + ", "
              + option
              + ")");
    }
    assertSame("select l[2] from read_csv(" + file + ", types = " + types + ") where s.a = 1");
    assertThat(
            TextRows.of(
                paceline,
                "select m['k'] from read_csv("
                    + file
                    + ", types = {l: INT[], s: STRUCT(a INT, b VARCHAR), m: MAP(VARCHAR, INT)})"))
        .containsExactly("1|", "null|");
    String wrong = write("w.csv", "l,n\n[1],1\nx,2\n[3],3\n");
    assertFails(
        "select l from read_csv(" + wrong + ", columns = {l: INT[], n: INT}, header = true)",
        "line 3, byte 10, column 1 (l): the value 'x' is not of type INTEGER[]");
    assertThat(
            TextRows.of(
                paceline,
                "select l[1], n from read_csv("
                    + wrong
                    + ", columns = {'l': 'INT[]', 'n': 'INT'}, header = true, ignore_errors = true)"))
        .containsExactly("1|1|", "3|3|");
  }

  @Test
  void datesOfSeveralForms() throws IOException, SQLException {
    String file = write("d.csv", "a,b,c\n1,2021-06-15,13.02.2020\n2,2020-01-02,14.02.2020\n");
    assertThat(TextRows.of(paceline, "select typeof(b), typeof(c), b, c from " + file))
        .containsExactly("DATE|DATE|2021-06-15|2020-02-13|", "DATE|DATE|2020-01-02|2020-02-14|");
    assertSame("select a, b from " + file);
    String swapped = write("s.csv", "a\n2021-06-05\n2021-06-04\n");
    assertSame("select month(a) from read_csv(" + swapped + ", dateformat = '%Y-%d-%m')");
  }

  @Test
  void commasBetweenThousandsAreNoDecimalCommas() throws IOException, SQLException {
    assertSame("select * from " + write("t.csv", "a;b\n1,234;x\n5,678;y\n12;z\n"));
    assertThat(TextRows.of(paceline, "select a from " + write("u.csv", "a;b\n1,234;x\n5,6;y\n")))
        .containsExactly("1.234|", "5.6|");
  }

  @Test
  void quotedFieldsWithDelimiters() throws IOException, SQLException {
    assertSame("select typeof(a), a from " + write("q.csv", "a\n\"3, 0\"\n"));
    assertSame("select * from " + write("one.csv", "01:02:03|x|2020-01-02"));
  }

  @Test
  void filesThatAreNamedTwice() throws IOException, SQLException {
    String file = write("d.csv", "a\n1\n2\n");
    String list = "[" + file + ", " + file + ", '" + directory + "/*.csv']";
    assertSame("select a from read_csv(" + list + ") order by a");
    assertSame("select count(*) from read_csv(" + list + ", filename = true)");
  }

  @Test
  void aliasesAndNumbersInQuotes() throws IOException, SQLException {
    String file = write("q.csv", "a;b\n1;2\n");
    assertSame("select * from read_csv(" + file + ", maximum_line_size = '100')");
    assertFails("select * from read_csv(" + file + ", delim = ';', sep = ';')", "are names of one");
  }

  @Test
  void optionsOfParquetOutput() throws SQLException {
    Path file = directory.resolve("z.parquet");
    try (Statement statement = paceline.createStatement()) {
      statement.execute(
          "copy (select 7 as a) to '"
              + file
              + "' (format parquet, codec 'zstd', compression_level 5, use_tmp_file false,"
              + " preserve_order true)");
    }
    assertSame("select a from '" + file + "'");
    assertSame("select distinct compression from parquet_metadata('" + file + "')");
    assertThatThrownBy(
            () -> {
              try (Statement statement = paceline.createStatement()) {
                statement.execute(
                    "copy (select 7 as a) to '" + file + "' (format parquet, compression_level 5)");
              }
            })
        .hasMessageContaining("needs compression zstd");
  }
}
