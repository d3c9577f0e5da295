-- Tables that every domain depends on. The application generates ids (UUIDv7), so rows sort by creation time.

-- Text is searched by trigrams.
create extension if not exists pg_trgm;

-- Text normalized for search: lower case, no accents, plain apostrophes and dashes. `nunez` finds `Núñez`, `orsted`
-- finds `Ørsted`. Indexes depend on it, so its result must never change: a better rule needs a new function and new
-- indexes.
create function folded(text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length($1) = char_length($1) then lower($1)
    else replace(replace(replace(translate(
      lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g')),
      U&'\00F8\0142\0111\00F0\0127\0131\2018\2019\02BC\2010\2013\2014\2212', 'olddhi''''''----'
    ), U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe')
  end;

comment on function folded is 'Lower case without accents, for finding people, businesses and products.';

create table job (
  id uuid primary key,
  kind text not null,
  lane text not null,
  key text,
  payload jsonb not null default '{}',
  run_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  locked_until timestamptz,
  last_error text,
  failed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);

comment on table job is 'Deferred work, queued in the transaction that requests it.';
comment on column job.kind is 'The job handler, such as `mail.send`.';
comment on column job.lane is 'Jobs of one lane run one after the other, oldest first; a paused lane waits as a whole.';
comment on column job.key is 'Deduplicates waiting jobs of a kind: a second request with the same key is dropped.';
comment on column job.run_at is 'Not before this time.';
comment on column job.attempts is 'Postponed runs do not count.';
comment on column job.locked_until is 'The lease of a worker, which renews it while it works.';
comment on column job.failed_at is 'Set after the last attempt, for a person to look at.';
comment on column job.created_at is 'Orders jobs by age; ids of the same millisecond do not.';

-- A job requested twice is queued once.
create unique index job_key on job (kind, key) where key is not null and failed_at is null;
create index job_due on job (lane, created_at, id) where failed_at is null;

-- Finding work costs the same however many jobs wait, such as a day of emails while the mail server is down, or orders
-- while the ERP is.
create index job_running on job (lane, locked_until) where locked_until is not null and failed_at is null;

-- Failed jobs are found by kind and key, like waiting ones.
create index job_failed on job (kind, key) where key is not null and failed_at is not null;

-- Failed jobs are counted for the dashboard and /readyz, independent of the number of waiting jobs.
create index job_set_aside on job (kind) where failed_at is not null;

create table lane (
  name text primary key,
  paused_until timestamptz,
  reason text not null default ''
);

comment on table lane is 'Lanes that jobs have run in, and until when a lane is paused.';
comment on column lane.reason is 'Why it is paused.';

create table job_hold (
  is_held boolean primary key default true check (is_held),
  held_at timestamptz not null default now()
);

comment on table job_hold is
  'At most one row, written by a restore. While it exists, workers run only jobs that change nothing outside of '
  'this database: a staging copy must not email customers, place orders in the ERP or write to the backups of the '
  'original portal.';

create table attempt (
  key text primary key,
  count integer not null check (count > 0),
  window_ends_at timestamptz not null
);

comment on table attempt is
  'Rate limit counters for sign-ins, codes and resets, which survive restarts and apply across all processes.';
comment on column attempt.key is
  'What is counted, and a hash of for whom: no address is stored, and no value can collide with another.';

create index attempt_expiry on attempt (window_ends_at);

create table answered_request (
  key_hash text primary key,
  request_hash text not null,
  result jsonb,
  created_at timestamptz not null default now()
);

comment on table answered_request is
  'Requests with an Idempotency-Key: a repeat within a day gets the outcome of the first. Written in the '
  'transaction of the request.';
comment on column answered_request.key_hash is 'Hash of caller and key; the key itself is not stored.';
comment on column answered_request.request_hash is 'Hash of the request, keyed so that a password in it cannot be guessed.';
comment on column answered_request.result is 'The outcome, from which the reply is built again.';

create index answered_request_age on answered_request (created_at);

create table portal_secret (
  name text primary key,
  value bytea not null
);

comment on table portal_secret is 'Secrets that the portal generates once, such as the key for one-time codes.';

-- Days of orders, due dates and totals are in the wholesaler's time zone: in UTC, invoices would become overdue on the
-- evening of their due date, and evening orders would count for the next day.
create table business_calendar (
  only_row boolean primary key default true check (only_row),
  time_zone text not null
);

comment on table business_calendar is 'One row: the time zone that determines days.';
comment on column business_calendar.time_zone is
  'BUSINESS_TIME_ZONE at the last start; if it changes, daily totals are recomputed.';

insert into business_calendar (time_zone) values ('America/New_York');

create function business_zone() returns text language sql stable parallel safe
  return (select time_zone from business_calendar);

comment on function business_zone() is 'The time zone that determines days.';

create function business_today() returns date language sql stable parallel safe
  return (now() at time zone business_zone())::date;

comment on function business_today() is 'The current day in the wholesaler’s time zone; invoices age by it.';
