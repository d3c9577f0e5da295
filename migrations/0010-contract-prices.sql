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
