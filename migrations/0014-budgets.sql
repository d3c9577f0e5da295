create table cost_center (
  id uuid primary key,
  business_id uuid not null references business (id) on delete cascade,
  code text not null check (length(code) between 1 and 20),
  name text not null check (length(name) between 1 and 80),
  is_active boolean not null default true,
  needs_approval boolean not null default false,
  version integer not null default 1
);

comment on table cost_center is
  'A unit of a business that orders are charged to: a ward, department or site. Maintained by its managers.';
comment on column cost_center.is_active is 'It can be chosen for new orders; existing orders keep it.';
comment on column cost_center.needs_approval is 'Buyers’ orders for it need approval, as under the business’s other rules.';

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
  'A spending limit of a business for a month or quarter: for a user, a cost center, or the whole business. The '
  'amount spent is computed from the orders.';
comment on column budget.user_id is
  'The user whose orders count; without a user or cost center the budget covers the whole business.';
comment on column budget.period is 'A calendar period in the wholesaler’s time zone.';
comment on column budget.mode is 'Over budget: warn places the order with a warning, stop refuses it.';
comment on column budget.notified_for is 'The first day of the period for which managers were notified that it is exceeded.';

create unique index budget_of on budget (business_id, user_id, cost_center_id, period, mode) nulls not distinct;
create index budget_user on budget (user_id) where user_id is not null;
create index budget_cost_center on budget (cost_center_id) where cost_center_id is not null;
