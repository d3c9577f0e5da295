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
  mode text not null check (mode in ('warn', 'ask', 'stop')),
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
comment on column budget.mode is 'Over budget: warn places the order and notifies managers, ask requires approval, stop refuses it.';
comment on column budget.notified_for is 'The first day of the period for which managers were notified that it is exceeded.';

create unique index budget_of on budget (business_id, user_id, cost_center_id, period, mode) nulls not distinct;
create index budget_user on budget (user_id) where user_id is not null;
create index budget_cost_center on budget (cost_center_id) where cost_center_id is not null;

create table approval_rules (
  business_id uuid primary key references business (id) on delete cascade,
  over_amount numeric(12, 2) check (over_amount >= 0),
  over_lines integer check (over_lines between 1 and 500),
  is_for_cold boolean not null default false,
  is_for_controlled boolean not null default false,
  is_for_new boolean not null default false,
  changed_at timestamptz not null default now()
);

comment on table approval_rules is
  'Which orders of its buyers a business wants to approve; each rule applies independently, and a business without '
  'a row has none.';
comment on column approval_rules.over_amount is 'Orders over this amount in dollars; null if off.';
comment on column approval_rules.over_lines is 'Orders with more lines than this; null if off.';
comment on column approval_rules.is_for_cold is 'Orders with refrigerated or frozen products.';
comment on column approval_rules.is_for_controlled is 'Orders with controlled substances (DEA schedules).';
comment on column approval_rules.is_for_new is 'Orders with a product that the business has not ordered before.';

create table approval_step (
  business_id uuid not null references business (id) on delete cascade,
  step_no integer not null check (step_no between 1 and 5),
  over_amount numeric(12, 2) check (over_amount >= 0),
  primary key (business_id, step_no)
);

comment on table approval_step is
  'Groups that approve a request one after the other. In a business without steps any approver decides.';
comment on column approval_step.over_amount is 'Only requests over this total in dollars need this step; null for all.';

create table approval_step_member (
  business_id uuid not null,
  user_id uuid not null references user_account (id),
  step_no integer not null,
  primary key (business_id, user_id),
  foreign key (business_id, step_no) references approval_step (business_id, step_no) on delete cascade
);

comment on table approval_step_member is
  'The approvers of a step. Each belongs to one step only, so that no one approves the same request twice.';

create index approval_step_member_step on approval_step_member (business_id, step_no);
create index approval_step_member_user on approval_step_member (user_id);

create table approval_request (
  id uuid primary key,
  business_id uuid not null references business (id),
  asked_by uuid not null references user_account (id),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired')),
  reasons text[] not null,
  payment_method text not null,
  shipping_method text not null,
  purchase_order text not null check (length(purchase_order) <= 35),
  comments text not null,
  note text not null default '' check (length(note) <= 500),
  attention text not null default '' check (length(attention) <= 60),
  requested_day date,
  backorder_choice text check (backorder_choice in ('shipPartial', 'shipComplete', 'cancelRest')),
  asked_reason text not null default '' check (length(asked_reason) <= 500),
  cost_center_id uuid references cost_center (id),
  ship_to_id uuid references ship_to (id),
  ship_location jsonb,
  total_price numeric(12, 2) not null,
  step_no integer not null default 1,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references user_account (id),
  decision_note text not null default '' check (length(decision_note) <= 500),
  order_id uuid references sales_order (id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'approved') = (order_id is not null))
);

comment on table approval_request is
  'An order that needs approval within the business. It takes no stock and is not an order until it is approved.';
comment on column approval_request.reasons is 'Sentences naming the rules that required it, as of that time.';
comment on column approval_request.asked_reason is 'The buyer’s note to the approvers; it is not copied to the order.';
comment on column approval_request.cost_center_id is 'The cost center that the buyer chose.';
comment on column approval_request.ship_to_id is 'The ship-to address; null for the business’s own.';
comment on column approval_request.ship_location is 'The map location sent with the ship-to address.';
comment on column approval_request.total_price is 'The total that the buyer saw.';
comment on column approval_request.step_no is 'Earlier steps have approved it.';
comment on column approval_request.decided_by is 'The user who approved, rejected or withdrew it; null if it expired.';
comment on column approval_request.decision_note is 'Why it was rejected.';
comment on column approval_request.order_id is 'The resulting order.';

create index approval_request_business on approval_request (business_id, id desc);
create index approval_request_waiting on approval_request (expires_at) where state = 'waiting';
create index approval_request_decided on approval_request (decided_at) where state <> 'approved';
create index approval_request_asked_by on approval_request (asked_by, id desc);
create index approval_request_decided_by on approval_request (decided_by);
create index approval_request_order on approval_request (order_id);
create index approval_request_cost_center on approval_request (cost_center_id) where cost_center_id is not null;

create table approval_given (
  request_id uuid not null references approval_request (id) on delete cascade,
  user_id uuid not null references user_account (id),
  step_no integer not null,
  given_at timestamptz not null default now(),
  primary key (request_id, user_id)
);

comment on table approval_given is 'Who approved a request in the steps before the last.';

create index approval_given_user on approval_given (user_id);

create table approval_line (
  request_id uuid not null references approval_request (id) on delete cascade,
  line_no integer not null,
  product_id uuid not null references product (id),
  name text not null,
  quantity integer not null check (quantity between 1 and 9999),
  price numeric(12, 2) not null check (price >= 0),
  note text not null default '' check (length(note) <= 200),
  approved_quantity integer check (approved_quantity between 0 and 9999),
  primary key (request_id, line_no)
);

comment on table approval_line is 'The requested products, quantities and prices that the buyer saw.';
comment on column approval_line.price is 'The unit price that the buyer saw.';
comment on column approval_line.approved_quantity is
  'The quantity that the latest step approved, 0 if removed; null before the first approval.';

create index approval_line_product on approval_line (product_id);

create table approval_deputy (
  approver_id uuid primary key references user_account (id),
  deputy_id uuid not null references user_account (id) check (deputy_id <> approver_id),
  until date not null
);

comment on table approval_deputy is 'The delegate of an approver, through a last day.';

create index approval_deputy_deputy on approval_deputy (deputy_id);

-- References to this room from the tables of lower rooms.
alter table order_key add foreign key (approval_request_id) references approval_request (id) on delete cascade;
alter table sales_order add foreign key (cost_center_id) references cost_center (id);
