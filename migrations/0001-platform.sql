-- What every domain stands on. Ids are made by the application (UUIDv7), so rows sort by the moment they were made.

-- Text is searched by its trigrams.
create extension if not exists pg_trgm;

-- A text as people look for it: in lower case, without accents, in plain apostrophes and dashes. `Núñez` is found by
-- `nunez`, `Ørsted` by `orsted`. Indexes are written with it, so it may never change for a text: a better rule is a new
-- function with new indexes.
create function folded(text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length($1) = char_length($1) then lower($1)
    else replace(replace(replace(translate(
      lower(regexp_replace(normalize($1, NFKD), U&'[\0300-\036F]', '', 'g')),
      U&'\00F8\0142\0111\00F0\0127\0131\2018\2019\02BC\2010\2013\2014\2212', 'olddhi''''''----'
    ), U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe')
  end;

comment on function folded is 'Lower case without accents, by which people, businesses and products are found.';

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

comment on table job is 'Work that must happen later, written in the same transaction as what asked for it.';
comment on column job.kind is 'Which part of the portal does it, such as `mail.send`.';
comment on column job.lane is 'Jobs of one lane run one after the other, oldest first; a paused lane waits as a whole.';
comment on column job.key is 'What it is about: of two that wait with the same kind and key, the second is the first.';
comment on column job.run_at is 'Not before.';
comment on column job.attempts is 'A try that was only put off does not count.';
comment on column job.locked_until is 'A worker has it until then, and asks for more time while it works.';
comment on column job.failed_at is 'Set aside after the last try, for a person to look at.';
comment on column job.created_at is 'Ids of one millisecond do not sort by age; this does.';

-- What is asked for twice waits once.
create unique index job_key on job (kind, key) where key is not null and failed_at is null;
create index job_due on job (lane, created_at, id) where failed_at is null;

-- Looking for work costs the same however much waits: a day's mail behind a mail server that is down, orders behind
-- an ERP.
create index job_running on job (lane, locked_until) where locked_until is not null and failed_at is null;

-- Jobs that were set aside, found by what they are about, as those that wait are.
create index job_failed on job (kind, key) where key is not null and failed_at is not null;

-- What was set aside is counted at every look at the dashboard and at /readyz, however much waits beside it.
create index job_set_aside on job (kind) where failed_at is not null;

create table lane (
  name text primary key,
  paused_until timestamptz,
  reason text not null default ''
);

comment on table lane is 'Lanes that jobs have run in, and how long one of them waits as a whole.';
comment on column lane.reason is 'Why it is paused.';

create table job_hold (
  is_held boolean primary key default true check (is_held),
  held_at timestamptz not null default now()
);

comment on table job_hold is
  'At most one row, written by a restore: while it is there, workers run only what changes this database alone. A copy for staging '
  'must not mail customers, order from the ERP or write into the backups of the portal that it is a copy of.';

create table attempt (
  key text primary key,
  count integer not null check (count > 0),
  window_ends_at timestamptz not null
);

comment on table attempt is 'Counters that must survive a restart and hold for all processes: sign-in, codes, resets.';
comment on column attempt.key is
  'What is counted, and a hash of for whom: no address is kept, and none can be made to look like another''s.';

create index attempt_expiry on attempt (window_ends_at);

create table answered_request (
  key_hash text primary key,
  request_hash text not null,
  result jsonb,
  created_at timestamptz not null default now()
);

comment on table answered_request is
  'Requests that came with an Idempotency-Key: a repeat within a day gets what came of the first. Written in the transaction of what they did.';
comment on column answered_request.key_hash is 'Of the caller and the key, which is kept nowhere.';
comment on column answered_request.request_hash is 'Of what was asked, with the key, so that nobody can guess a password in it.';
comment on column answered_request.result is 'What came of it, of which the answer is made again.';

create index answered_request_age on answered_request (created_at);

create table portal_secret (
  name text primary key,
  value bytea not null
);

comment on table portal_secret is
  'Secrets the portal makes for itself once, such as the key that guards one-time codes.';

-- The day of an order, of a due date and of every figure is the one of the wholesaler's time zone: by UTC, invoices would be
-- overdue from the evening of the day that they are due, and orders of an evening would stand under the next day.
create table business_calendar (
  only_row boolean primary key default true check (only_row),
  time_zone text not null
);

comment on table business_calendar is 'One row: by which time zone days are counted.';
comment on column business_calendar.time_zone is
  'As BUSINESS_TIME_ZONE said when the portal started last; where that changes, sums by days are made anew.';

insert into business_calendar (time_zone) values ('America/New_York');

create function business_zone() returns text language sql stable parallel safe
  return (select time_zone from business_calendar);

comment on function business_zone() is 'The time zone of days.';

create function business_today() returns date language sql stable parallel safe
  return (now() at time zone business_zone())::date;

comment on function business_today() is 'The day that it is for the wholesaler: invoices age by it.';
