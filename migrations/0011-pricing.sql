create table contract_price (
  product_id uuid not null references product (id),
  business_id uuid not null references business (id),
  list text not null check (list in ('general', 'trulla')),
  price numeric(12, 2) not null check (price >= 0),
  created_at timestamptz not null default now(),
  -- A business's own prices are read from the index alone; their rows lie scattered, one page each.
  primary key (business_id, product_id, list) include (price)
);

comment on table contract_price is 'What a business pays for a product by contract, instead of the list price; the same for all its users.';
comment on column contract_price.list is
  '`general` is what the business pays here; `trulla` is kept for orders that come through Trulla, a procurement '
  'platform of pharmacies.';

create index contract_price_product on contract_price (product_id, list);

create table price_list (
  id uuid primary key,
  name text not null check (name <> ''),
  contract_number text not null default '',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  valid_to date,
  priority integer not null default 0 check (priority between -1000 and 1000),
  ending_notified_for date,
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
comment on column price_list.ending_notified_for is 'The last day that the staff were written to about.';

create index price_list_name on price_list (lower(name), id);
create index price_list_ending on price_list (valid_to) where valid_to is not null;

create table price_list_audience (
  price_list_id uuid not null references price_list (id) on delete cascade,
  business_id uuid references business (id),
  group_id uuid references business_group (id) on delete cascade,
  check ((business_id is null) <> (group_id is null))
);

comment on table price_list_audience is 'For whom a price list is: a business, or all of a group or a class of trade.';

create unique index price_list_audience_business on price_list_audience (business_id, price_list_id) where business_id is not null;
create unique index price_list_audience_group on price_list_audience (group_id, price_list_id) where group_id is not null;
create index price_list_audience_list on price_list_audience (price_list_id);

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
