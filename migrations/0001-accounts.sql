-- People and businesses. Ids are made by the application (UUIDv7), so rows sort by the moment they were made.

create table user_account (
  id uuid primary key,
  email text not null check (email = lower(email)),
  password_hash text,
  name text not null,
  last_name text not null default '',
  phone text not null default '',
  company_name text not null default '',
  license text not null default '',
  license_type text not null default '',
  license_name text not null default '',
  license_address text not null default '',
  license_expiry_date date,
  account_id text not null default '',
  gln_number text not null default '',
  gs1_number text not null default '',
  customer_id text not null default '',
  is_admin boolean not null default false,
  is_sales_rep boolean not null default false,
  is_active boolean not null default false,
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

create unique index user_account_email on user_account (email) where deleted_at is null;
create index user_account_account_id on user_account (account_id) where account_id <> '';
create index user_account_waiting on user_account (id)
  where not is_active and not is_admin and not is_sales_rep and deleted_at is null;

-- A session is a random token of which only the SHA-256 is kept; rights are read from the account at every request.
create table session (
  token_hash bytea primary key,
  user_id uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default ''
);

create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

-- Counters of attempts that must survive a restart: sign-in, codes, resets.
create table attempt (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

create index attempt_expiry on attempt (window_ends_at);

-- A code confirms one order of one person for one customer. Only its HMAC is kept.
create table one_time_code (
  user_id uuid not null references user_account (id),
  for_user_id uuid not null references user_account (id),
  code_hmac bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries_left integer not null check (tries_left >= 0),
  primary key (user_id, for_user_id)
);

-- Append-only: who did what, when, for whom.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  on_behalf_of uuid,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  ip text
);

create index audit_entry_entity on audit_entry (entity, entity_id, at);
create index audit_entry_at on audit_entry (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;

create trigger audit_entry_guard before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
