create table state_schedule (
  id uuid primary key,
  state text not null check (state ~ '^[A-Z]{2}$'),
  substance text not null check (substance <> ''),
  schedule text not null check (schedule in ('CII', 'CIII', 'CIV', 'CV')),
  source text not null check (source <> ''),
  effective_on date not null,
  added_by uuid not null references user_account (id),
  added_at timestamptz not null default now(),
  removed_at timestamptz
);

comment on table state_schedule is
  'Schedules that a State has and federal law does not, as staff recorded them. An order line goes by the stricter of both.';
comment on column state_schedule.substance is
  'Compared with the generic name and the drug family of products, without regard to case.';
comment on column state_schedule.source is 'The rule or page of the State that says so.';

create unique index state_schedule_current on state_schedule (state, lower(substance)) where removed_at is null;
