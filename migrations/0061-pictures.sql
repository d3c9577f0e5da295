alter table upload add column made_from bytea;

comment on column upload.made_from is
  'SHA-256 of the file it was painted from, where an import brought it: the same file is not stored twice.';

create index upload_made_from on upload (made_from) where made_from is not null;
