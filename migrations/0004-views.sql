create table saved_view (
  id uuid primary key,
  user_id uuid not null,
  table_name text not null,
  name text not null,
  state jsonb not null,
  created_at timestamptz not null default now(),
  unique (user_id, table_name, name)
);

comment on table saved_view is 'A user’s named filters, sort order and columns of a table.';
