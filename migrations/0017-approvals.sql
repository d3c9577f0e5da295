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
  'Which orders of its buyers a business wants to have approved; each rule stands alone, and a business without a row has none.';
comment on column approval_rules.over_amount is 'Orders of more dollars than this; null where the amount does not matter.';
comment on column approval_rules.over_lines is 'Orders of more lines than this; null where their number does not matter.';
comment on column approval_rules.is_for_cold is 'Orders with refrigerated or frozen goods.';
comment on column approval_rules.is_for_controlled is 'Orders with goods of a DEA schedule.';
comment on column approval_rules.is_for_new is 'Orders with a product that the business has not ordered before.';

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
  asked_reason text not null default '' check (length(asked_reason) <= 500),
  cost_center_id uuid references cost_center (id),
  ship_to_id uuid references ship_to (id),
  ship_location jsonb,
  total_price numeric(12, 2) not null,
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
  'What a buyer wanted to order and somebody of his business has to approve. It takes no stock and is no order: that is made when it is approved.';
comment on column approval_request.reasons is 'Sentences that say which rules asked for it, as they stood then.';
comment on column approval_request.asked_reason is 'What whoever asked said to those who approve; no order bears it.';
comment on column approval_request.cost_center_id is 'What the buyer chose to charge it to.';
comment on column approval_request.ship_to_id is 'Where it is to go; none for the ship-to address of the business itself.';
comment on column approval_request.ship_location is 'The place on the map that was sent with the ship-to address.';
comment on column approval_request.total_price is 'As the buyer saw it.';
comment on column approval_request.decided_by is 'Who approved or rejected it, or the buyer who withdrew it; nobody where it expired.';
comment on column approval_request.decision_note is 'Why it was rejected.';
comment on column approval_request.order_id is 'What came of it.';

create index approval_request_business on approval_request (business_id, id desc);
create index approval_request_waiting on approval_request (expires_at) where state = 'waiting';
create index approval_request_decided on approval_request (decided_at) where state <> 'approved';
create index approval_request_asked_by on approval_request (asked_by, id desc);
create index approval_request_decided_by on approval_request (decided_by);
create index approval_request_order on approval_request (order_id);
create index approval_request_cost_center on approval_request (cost_center_id) where cost_center_id is not null;

create table approval_line (
  request_id uuid not null references approval_request (id) on delete cascade,
  line_no integer not null,
  product_id uuid not null references product (id),
  name text not null,
  quantity integer not null check (quantity between 1 and 9999),
  price numeric(12, 2) not null check (price >= 0),
  approved_quantity integer check (approved_quantity between 0 and 9999),
  primary key (request_id, line_no)
);

comment on table approval_line is 'What was asked for: products, quantities and the prices that the buyer saw.';
comment on column approval_line.price is 'Of a piece, as the buyer saw it.';
comment on column approval_line.approved_quantity is 'What the approver made of it, 0 where he took it out; null while it waits.';

create index approval_line_product on approval_line (product_id);

create table approval_deputy (
  approver_id uuid primary key references user_account (id),
  deputy_id uuid not null references user_account (id) check (deputy_id <> approver_id),
  until date not null
);

comment on table approval_deputy is 'Who of the business approves in the place of an approver, up to and with a day.';

create index approval_deputy_deputy on approval_deputy (deputy_id);

-- References to this room from the tables of rooms below.
alter table order_key add foreign key (approval_request_id) references approval_request (id) on delete cascade;
