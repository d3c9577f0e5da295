create table order_event (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  line_no integer,
  name text not null,
  field text not null check (field in ('quantity', 'price', 'substitute', 'added', 'address', 'backorder')),
  before text not null,
  after text not null,
  source text not null check (source in ('erp', 'portal')),
  created_at timestamptz not null default now()
);

comment on table order_event is 'What was changed on an order after it was placed, with the values before and after.';
comment on column order_event.line_no is 'Null if the change concerns no ordered line.';
comment on column order_event.name is 'The product at that time, with its schedule and storage; empty for the whole order.';
comment on column order_event.before is 'As shown to the buyer, like after; a quantity of 0 is a canceled line.';

create index order_event_order on order_event (order_id, created_at);

select guard_records('order_event');
