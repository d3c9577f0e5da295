create table cost_center (
  id uuid primary key,
  business_id uuid not null references business (id) on delete cascade,
  code text not null check (length(code) between 1 and 20),
  name text not null check (length(name) between 1 and 80),
  is_active boolean not null default true,
  needs_approval boolean not null default false,
  version integer not null default 1
);

comment on table cost_center is 'To what within itself a business charges an order: a ward, a department, a site. Its managers keep the list.';
comment on column cost_center.is_active is 'It can be chosen for new orders; orders of before keep it.';
comment on column cost_center.needs_approval is 'Orders of buyers for it wait for somebody of the business, as under its other rules.';

create unique index cost_center_code on cost_center (business_id, lower(code));

create table budget (
  id uuid primary key,
  business_id uuid not null references business (id) on delete cascade,
  user_id uuid references user_account (id),
  cost_center_id uuid references cost_center (id),
  period text not null check (period in ('month', 'quarter')),
  amount numeric(12, 2) not null check (amount > 0),
  mode text not null check (mode in ('warn', 'stop')),
  notified_for date,
  version integer not null default 1,
  check (user_id is null or cost_center_id is null)
);

comment on table budget is
  'What orders of a business may come to in a month or a quarter: those of a person, those for a cost center, or all. What is spent stands nowhere: it is counted from the orders.';
comment on column budget.user_id is 'For whose orders it is; with neither a person nor a cost center it is for all of the business.';
comment on column budget.period is 'Of the calendar, where the wholesaler is.';
comment on column budget.mode is 'An order over it is placed and told (warn), or refused (stop).';
comment on column budget.notified_for is 'The first day of the period of which the managers have a mail that it is over.';

create unique index budget_of on budget (business_id, user_id, cost_center_id, period, mode) nulls not distinct;
create index budget_user on budget (user_id) where user_id is not null;
create index budget_cost_center on budget (cost_center_id) where cost_center_id is not null;
