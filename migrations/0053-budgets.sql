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

alter table business add column requires_cost_center boolean not null default false;

comment on column business.requires_cost_center is 'No order without a cost center, as long as there is one to choose.';

alter table sales_order
  add column cost_center_id uuid references cost_center (id),
  add column cost_center_code text,
  add column cost_center_name text;

comment on column sales_order.cost_center_id is 'To what the business charges it; null where it has no cost centers or chose none.';
comment on column sales_order.cost_center_code is 'As it was called when the order was placed.';
comment on column sales_order.cost_center_name is 'As it was named when the order was placed.';

create index sales_order_cost_center on sales_order (cost_center_id, created_at desc, id) where cost_center_id is not null;

alter table approval_request add column cost_center_id uuid references cost_center (id);

comment on column approval_request.cost_center_id is 'What the buyer chose to charge it to.';

create index approval_request_cost_center on approval_request (cost_center_id) where cost_center_id is not null;
