create table job_hold (
  is_held boolean primary key default true check (is_held),
  held_at timestamptz not null default now()
);

comment on table job_hold is
  'At most one row, written by a restore: while it is there, workers run only what changes this database alone. A copy for staging '
  'must not mail customers, order from the ERP or write into the backups of the portal that it is a copy of.';
