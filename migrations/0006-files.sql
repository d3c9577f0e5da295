create table upload (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  removing_since timestamptz,
  made_from bytea
);

comment on table upload is 'Uploaded pictures by the shared name of their sizes. One that no product uses in time is removed.';
comment on column upload.applied_at is 'When a product was first saved with it; order lines may show it from then on.';
comment on column upload.removing_since is 'From this time its files are deleted and no product may use it.';
comment on column upload.made_from is
  'SHA-256 of the source file of an imported picture, so that the same file is not stored twice.';

create index upload_unapplied on upload (created_at) where applied_at is null;
create index upload_made_from on upload (made_from) where made_from is not null;
