create table suspect_file (
  id uuid primary key,
  case_id uuid not null references suspect_case (id),
  name text not null,
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 5242880),
  added_by uuid not null references user_account (id),
  added_at timestamptz not null default now()
);

comment on table suspect_file is
  'Photos and documents of an investigation, for admins only; files are added, never changed, and kept as long as the case.';
comment on column suspect_file.type is 'Recognized by the content.';

create index suspect_file_of on suspect_file (case_id, id);

select guard_records('suspect_file');
