create table order_guide (
  id uuid primary key,
  business_id uuid not null references business (id),
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

comment on table order_guide is 'What a business orders again and again, under a name; all its users read it and change it.';

create unique index order_guide_name on order_guide (business_id, lower(name));

create table order_guide_line (
  guide_id uuid not null references order_guide (id) on delete cascade,
  product_id uuid not null references product (id),
  quantity integer not null check (quantity between 1 and 9999),
  place integer not null,
  primary key (guide_id, product_id)
);

comment on table order_guide_line is 'A row each, so that two who change a guide at once lose nothing.';
comment on column order_guide_line.quantity is 'What is usually ordered.';
comment on column order_guide_line.place is 'In the order that the business chose; gaps stay.';

create index order_guide_line_product on order_guide_line (product_id);

create table product_affinity (
  product_id uuid not null references product (id),
  other_id uuid not null references product (id),
  businesses integer not null check (businesses >= 5),
  primary key (product_id, other_id)
);

comment on table product_affinity is
  'Products that the same businesses order regularly, as far as enough businesses do that it tells nothing about '
  'one.';

create table license_assortment (
  license_type text not null,
  product_id uuid not null references product (id),
  businesses integer not null check (businesses >= 5),
  primary key (license_type, product_id)
);

comment on table license_assortment is
  'Products that many businesses with the same kind of license order, told under the same condition.';

create table customer_habit (
  business_id uuid primary key,
  stamp text not null,
  habits json not null,
  product_ids uuid[] not null,
  made_at timestamptz not null default now()
) with (toast_tuple_target = 8160);

comment on table customer_habit is
  'What a business’s latest orders hold and what is suggested by them, kept so that opening the dashboard does '
  'not read those orders again. It is advice for its users alone, made anew when its stamp is not that of the '
  'business any more.';
comment on column customer_habit.business_id is
  'No reference to the business: looking at a dashboard must not lock what an order locks.';
comment on column customer_habit.stamp is
  'The sums of the business’s orders and the kind of license that it was made of.';
comment on column customer_habit.product_ids is 'The products it is about.';
