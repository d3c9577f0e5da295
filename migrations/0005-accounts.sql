alter table user_account
  -- The applicant says that the business is a customer already; the account id is a claim until an admin accepts it.
  add column is_existing_customer boolean not null default false,
  add column terms_agreed_at timestamptz;

create index user_account_search on user_account
  using gin (lower(name || ' ' || last_name || ' ' || company_name || ' ' || account_id || ' ' || email) gin_trgm_ops);
create index user_account_company on user_account (company_name, id) where deleted_at is null;
create index user_account_last_name on user_account (last_name, id) where deleted_at is null;
create index user_account_created on user_account (created_at, id) where deleted_at is null;
create index user_account_license_expiry on user_account (license_expiry_date, id) where deleted_at is null;

-- A key leads to a new password, once. Only its SHA-256 is kept; a newer key of the same purpose replaces it.
create table password_key (
  user_id uuid not null references user_account (id),
  purpose text not null check (purpose in ('reset', 'invitation')),
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

-- The chain over the audit trail: every hash covers its entry and the hash before it. Written in batches after the
-- entries, so that what is recorded at the same time never waits for each other.
create table audit_link (
  position bigint primary key,
  entry_id uuid not null unique references audit_entry (id),
  hash bytea not null
);

create trigger audit_link_guard before update or delete or truncate on audit_link
  for each statement execute function refuse_change();

create index audit_entry_actor on audit_entry (actor_id, at);
create index audit_entry_action on audit_entry (action, at);
