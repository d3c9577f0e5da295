create table import (
  id uuid primary key,
  kind text not null check (kind in ('products', 'prices')),
  file_name text not null,
  fingerprint text not null,
  owner_id uuid not null references user_account (id),
  settings jsonb not null,
  state text not null default 'sending'
    check (state in ('sending', 'ready', 'applying', 'stopped', 'done', 'undoing', 'undone')),
  row_count integer not null check (row_count > 0),
  received integer not null default 0 check (received between 0 and row_count),
  counts jsonb not null default '{"new": 0, "changed": 0, "unchanged": 0, "refused": 0, "noted": 0}',
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
comment on column import.position is
  'The row of the sheet up to which it was applied, or taken back, moved in the transaction that did so.';
comment on column import.result is 'What the rows did.';
comment on column import.kept_count is 'What could not be taken back, because it was changed since.';
comment on column import.acted_by is 'Who had it applied or taken back last.';
comment on column import.problem is 'Why it does not get on; empty while it does.';

create index import_latest on import (created_at desc, id);
create unique index import_sending on import (owner_id, fingerprint) where state = 'sending';

create table import_row (
  import_id uuid not null references import (id) on delete cascade,
  row integer not null,
  code text not null default '',
  verdict text not null check (verdict in ('new', 'changed', 'unchanged', 'refused')),
  is_noted boolean not null default false,
  facts jsonb not null,
  shown jsonb not null,
  primary key (import_id, row)
);

comment on table import_row is 'A row of a file that was sent up, and what it would do or why it is refused.';
comment on column import_row.row is 'Its number in the sheet.';
comment on column import_row.code is 'What it is about; a second row about the same is refused.';
comment on column import_row.is_noted is 'There is something about it that a person should look at.';
comment on column import_row.facts is 'What its cells say, by field.';
comment on column import_row.shown is 'Number, name, old and new values, remarks and reason, as people read them.';

create index import_row_code on import_row (import_id, code) where code <> '';
create index import_row_verdict on import_row (import_id, verdict, row);
create index import_row_noted on import_row (import_id, row) where is_noted;

create table import_change (
  import_id uuid not null references import (id) on delete cascade,
  row integer not null,
  product_id uuid not null references product (id),
  before jsonb,
  after jsonb not null,
  kept text,
  primary key (import_id, row)
);

comment on table import_change is 'What a row of an import changed, so that it can be taken back.';
comment on column import_change.before is 'Empty where there was nothing before.';
comment on column import_change.kept is 'Why it was not taken back, or not all of it.';

create index import_change_kept on import_change (import_id, row) where kept <> '';
