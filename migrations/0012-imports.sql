create table import (
  id uuid primary key,
  kind text not null check (kind in ('products', 'prices', 'list', 'pictures', 'customers')),
  file_name text not null,
  fingerprint text not null,
  owner_id uuid not null references user_account (id),
  settings jsonb not null,
  state text not null default 'sending'
    check (state in ('sending', 'ready', 'applying', 'stopped', 'done', 'undoing', 'undone')),
  row_count integer not null check (row_count > 0),
  received integer not null default 0 check (received between 0 and row_count),
  counts jsonb not null default '{"new": 0, "changed": 0, "unchanged": 0, "refused": 0, "noted": 0, "partial": 0}',
  taken integer not null default 0,
  position integer not null default 0,
  result jsonb not null default '{"new": 0, "changed": 0, "unchanged": 0, "refused": 0}',
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  acted_by uuid references user_account (id),
  problem text not null default '',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);

comment on table import is
  'A file that somebody sent up: its rows are judged as they arrive, and written by a job once somebody agreed to that.';
comment on column import.fingerprint is 'Of the file and its columns, so that sending it again goes on where it was cut short.';
comment on column import.settings is 'How the rows are meant: what is published, since when the stock is counted, whose prices they are.';
comment on column import.received is 'How many rows have arrived; they come in their order.';
comment on column import.counts is 'What the rows would do, by the comparison at their arrival.';
comment on column import.taken is 'How many rows to look at somebody ticked; the others are left out.';
comment on column import.position is
  'The row of the sheet up to which it was applied, or taken back, moved in the transaction that did so.';
comment on column import.result is 'What the rows did.';
comment on column import.kept_count is 'What could not be taken back, because it was changed since.';
comment on column import.acted_by is 'Who had it applied or taken back last.';
comment on column import.problem is 'Why it does not get on; empty while it does.';

create index import_latest on import (created_at desc, id);
create unique index import_sending on import (owner_id, fingerprint) where state = 'sending';

-- Rows come by the hundred thousand, are read whole and hardly ever changed: facts and shown are kept as they were written,
-- not taken apart and put together again. Neither these rows nor the changes refer to their import: each would be looked up
-- in a table that the same transaction has locked, for a fifth of its price.
create table import_row (
  import_id uuid not null,
  row integer not null,
  code text not null default '',
  verdict text not null check (verdict in ('new', 'changed', 'unchanged', 'refused')),
  is_noted boolean not null default false,
  is_taken boolean not null default false,
  is_partial boolean not null default false,
  margin smallint not null default 0,
  facts json not null,
  shown json not null,
  primary key (import_id, row)
);

comment on table import_row is 'A row of a file that was sent up, and what it would do or why it is refused.';
comment on column import_row.import_id is 'An import that is locked while its rows are added; its end takes them along.';
comment on column import_row.row is 'Its number in the sheet.';
comment on column import_row.code is 'What it is about; a second row about the same is refused.';
comment on column import_row.is_noted is 'There is something about it that a person should look at.';
comment on column import_row.is_taken is 'Somebody ticked this row to look at, so that it is written.';
comment on column import_row.is_partial is 'Some of its cells cannot be read: their fields stay as they are.';
comment on column import_row.margin is
  'Bits: which of name, price and stock it touches of what is there, and which of them it changes by a wide margin.';
comment on column import_row.facts is 'What its cells say, by field.';
comment on column import_row.shown is 'Number, name, old and new values, remarks and reason, as people read them.';

create index import_row_code on import_row (import_id, code) where code <> '';
create index import_row_verdict on import_row (import_id, verdict, row);
create index import_row_noted on import_row (import_id, row) where is_noted;
create index import_row_partial on import_row (import_id, row) where is_partial;

create table import_change (
  import_id uuid not null,
  row integer not null,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  kept text,
  primary key (import_id, row)
);

comment on table import_change is 'What a row of an import changed, so that it can be taken back.';
comment on column import_change.import_id is 'As with the rows.';
comment on column import_change.product_id is 'A product, or of customers a user, that the same transaction wrote.';
comment on column import_change.before is 'Empty where there was nothing before.';
comment on column import_change.kept is 'Why it was not taken back, or not all of it.';

create index import_change_kept on import_change (import_id, row) where kept <> '';

create function forget_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_row where import_id = old.id;
  delete from import_change where import_id = old.id;
  return null;
end $$;

create trigger import_forgotten after delete on import for each row execute function forget_import_rows();

create table import_part (
  run_id uuid not null,
  part integer not null check (part >= 0),
  actor_id uuid references user_account (id),
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (run_id, part)
);

comment on table import_part is
  'A part of an import that was applied, with its answer: a part that is sent again, because the answer was lost, '
  'is not applied again. Counts of a spreadsheet must not undo the orders that came between.';
comment on column import_part.body_hash is 'The same part with other content is refused.';

create index import_part_age on import_part (created_at);

create table import_picture (
  import_id uuid not null references import (id) on delete cascade,
  row integer not null,
  product_id uuid not null references product (id),
  url text not null,
  image text not null,
  state text not null default 'waiting' check (state in ('waiting', 'fetched', 'failed', 'dropped')),
  problem text not null default '',
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default now(),
  primary key (import_id, row)
);

comment on table import_picture is
  'A picture that a row of an import names by an address elsewhere: it is fetched after the row was applied.';
comment on column import_picture.image is 'What the product showed when the row was applied; where it shows something else now, that stays.';
comment on column import_picture.state is 'dropped: not wanted any more, because the product or the import went on without it.';
comment on column import_picture.problem is 'Why it could not be fetched, or was not wanted, as people read it.';
comment on column import_picture.due_at is 'Not before: what failed in passing is tried again later.';

create index import_picture_due on import_picture (import_id, state, due_at);
create index import_picture_product on import_picture (product_id);

create table picture_source (
  product_id uuid primary key references product (id),
  url text not null,
  image text not null
);

comment on table picture_source is
  'From which address a product''s picture was fetched: while the product shows it, the address is not asked again.';

-- Until a table was looked at once, its rows are asked for as if there were hardly any. The run-time role does not own
-- the table, and whoever does not own a table cannot have it looked at.
create function analyze_products() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze public.product;
end $$;

comment on function analyze_products is 'Renews what the planner knows of products; for the first rows of an import.';

-- Rows come by the hundred thousand and are read in their order at once. Until the table was looked at, each part would
-- read and sort all that is left.
create function analyze_import_rows() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze public.import_row (import_id, row, code, verdict);
end $$;

create function analyze_import_changes() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze public.import_change (import_id, row);
end $$;

comment on function analyze_import_rows is 'Renews what the planner knows of rows; before an import is applied.';
comment on function analyze_import_changes is 'Renews what the planner knows of changes; before an import is undone.';
