create table contract_price (
  product_id uuid not null references product (id),
  business_id uuid not null references business (id),
  list text not null check (list in ('general', 'trulla')),
  price numeric(12, 2) not null check (price >= 0),
  created_at timestamptz not null default now(),
  -- A business's own prices are read with an index-only scan; their rows are on a separate page each.
  primary key (business_id, product_id, list) include (price)
);

comment on table contract_price is
  'The contract price of a product for a business, which replaces the list price for all its users.';
comment on column contract_price.list is
  '`general` applies in the portal; `trulla` is stored for orders through Trulla, a procurement platform for '
  'pharmacies.';

create index contract_price_product on contract_price (product_id, list);

create table price_list (
  id uuid primary key references audience (id) on delete cascade,
  name text not null check (name <> ''),
  contract_number text not null default '',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  valid_to date,
  priority integer not null default 0 check (priority between -1000 and 1000),
  ending_notified_for date,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (valid_to is null or valid_to >= valid_from)
);

comment on table price_list is
  'Prices for a period, for a business, a group or a class of trade. Open-ended prices of a single business are in '
  'contract_price.';
comment on column price_list.id is 'Also the id of its audience, which has its version.';
comment on column price_list.valid_from is 'From midnight of this day in the business’s time zone.';
comment on column price_list.valid_to is 'The last day; null for open-ended.';
comment on column price_list.priority is 'If several lists have a product, the highest priority applies.';
comment on column price_list.ending_notified_for is 'The last valid day for which staff was notified.';

create index price_list_name on price_list (lower(name), id);
create index price_list_ending on price_list (valid_to) where valid_to is not null;

create table price_entry (
  price_list_id uuid not null references price_list (id) on delete cascade,
  product_id uuid not null references product (id),
  from_quantity integer not null default 1 check (from_quantity between 1 and 9999),
  price numeric(12, 2) check (price >= 0),
  percent_off numeric(5, 2) check (percent_off between 0 and 100),
  check ((price is null) <> (percent_off is null)),
  -- Index-only scan of many products of a list, as for a business's own prices.
  primary key (price_list_id, product_id, from_quantity) include (price, percent_off)
);

comment on table price_entry is
  'The price of a product in a list from a quantity: an amount, or a percentage off the list price.';
comment on column price_entry.from_quantity is 'Below the lowest quantity of a product, the list price applies.';

create index price_entry_product on price_entry (product_id);
