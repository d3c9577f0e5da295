create table erp_sync (
  kind text primary key check (kind in ('orders', 'deliveries', 'invoices', 'addresses', 'openItems', 'sweep')),
  watermark timestamptz,
  after_key text,
  finished_at timestamptz
);

comment on table erp_sync is 'The progress of each kind of ERP read, saved in the transaction that stores the data.';
comment on column erp_sync.watermark is 'By the ERP’s own clock.';
comment on column erp_sync.after_key is 'The last key read among rows with the watermark’s timestamp.';
comment on column erp_sync.finished_at is
  'When the last complete read finished, by the portal’s clock: the age of the displayed data.';

create table erp_run (
  id uuid primary key,
  kind text not null check (kind in ('orders', 'deliveries', 'invoices', 'addresses', 'openItems', 'sweep')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  asked_by uuid references user_account (id),
  is_full boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  read_count integer not null default 0 check (read_count >= 0),
  added_count integer not null default 0 check (added_count >= 0),
  changed_count integer not null default 0 check (changed_count >= 0),
  refused_count integer not null default 0 check (refused_count >= 0),
  message text not null default '',
  notes jsonb not null default '[]'
);

comment on table erp_run is 'One read of the ERP, started by an admin or the schedule.';
comment on column erp_run.asked_by is 'Null for scheduled runs.';
comment on column erp_run.is_full is 'Reads everything from the beginning instead of from the watermark.';
comment on column erp_run.notes is 'The first messages about skipped rows and rows that need review.';

-- One run of a kind at a time across all processes.
create unique index erp_run_open on erp_run (kind) where state in ('waiting', 'running');
create index erp_run_recent on erp_run (created_at desc, id);
create index erp_run_of_kind on erp_run (kind, created_at desc);

create table erp_circuit (
  only_row boolean primary key default true check (only_row),
  opened_at timestamptz,
  retry_at timestamptz,
  probing_until timestamptz,
  wait_seconds integer not null default 0 check (wait_seconds >= 0),
  reason text not null default ''
);

comment on table erp_circuit is
  'One row: the circuit breaker. While it is open the ERP is not called; the first call after retry_at is a probe.';

insert into erp_circuit default values;

create table erp_exception (
  key text primary key,
  order_id uuid references sales_order (id),
  message text not null,
  raised_at timestamptz not null default now(),
  cleared_at timestamptz,
  cleared_by uuid references user_account (id)
);

comment on table erp_exception is 'Exceptions that need a decision; each is reported once.';
comment on column erp_exception.key is 'What it is about.';

create index erp_exception_raised on erp_exception (raised_at desc) where cleared_at is null;
