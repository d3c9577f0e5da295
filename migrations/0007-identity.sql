create table user_account (
  id uuid primary key,
  business_id uuid,
  email text not null check (email = lower(email)),
  password_hash text,
  name text not null,
  last_name text not null default '',
  phone text not null default '',
  is_admin boolean not null default false,
  is_sales_rep boolean not null default false,
  is_read_only boolean not null default false,
  is_active boolean not null default false,
  buying_role text not null default 'buyer' check (buying_role in ('viewer', 'buyer', 'approver', 'manager')),
  deactivated_by uuid,
  is_demo boolean not null default false,
  terms_agreed_at timestamptz,
  email_proven_at timestamptz,

  is_existing_customer boolean not null default false,
  customer_id text not null default '',

  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (not (is_admin and is_sales_rep)),
  check (is_admin or not is_read_only),
  check (business_id is not null or is_admin or is_sales_rep)
);

comment on table user_account is 'Users: customers, staff and applicants.';
comment on column user_account.business_id is 'Set for every customer, and for staff with an account number.';
comment on column user_account.email is 'In lower case; unique among accounts that are not deleted.';
comment on column user_account.password_hash is 'Null until an invitation is accepted.';
comment on column user_account.name is 'First name.';
comment on column user_account.is_read_only is 'A director: an admin who sees the whole back office and changes nothing.';
comment on column user_account.is_active is 'False for an applicant until an admin accepts them.';
comment on column user_account.buying_role is
  'Permissions within the business: a viewer cannot order, an approver also approves orders, a manager also manages '
  'its users. Ignored for staff.';
comment on column user_account.deactivated_by is
  'The manager who deactivated the user: managers can undo this, but not a deactivation by the wholesaler.';
comment on column user_account.is_demo is 'Created by the demo, with a public password.';
comment on column user_account.email_proven_at is 'When a link or key emailed to the user was first followed; null before.';
comment on column user_account.is_existing_customer is 'The applicant states that the business is already a customer.';
comment on column user_account.version is
  'Incremented by every edit and when the user joins another business: the sum with the version of the business '
  'never repeats.';
comment on column user_account.deleted_at is 'Orders and invoices still refer to the row.';

create unique index user_account_email on user_account (email) where deleted_at is null;
create index user_account_business on user_account (business_id, id);
create index user_account_waiting on user_account (id)
  where not is_active and not is_admin and not is_sales_rep and deleted_at is null;
create index user_account_demo on user_account (id) where is_demo and deleted_at is null;

-- For the lists of customers and users: text search without accents, and sort orders that scan an index.
create index user_account_search on user_account
  using gin (folded(name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index user_account_last_name on user_account (last_name, id) where deleted_at is null;
create index user_account_created on user_account (created_at, id) where deleted_at is null;

create table session (
  token_hash bytea primary key,
  user_id uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz not null default now(),
  ip text not null default '',
  user_agent text not null default ''
);

comment on table session is
  'A session is a random token; only its SHA-256 is stored. Permissions are read from the account at every request.';
comment on column session.confirmed_at is
  'When the password or a passkey was last given; sensitive actions require it within the last 15 minutes.';

create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

create table known_device (
  user_id uuid not null references user_account (id),
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

comment on table known_device is
  'Browsers in which a user signed in; password guesses from elsewhere do not lock them out. They grant no access. '
  'Only the SHA-256 of the token is stored.';

create index known_device_expiry on known_device (last_used_at);

create table password_key (
  user_id uuid not null references user_account (id),
  purpose text not null check (purpose in ('reset', 'invitation')),
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);

comment on table password_key is
  'A one-time key for setting a password. Only its SHA-256 is stored; a newer key with the same purpose replaces it.';

create table email_proof (
  id uuid primary key,
  user_id uuid not null references user_account (id),
  email text not null check (email = lower(email)),
  former_email text check (former_email = lower(former_email)),
  key_hash bytea not null unique,
  undo_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  proven_at timestamptz,
  check ((former_email is null) = (undo_hash is null))
);

comment on table email_proof is
  'An email address that awaits verification by link: an applicant’s, or a new one that replaces the former. Only '
  'the SHA-256 of keys is stored.';
comment on column email_proof.former_email is 'Stays in effect until the new address is verified; null for an applicant.';
comment on column email_proof.undo_hash is 'Hash of the undo key that was emailed to the former address.';
comment on column email_proof.proven_at is
  'When the address was verified and a new one took effect. The row stays, so that a second click gets an '
  'explanation, and the former address can undo the change and is reserved.';

create unique index email_proof_waiting on email_proof (user_id) where proven_at is null;
create index email_proof_of_user on email_proof (user_id, proven_at);
create index email_proof_former on email_proof (former_email) where former_email is not null;

create table one_time_code (
  user_id uuid not null references user_account (id),
  for_user_id uuid not null references user_account (id),
  code_hmac bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries_left integer not null check (tries_left >= 0),
  primary key (user_id, for_user_id)
);

comment on table one_time_code is 'A code confirms one order of one user for one customer. Only its HMAC is stored.';

create table passkey (
  id uuid primary key,
  user_id uuid not null references user_account (id),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  needs_password boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

comment on table passkey is
  'Passkeys, stored by a device or a password manager. They are a complete sign-in, because the device verifies the '
  'user. Only the public key is stored.';
comment on column passkey.credential_id is 'The credential id in base64url.';
comment on column passkey.sign_count is 'The device’s use counter, if it counts: a repeated value indicates a copy.';
comment on column passkey.needs_password is
  'The passkey works only after the password until the owner confirms it: set when the password was reset, an email '
  'change was undone or an admin ended the sessions.';

create index passkey_of_user on passkey (user_id, id);

create table authenticator_app (
  user_id uuid primary key references user_account (id),
  secret bytea,
  pending_secret bytea,
  last_step integer not null default 0,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  check (secret is not null or pending_secret is not null)
);

comment on table authenticator_app is
  'The encrypted TOTP secret of an authenticator app; encrypted with SECRET_KEY if that is set.';
comment on column authenticator_app.pending_secret is 'Replaces the secret once a code of it was entered.';
comment on column authenticator_app.last_step is 'The time step of the last accepted code; it and earlier ones are rejected.';

create table recovery_code (
  user_id uuid not null references user_account (id),
  code_hmac bytea not null,
  primary key (user_id, code_hmac)
);

comment on table recovery_code is
  'Codes for users who lost their second factor. Only their HMAC is stored; a used code is deleted.';

create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'registration', 'confirmation', 'order')),
  bound_to bytea,
  expires_at timestamptz not null,
  check ((purpose = 'sign-in') = (bound_to is null))
);

comment on table passkey_challenge is 'A challenge for a passkey to sign; it can be used once.';
comment on column passkey_challenge.bound_to is 'The session, or the sign-in waiting for its second factor, that requested it.';

create index passkey_challenge_expiry on passkey_challenge (expires_at);

create table sign_in_step (
  key_hash bytea primary key,
  user_id uuid not null references user_account (id),
  tries_left integer not null check (tries_left >= 0),
  expires_at timestamptz not null
);

comment on table sign_in_step is
  'A sign-in with a correct password that still needs a second factor. The key allows nothing else; only its '
  'SHA-256 is stored.';

create index sign_in_step_of_user on sign_in_step (user_id);
create index sign_in_step_expiry on sign_in_step (expires_at);

create table business_sign_on (
  business_id uuid primary key,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  are_passwords_off boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table business_sign_on is
  'The single sign-on of a business (OpenID Connect). It signs in users of that business only, never staff.';
comment on column business_sign_on.client_secret is 'Encrypted for this business; with SECRET_KEY if that is set.';
comment on column business_sign_on.are_passwords_off is
  'Its users can sign in only there, not with a password or passkey of the portal.';

create table business_sign_on_domain (
  domain text primary key check (domain = lower(domain)),
  business_id uuid not null references business_sign_on (business_id) on delete cascade
);

comment on table business_sign_on_domain is 'Email domains of its users. A domain belongs to one business.';

create index business_sign_on_domain_of on business_sign_on_domain (business_id);

create table company_identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

comment on table company_identity is
  'A user’s identity at a company’s single sign-on. Matched by verified email address once, then by this alone, so '
  'that an address reassigned to another person grants no access.';

create table sign_on_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  business_id uuid references business_sign_on (business_id) on delete cascade,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

comment on table sign_on_attempt is
  'A single sign-on round trip of one browser; usable once. Only the SHA-256 of the state and of the browser’s '
  'cookie is stored.';
comment on column sign_on_attempt.business_id is 'Null for the staff’s sign-on, which is configured in the settings.';
comment on column sign_on_attempt.verifier is 'The PKCE verifier; useless without the provider’s code.';

create index sign_on_attempt_expiry on sign_on_attempt (expires_at);
create index sign_on_attempt_business on sign_on_attempt (business_id);

-- References to this room from the tables of lower rooms.
alter table saved_view add foreign key (user_id) references user_account (id);
