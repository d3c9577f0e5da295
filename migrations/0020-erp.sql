create table erp_sync (
  kind text primary key check (kind in ('orders', 'invoices', 'addresses', 'openItems', 'sweep')),
  watermark timestamptz,
  after_key text,
  finished_at timestamptz
);

comment on table erp_sync is
  'How far each reading of the ERP has come; kept in the transaction that stores what was read.';
comment on column erp_sync.watermark is 'By the ERP’s own clock.';
comment on column erp_sync.after_key is 'Inside the moment of the watermark: the last key that was read.';
comment on column erp_sync.finished_at is
  'When the last reading reached the end, by the portal’s clock: the age of what is shown.';

create table erp_run (
  id uuid primary key,
  kind text not null check (kind in ('orders', 'invoices', 'addresses', 'openItems', 'sweep')),
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

comment on table erp_run is 'One reading of the ERP, asked for by a person or by the clock.';
comment on column erp_run.asked_by is 'Nobody when it was the clock.';
comment on column erp_run.is_full is 'From the very beginning instead of from the watermark.';
comment on column erp_run.notes is 'What was left out or needs a look, the first of them.';

-- One reading of a kind at a time, in all processes together.
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
  'One row. Open while nothing should be asked of the ERP; the next question after retry_at is a probe.';

insert into erp_circuit default values;

create table erp_exception (
  key text primary key,
  order_id uuid references sales_order (id),
  message text not null,
  raised_at timestamptz not null default now(),
  cleared_at timestamptz,
  cleared_by uuid references user_account (id)
);

comment on table erp_exception is 'What a person must decide; each is told once.';
comment on column erp_exception.key is 'What it is about.';

create index erp_exception_raised on erp_exception (raised_at desc) where cleared_at is null;
