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
