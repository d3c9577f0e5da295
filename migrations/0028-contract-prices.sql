create table business_group (
  id uuid primary key,
  kind text not null check (kind in ('group', 'class')),
  name text not null check (name <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, kind)
);

comment on table business_group is
  'Businesses that are treated alike: the members of a purchasing organization, or a class of trade.';
comment on column business_group.kind is 'A business may be in several groups, and is of one class of trade at most.';

create unique index business_group_name on business_group (lower(name));

create table business_group_member (
  business_id uuid not null references business (id),
  group_id uuid not null,
  kind text not null,
  primary key (business_id, group_id),
  foreign key (group_id, kind) references business_group (id, kind) on delete cascade
);

comment on table business_group_member is 'Which businesses are treated alike.';
comment on column business_group_member.kind is 'The group’s own, so that no business comes to be of two classes of trade.';

create index business_group_members on business_group_member (group_id, business_id);
create unique index business_class on business_group_member (business_id) where kind = 'class';

create table price_list (
  id uuid primary key,
  name text not null check (name <> ''),
  contract_number text not null default '',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  valid_to date,
  priority integer not null default 0 check (priority between -1000 and 1000),
  ending_told_for date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (valid_to is null or valid_to >= valid_from)
);

comment on table price_list is
  'Prices that were agreed for a time, with a business, a group or a class of trade. What a business alone pays for a '
  'product until further notice stands in contract_price.';
comment on column price_list.valid_from is 'From midnight of this day in the business’s time zone.';
comment on column price_list.valid_to is 'The last day; none for until further notice.';
comment on column price_list.priority is 'Where several lists name a product, the highest decides.';
comment on column price_list.ending_told_for is 'The last day that the staff were written to about.';

create index price_list_name on price_list (lower(name), id);
create index price_list_ending on price_list (valid_to) where valid_to is not null;

create table price_list_holder (
  price_list_id uuid not null references price_list (id) on delete cascade,
  business_id uuid references business (id),
  group_id uuid references business_group (id) on delete cascade,
  check ((business_id is null) <> (group_id is null))
);

comment on table price_list_holder is 'For whom a price list is: a business, or all of a group or a class of trade.';

create unique index price_list_business on price_list_holder (business_id, price_list_id) where business_id is not null;
create unique index price_list_group on price_list_holder (group_id, price_list_id) where group_id is not null;
create index price_list_holders on price_list_holder (price_list_id);

create table price_entry (
  price_list_id uuid not null references price_list (id) on delete cascade,
  product_id uuid not null references product (id),
  from_quantity integer not null default 1 check (from_quantity between 1 and 9999),
  price numeric(12, 2) check (price >= 0),
  percent_off numeric(5, 2) check (percent_off between 0 and 100),
  check ((price is null) <> (percent_off is null)),
  -- As of a business's own prices: what a list says of many products is read from the index alone.
  primary key (price_list_id, product_id, from_quantity) include (price, percent_off)
);

comment on table price_entry is
  'What a price list says of a product: an amount, or so many percent off the list price, from a quantity on.';
comment on column price_entry.from_quantity is 'For fewer than the lowest of a product, the list price is paid.';

create index price_entry_product on price_entry (product_id);

alter table order_line add column price_source jsonb;

comment on column order_line.price_source is
  'Of which contract the price was, as it stood when the order was placed; none for the list price.';

alter table import drop constraint import_kind_check;
alter table import add constraint import_kind_check check (kind in ('products', 'prices', 'list'));
