alter table import
  add column taken integer not null default 0,
  alter column counts set default '{"new": 0, "changed": 0, "unchanged": 0, "refused": 0, "noted": 0, "partial": 0}';
update import set counts = counts || '{"partial": 0}';
alter table import_row
  add column is_taken boolean not null default false,
  add column is_partial boolean not null default false,
  add column margin smallint not null default 0;

-- What was applied before wrote its rows to look at, too.
update import_row set is_taken = true
  from import where import.id = import_row.import_id and is_noted and state not in ('sending', 'ready');
update import set taken = coalesce((counts ->> 'noted')::integer, 0) where state not in ('sending', 'ready');

comment on column import.taken is 'How many rows to look at somebody ticked; the others are left out.';
comment on column import_row.is_taken is 'Somebody ticked this row to look at, so that it is written.';
comment on column import_row.is_partial is 'Some of its cells cannot be read: their fields stay as they are.';
comment on column import_row.margin is
  'Bits: which of name, price and stock it touches of what is there, and which of them it changes by a wide margin.';

create index import_row_partial on import_row (import_id, row) where is_partial;
