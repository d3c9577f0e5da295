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
  check (business_id is not null or is_admin or is_sales_rep)
);

comment on table user_account is 'People: the users of a business, and the staff.';
comment on column user_account.business_id is 'Every customer has one; of the staff, who has an account number of his own.';
comment on column user_account.email is 'In lower case, and unique among those who are not deleted.';
comment on column user_account.password_hash is 'None until an invitation was taken.';
comment on column user_account.name is 'First name.';
comment on column user_account.is_active is 'An applicant waits until an admin accepts.';
comment on column user_account.buying_role is
  'What somebody may do for his business: a viewer looks and orders nothing, an approver also approves what others order, a '
  'manager also looks after its people. It means nothing for staff.';
comment on column user_account.deactivated_by is
  'The manager who deactivated him: managers may take that back, but not what the wholesaler did.';
comment on column user_account.is_demo is 'Made by the demo: everyone knows the password.';
comment on column user_account.email_proven_at is
  'When a link, or a key, that was mailed to an address of theirs was followed for the first time; null while nobody did.';
comment on column user_account.is_existing_customer is 'The applicant says that the business is a customer already.';
comment on column user_account.version is
  'Grows with every edit, and when the user joins another business: the sum with that of the business never repeats.';
comment on column user_account.deleted_at is 'Orders and invoices still refer to the row.';

create unique index user_account_email on user_account (email) where deleted_at is null;
create index user_account_business on user_account (business_id, id);
create index user_account_waiting on user_account (id)
  where not is_active and not is_admin and not is_sales_rep and deleted_at is null;
create index user_account_demo on user_account (id) where is_demo and deleted_at is null;

-- The lists of customers and users: what they are searched for beside the business, without accents, and the orders that walk
-- an index.
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
  'A session is a random token of which only the SHA-256 is kept; rights are read from the account at every '
  'request.';
comment on column session.confirmed_at is
  'When the password, or a passkey, was given last: what could be turned against its owner needs it of the last quarter of an hour.';

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
  'Browsers in which somebody signed in: others who guess do not lock them out. They open nothing by themselves; of '
  'the token only the SHA-256 is kept.';

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
  'A key leads to a new password, once. Only its SHA-256 is kept; a newer key of the same purpose replaces it.';

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
  'An address that waits until the link that was mailed to it is followed: an applicant’s own, or a new one that replaces the '
  'former. Only the SHA-256 of keys are kept.';
comment on column email_proof.former_email is 'Holds until the new one is proven; null for an applicant’s.';
comment on column email_proof.undo_hash is 'Of the key that was mailed to the former address.';
comment on column email_proof.proven_at is
  'When the address was proven, and a new one took effect. The row stays: a second press of the link is told so, and the former '
  'address can undo a change and is kept from others.';

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

comment on table one_time_code is 'A code confirms one order of one person for one customer. Only its HMAC is kept.';

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
  'Keys that a device, or what keeps its user''s passwords, holds for this portal. They sign in alone, because the device asks '
  'who holds it. Only the public half is here.';
comment on column passkey.credential_id is 'What the device calls it, in base64url.';
comment on column passkey.sign_count is
  'How often it was used, where the device counts: one that is told twice has been copied.';
comment on column passkey.needs_password is
  'It no longer signs in alone, but only after the password, until its holder says that it is theirs: set when the password '
  'was reset, a change of the email address was undone or an administrator ended the sessions.';

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
  'What makes the six digits of an authenticator app (TOTP), encrypted: with SECRET_KEY where that is set.';
comment on column authenticator_app.pending_secret is 'Takes the place of the secret once a code of it was entered.';
comment on column authenticator_app.last_step is 'Of the last code that was taken: it and those before it are void.';

create table recovery_code (
  user_id uuid not null references user_account (id),
  code_hmac bytea not null,
  primary key (user_id, code_hmac)
);

comment on table recovery_code is
  'Codes for whoever lost the second factor. Only their HMAC is kept, and one that was used is gone.';

create table passkey_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'second-factor', 'registration', 'confirmation', 'order')),
  bound_to bytea,
  expires_at timestamptz not null,
  check ((purpose = 'sign-in') = (bound_to is null))
);

comment on table passkey_challenge is 'What a passkey has to sign; whoever comes back with it uses it up.';
comment on column passkey_challenge.bound_to is
  'The session, or the sign-in that waits for its second factor, that it was given to.';

create index passkey_challenge_expiry on passkey_challenge (expires_at);

create table sign_in_step (
  key_hash bytea primary key,
  user_id uuid not null references user_account (id),
  tries_left integer not null check (tries_left >= 0),
  expires_at timestamptz not null
);

comment on table sign_in_step is
  'Whoever gave the right password and has a second factor still to give. The key opens nothing else; only its SHA-256 is kept.';

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
  'Where a business signs its own users in (OpenID Connect). It opens the accounts of that business alone, and never those of staff.';
comment on column business_sign_on.client_secret is 'Encrypted for this business: with SECRET_KEY where that is set.';
comment on column business_sign_on.are_passwords_off is
  'Its users sign in there alone: neither a password nor a passkey of the portal lets them in.';

create table business_sign_on_domain (
  domain text primary key check (domain = lower(domain)),
  business_id uuid not null references business_sign_on (business_id) on delete cascade
);

comment on table business_sign_on_domain is
  'What stands behind the @ of its users. A domain leads to one business.';

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
  'Who somebody is at a company''s sign-on. First found by a verified email address, from then on by this alone: an address '
  'that the company gives to the next person opens nothing.';

create table sign_on_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  business_id uuid references business_sign_on (business_id) on delete cascade,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

comment on table sign_on_attempt is
  'A way to a company''s sign-on and back, for one browser and once. Of the state and of the browser''s cookie only the SHA-256 is kept.';
comment on column sign_on_attempt.business_id is 'Null for the staff''s sign-on, which is in the settings.';
comment on column sign_on_attempt.verifier is 'PKCE: worth nothing without the code that only the provider gives.';

create index sign_on_attempt_expiry on sign_on_attempt (expires_at);
create index sign_on_attempt_business on sign_on_attempt (business_id);

-- References to this room from the tables of rooms below.
alter table saved_view add foreign key (user_id) references user_account (id);
