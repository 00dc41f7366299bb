/** A module that depends on Paceline. */
module consumer.modular {
  requires dev.paceline.calcite;
  requires java.sql;
}
