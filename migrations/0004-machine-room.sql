-- Work that must happen later, written in the same transaction as what asked for it.
create table job (
  id uuid primary key,
  kind text not null,
  -- Jobs of one lane run one after the other, oldest first; a paused lane waits as a whole.
  lane text not null,
  key text,
  payload jsonb not null default '{}',
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  locked_until timestamptz,
  last_error text,
  failed_at timestamptz,
  -- Ids of one millisecond do not sort by age; this does.
  created_at timestamptz not null default clock_timestamp()
);

create unique index job_key on job (kind, key) where key is not null and failed_at is null;
create index job_due on job (lane, created_at, id) where failed_at is null;

create table lane (
  name text primary key,
  paused_until timestamptz,
  reason text not null default ''
);

create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index mail_created on mail (created_at desc);

-- Secrets the portal makes for itself once, such as the key that guards one-time codes.
create table portal_secret (
  name text primary key,
  value bytea not null
);
