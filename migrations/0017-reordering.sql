create table order_guide (
  id uuid primary key,
  business_id uuid not null references business (id),
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

comment on table order_guide is 'A named list of products that a business reorders; all its users can read and change it.';

create unique index order_guide_name on order_guide (business_id, lower(name));

create table order_guide_line (
  guide_id uuid not null references order_guide (id) on delete cascade,
  product_id uuid not null references product (id),
  quantity integer not null check (quantity between 1 and 9999),
  place integer not null,
  primary key (guide_id, product_id)
);

comment on table order_guide_line is 'One row per line, so that concurrent changes of a guide lose nothing.';
comment on column order_guide_line.quantity is 'The usual quantity.';
comment on column order_guide_line.place is 'The order chosen by the business; gaps are allowed.';

create index order_guide_line_product on order_guide_line (product_id);

create table product_affinity (
  product_id uuid not null references product (id),
  other_id uuid not null references product (id),
  businesses integer not null check (businesses >= 5),
  primary key (product_id, other_id)
);

comment on table product_affinity is
  'Products regularly ordered by the same businesses; only if enough businesses do, so that none can be identified.';

create table license_assortment (
  license_type text not null,
  product_id uuid not null references product (id),
  businesses integer not null check (businesses >= 5),
  primary key (license_type, product_id)
);

comment on table license_assortment is
  'Products that many businesses with the same kind of license order; with the same minimum number of businesses.';

create table customer_habit (
  business_id uuid primary key,
  stamp text not null,
  habits json not null,
  product_ids uuid[] not null,
  made_at timestamptz not null default now()
) with (toast_tuple_target = 8160);

comment on table customer_habit is
  'A cache of a business’s recent purchases and suggestions, so that the dashboard does not read its orders again. '
  'Visible to its users only; recomputed when the stamp differs from the current one.';
comment on column customer_habit.business_id is 'No foreign key: viewing a dashboard must not lock rows that orders lock.';
comment on column customer_habit.stamp is 'The order totals and license kind of the business that it was computed from.';
comment on column customer_habit.product_ids is 'The products in it.';
