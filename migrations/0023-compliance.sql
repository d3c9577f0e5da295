create table license_file (
  id uuid primary key,
  license_id uuid not null references license (id),
  name text not null,
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 5242880),
  renewed_until date,
  resolved_at timestamptz,
  declined_why text not null default '',
  added_by uuid not null references user_account (id),
  added_at timestamptz not null default now(),
  check (resolved_at is null or renewed_until is not null),
  check (declined_why = '' or resolved_at is not null)
);

comment on table license_file is
  'Copies of licenses, private to the customer and admins. With a new expiration date it is a renewal, which changes '
  'nothing until an admin verifies the license.';
comment on column license_file.type is 'Recognized by the content.';
comment on column license_file.renewed_until is 'The last valid day of a renewal, as its sender entered it.';
comment on column license_file.resolved_at is 'When an admin verified the license with it, or declined it.';

create index license_file_of on license_file (license_id, id);
create index license_file_renewal on license_file (license_id) where renewed_until is not null and resolved_at is null;

create table license_extract (
  id uuid primary key,
  state text not null check (state ~ '^[A-Z]{2}$'),
  kind text not null check (kind in ('state', 'controlled')),
  file_name text not null,
  published_on date not null,
  row_count integer not null check (row_count > 0),
  uploaded_by uuid not null references user_account (id),
  uploaded_at timestamptz not null default now()
);

comment on table license_extract is 'Extracts of a State board’s register that were compared with our records.';
comment on column license_extract.published_on is 'The date of the extract, as the admin entered it.';

create index license_extract_latest on license_extract (uploaded_at desc, id);

create table license_check (
  extract_id uuid not null references license_extract (id),
  license_id uuid not null references license (id),
  license_version integer not null,
  outcome text not null check (outcome in ('matches', 'differs', 'missing')),
  differences jsonb not null default '[]',
  is_latest boolean not null default true,
  confirmed_at timestamptz,
  confirmed_by uuid references user_account (id),
  primary key (extract_id, license_id),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (confirmed_at is null or outcome = 'matches')
);

comment on table license_check is 'The comparison of a license with an extract. A match verifies nothing until an admin confirms it.';
comment on column license_check.license_version is 'The version that was compared; a changed license cannot be confirmed.';
comment on column license_check.outcome is '`missing`: the extract does not have the number.';
comment on column license_check.is_latest is 'False once the license was compared with a later extract.';

create unique index license_check_latest on license_check (license_id) where is_latest;
create index license_check_open on license_check (license_id) where is_latest and outcome <> 'matches';

-- The list of licenses by state.
create index license_unverified on license (expires_on, id) where status = 'unverified' and removed_at is null;
create index license_suspended on license (expires_on, id) where status = 'suspended' and removed_at is null;
create index license_board on license (state, kind) where removed_at is null;
