alter table product
  add column order_minimum integer check (order_minimum between 1 and 9999),
  add column order_maximum integer check (order_maximum between 1 and 9999),
  add column order_multiple integer check (order_multiple between 1 and 9999),
  add column is_allocated boolean not null default false;

comment on column product.order_minimum is 'Of one order; null where any quantity may be ordered. So are the two below.';
comment on column product.order_multiple is 'What is sold by the case: only whole multiples are taken.';
comment on column product.is_allocated is
  'There is a row in allocation: told with every card, so that only then anything is counted.';

create table allocation (
  product_id uuid primary key references product (id),
  mode text not null check (mode in ('warn', 'prevent')),
  share_percent integer check (share_percent between 1 and 1000),
  fixed integer check (fixed between 0 and 1000000),
  floor integer not null default 0 check (floor between 0 and 1000000),
  changed_at timestamptz not null default now(),
  check (num_nonnulls(share_percent, fixed) = 1)
);

comment on table allocation is
  'What a business may order of a scarce product in a calendar month. What it has ordered is read from its orders, so that one '
  'that is deleted or cancelled gives back what it took.';
comment on column allocation.mode is '`prevent` refuses what is more; `warn` says so and takes it.';
comment on column allocation.share_percent is 'Of the average of its own last three full months.';
comment on column allocation.fixed is 'The same pieces for every business.';
comment on column allocation.floor is 'At least so many, however small the share is.';

create table allocation_exception (
  product_id uuid not null references allocation (product_id) on delete cascade,
  business_id uuid not null references business (id),
  quantity integer not null check (quantity between 0 and 1000000),
  primary key (product_id, business_id)
);

comment on table allocation_exception is 'A business that may order another number of pieces than the rule says.';

create index allocation_exception_business on allocation_exception (business_id);
