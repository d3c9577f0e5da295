-- What every domain stands on. Ids are made by the application (UUIDv7), so rows sort by the moment they were made.

-- Text is searched by its trigrams.
create extension if not exists pg_trgm;

-- Work that must happen later, written in the same transaction as what asked for it.
create table job (
  id uuid primary key,
  kind text not null,
  -- Jobs of one lane run one after the other, oldest first; a paused lane waits as a whole.
  lane text not null,
  key text,
  payload jsonb not null default '{}',
  run_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz,
  last_error text,
  failed_at timestamptz,
  -- Ids of one millisecond do not sort by age; this does.
  created_at timestamptz not null default clock_timestamp()
);

-- What is asked for twice waits once.
create unique index job_key on job (kind, key) where key is not null and failed_at is null;
create index job_due on job (lane, created_at, id) where failed_at is null;
-- Looking for work costs the same however much waits: a day's mail behind a mail server that is down, orders behind an ERP.
create index job_running on job (lane, locked_until) where locked_until is not null and failed_at is null;
-- Jobs that were set aside, found by what they are about, as those that wait are.
create index job_failed on job (kind, key) where key is not null and failed_at is not null;

create table lane (
  name text primary key,
  paused_until timestamptz,
  reason text not null default ''
);

-- Counters of attempts that must survive a restart: sign-in, codes, resets.
create table attempt (
  key text primary key,
  count integer not null check (count > 0),
  window_ends_at timestamptz not null
);

create index attempt_expiry on attempt (window_ends_at);

-- Secrets the portal makes for itself once, such as the key that guards one-time codes.
create table portal_secret (
  name text primary key,
  value bytea not null
);
