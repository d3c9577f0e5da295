create table upload (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  removing_since timestamptz,
  made_from bytea
);

comment on table upload is
  'Pictures that were uploaded, by the name their sizes share. One that no product took in time is removed.';
comment on column upload.applied_at is
  'The first time a product was saved with it; order lines may show it ever after.';
comment on column upload.removing_since is 'From here on its files go, and no product may take it.';
comment on column upload.made_from is
  'SHA-256 of the file it was painted from, where an import brought it: the same file is not stored twice.';

create index upload_unapplied on upload (created_at) where applied_at is null;
create index upload_made_from on upload (made_from) where made_from is not null;
