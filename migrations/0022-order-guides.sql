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

alter table business add column equivalents_refused_for text check (equivalents_refused_for <> '');

comment on column business.equivalents_refused_for is
  'Why the business wants no other product offered in place of one that is sold out; null while it may be.';
