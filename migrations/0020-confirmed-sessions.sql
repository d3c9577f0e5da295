alter table session add column confirmed_at timestamptz not null default now();

comment on column session.confirmed_at is
  'When the password was given last: what could be turned against its owner needs it of the last quarter of an hour.';

update session set confirmed_at = created_at;
