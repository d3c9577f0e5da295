create table user_account (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text,
  name text not null,
  last_name text not null default '',
  phone text not null default '',
  is_admin boolean not null default false,
  is_sales_rep boolean not null default false,
  is_active boolean not null default false,
  terms_agreed_at timestamptz,

  company_name text not null default '',
  account_id account_number not null default '',
  is_existing_customer boolean not null default false,
  customer_id text not null default '',
  gln_number text not null default '',
  gs1_number text not null default '',

  license text not null default '',
  license_type text not null default '',
  license_name text not null default '',
  license_address text not null default '',
  license_expiry_date date,

  shipto_name text not null default '',
  shipto_address1 text not null default '',
  shipto_city text not null default '',
  shipto_state text not null default '',
  shipto_zip text not null default '',
  shipto_country text not null default '',

  billto_name text not null default '',
  billto_address1 text not null default '',
  billto_city text not null default '',
  billto_state text not null default '',
  billto_zip text not null default '',
  billto_country text not null default '',

  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (not (is_admin and is_sales_rep))
);

comment on table user_account is 'People and businesses: a customer’s row is both.';
comment on column user_account.email is 'In lower case, and unique among those who are not deleted.';
comment on column user_account.password_hash is 'None until an invitation was taken.';
comment on column user_account.name is 'First name.';
comment on column user_account.is_active is 'An applicant waits until an admin accepts.';
comment on column user_account.account_id is
  'The account number in the ERP. It is a claim until an admin accepts the applicant.';
comment on column user_account.is_existing_customer is 'The applicant says that the business is a customer already.';
comment on column user_account.gln_number is 'Top-level GLN.';
comment on column user_account.gs1_number is 'GLN of the location.';
comment on column user_account.license is 'Its number.';
comment on column user_account.license_name is 'Issuing authority.';
comment on column user_account.license_expiry_date is 'The last day; none recorded means that it is not looked at.';
comment on column user_account.version is 'Grows with every edit, so that one that began before is refused.';
comment on column user_account.deleted_at is 'Orders and invoices still refer to the row.';

create unique index user_account_email on user_account (email) where deleted_at is null;
create index user_account_account_id on user_account (account_id) where account_id <> '';
create index user_account_waiting on user_account (id)
  where not is_active and not is_admin and not is_sales_rep and deleted_at is null;

-- The lists of customers and users: every order in which they are shown, and the text they are searched for.
create index user_account_search on user_account
  using gin (lower(name || ' ' || last_name || ' ' || company_name || ' ' || account_id || ' ' || email) gin_trgm_ops);
create index user_account_company on user_account (company_name, id) where deleted_at is null;
create index user_account_last_name on user_account (last_name, id) where deleted_at is null;
create index user_account_created on user_account (created_at, id) where deleted_at is null;
create index user_account_license_expiry on user_account (license_expiry_date, id) where deleted_at is null;
create index user_account_company_like on user_account using gin (company_name gin_trgm_ops);
create index user_account_license_ends on user_account (license_expiry_date, id)
  where is_active and not is_admin and not is_sales_rep and deleted_at is null;

create table session (
  token_hash bytea primary key,
  user_id uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default ''
);

comment on table session is
  'A session is a random token of which only the SHA-256 is kept; rights are read from the account at every '
  'request.';

create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

create table password_key (
  user_id uuid not null references user_account (id),
  purpose text not null check (purpose in ('reset', 'invitation')),
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

comment on table password_key is
  'A key leads to a new password, once. Only its SHA-256 is kept; a newer key of the same purpose replaces it.';

create table one_time_code (
  user_id uuid not null references user_account (id),
  for_user_id uuid not null references user_account (id),
  code_hmac bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries_left integer not null check (tries_left >= 0),
  primary key (user_id, for_user_id)
);

comment on table one_time_code is 'A code confirms one order of one person for one customer. Only its HMAC is kept.';

create table license_notice (
  user_id uuid not null references user_account (id),
  license_expiry_date date not null,
  days_before integer not null check (days_before in (60, 30, 7, 0)),
  noted_at timestamptz not null default now(),
  digested_at timestamptz,
  primary key (user_id, license_expiry_date, days_before)
);

comment on table license_notice is 'Which notice before a license ends went out for which last day: each once.';
comment on column license_notice.days_before is 'The day itself counts as 0.';
comment on column license_notice.digested_at is 'When the admins’ digest took it in; null until then.';

create index license_notice_undigested on license_notice (license_expiry_date, user_id) where digested_at is null;
