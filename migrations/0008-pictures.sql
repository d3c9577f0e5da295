-- Pictures that were uploaded, by the name their sizes share. One that no product took in time is removed.
create table upload (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  -- The first time a product was saved with it; order lines may show it ever after.
  applied_at timestamptz,
  -- From here on its files go, and no product may take it.
  removing_since timestamptz
);

create index upload_unapplied on upload (created_at) where applied_at is null;
