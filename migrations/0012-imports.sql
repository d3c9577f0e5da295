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

comment on table import is 'An uploaded file: its rows are validated as they arrive, and written by a job after confirmation.';
comment on column import.fingerprint is
  'Fingerprint of the file and its columns, so that uploading it again resumes where it stopped.';
comment on column import.settings is
  'How to interpret the rows: whether to publish, the time of a stock count, the owner of prices.';
comment on column import.received is 'The number of rows received; they arrive in order.';
comment on column import.counts is 'The expected effects, compared on arrival.';
comment on column import.taken is 'The number of confirmed rows among those that need review; the others are skipped.';
comment on column import.position is 'The last row that was applied or undone; updated in the same transaction.';
comment on column import.result is 'The actual effects.';
comment on column import.kept_count is 'The number of changes that could not be undone, because the data was changed since.';
comment on column import.acted_by is 'The last user who applied or undid it.';
comment on column import.problem is 'Why it is stuck; empty otherwise.';

create index import_latest on import (created_at desc, id);
create unique index import_sending on import (owner_id, fingerprint) where state = 'sending';

-- Rows come by the hundred thousand, are read whole and rarely change, so facts and shown are stored as text (json),
-- not parsed (jsonb). Rows and changes have no foreign key to the import: each would be looked up in a table that the
-- same transaction has locked, for a fifth of the insert's cost.
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

comment on table import_row is 'A row of an uploaded file, with its expected effect or the reason for its rejection.';
comment on column import_row.import_id is 'The import, which is locked while rows are added; deleting it deletes them.';
comment on column import_row.row is 'The row number in the sheet.';
comment on column import_row.code is 'The key of the row; a second row with the same key is refused.';
comment on column import_row.is_noted is 'The row needs review by a person.';
comment on column import_row.is_taken is 'A reviewed row that was confirmed, so that it is written.';
comment on column import_row.is_partial is 'Some cells cannot be read; their fields stay unchanged.';
comment on column import_row.margin is 'Bit flags: which of name, price and stock change, and which of them by a wide margin.';
comment on column import_row.facts is 'The cell values by field.';
comment on column import_row.shown is 'Number, name, old and new values, remarks and reason, formatted for display.';

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

comment on table import_change is 'The changes of an import row, so that they can be undone.';
comment on column import_change.import_id is 'The import, without a foreign key, as in import_row.';
comment on column import_change.product_id is 'A product, or a user in customer imports, written by the same transaction.';
comment on column import_change.before is 'The previous values; empty for new records.';
comment on column import_change.kept is 'Why it was not undone, or not completely.';

create index import_change_kept on import_change (import_id, row) where kept <> '';

create function forget_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_row where import_id = old.id;
  delete from import_change where import_id = old.id;
  return null;
end $$;

create trigger import_forgotten after delete on import for each row execute function forget_import_rows();

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

comment on table import_picture is 'A picture address from an import row, fetched after the row was applied.';
comment on column import_picture.image is
  'The product’s picture when the row was applied; if it has changed since, the new one stays.';
comment on column import_picture.state is 'dropped: no longer needed, because the product or the import was changed.';
comment on column import_picture.problem is 'Why it could not be fetched or was not needed, as text for display.';
comment on column import_picture.due_at is 'Not before this time; transient failures are retried later.';

create index import_picture_due on import_picture (import_id, state, due_at);
create index import_picture_product on import_picture (product_id);

create table picture_source (
  product_id uuid primary key references product (id),
  url text not null,
  image text not null
);

comment on table picture_source is
  'The address a product’s picture was fetched from; it is not fetched again while the product shows it.';

-- Runs as the owner, because the portal's role may not analyze tables.
create function analyze_products() returns void language plpgsql security definer set search_path from current as $$
begin
  analyze product, stock_movement;
end $$;

comment on function analyze_products is
  'Refreshes planner statistics after the first rows of an import. Without them, each lookup would scan the catalog until '
  'the database analyzes the table, a minute later.';
