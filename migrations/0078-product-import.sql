-- Rows come by the hundred thousand, are read whole and hardly ever changed: kept as they were written, they are not taken
-- apart and put together again.
alter table import_row
  alter column facts type json using facts::json,
  alter column shown type json using shown::json;
