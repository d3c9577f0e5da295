-- The order row is also the outbox towards the ERP: its hand-over state lives and dies with it.
create table sales_order (
  id uuid primary key,
  user_id uuid references user_account (id),
  placed_by uuid references user_account (id),
  idempotency_key text,
  request_hash text,
  ship_full_name text not null default '',
  ship_address text not null default '',
  ship_city text not null default '',
  ship_postal_code text not null default '',
  ship_country text not null default '',
  ship_region text not null default '',
  ship_location jsonb,
  payment_method text not null default 'By Invoice',
  shipping_method text not null default '',
  purchase_order text not null default '',
  comments text not null default '',
  items_price numeric(12, 2) not null default 0,
  shipping_price numeric(12, 2) not null default 0,
  tax_price numeric(12, 2) not null default 0,
  total_price numeric(12, 2) not null default 0,
  is_paid boolean not null default false,
  paid_at timestamptz,
  is_delivered boolean not null default false,
  delivered_at timestamptz,
  order_status_sap text,
  is_cancelled boolean not null default false,
  tracking_code text not null default '',
  order_from_sap boolean not null default false,
  bill_to_party_id text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references user_account (id),
  delete_reason text,

  erp_state text not null default 'waiting'
    check (erp_state in ('held', 'waiting', 'sending', 'unknown', 'linked', 'rejected', 'conflict')),
  erp_reference text not null unique check (length(erp_reference) between 1 and 35),
  erp_object_id text unique,
  -- The ERP's order number (orderIdSap).
  erp_id text,
  erp_intent_at timestamptz,
  erp_attempts integer not null default 0,
  -- Empty look-ups in a row since the last try to create.
  erp_empty_lookups integer not null default 0,
  erp_error text,
  erp_net_amount numeric(14, 2),
  erp_changed_at timestamptz,
  hold_reason text
);

create unique index sales_order_idempotency on sales_order (placed_by, idempotency_key) where idempotency_key is not null;
create index sales_order_user on sales_order (user_id, created_at desc, id) where deleted_at is null;
create index sales_order_placed_by on sales_order (placed_by, created_at desc, id) where deleted_at is null;
create index sales_order_created on sales_order (created_at desc, id) where deleted_at is null;
create index sales_order_bill_to on sales_order (bill_to_party_id, created_at desc) where deleted_at is null;
create index sales_order_erp_id on sales_order (erp_id) where erp_id is not null;
create index sales_order_not_linked on sales_order (id) where erp_state not in ('linked');

create table order_line (
  order_id uuid not null references sales_order (id),
  line_no integer not null,
  product_id uuid references product (id),
  name text not null,
  slug text not null,
  image text not null default '',
  unit_of_measure text not null default '',
  quantity integer not null check (quantity > 0),
  price numeric(12, 2) not null check (price >= 0),
  is_non_stocked boolean not null default false,
  ship_method text not null default '',
  primary key (order_id, line_no)
);

create index order_line_product on order_line (product_id);

-- Every change of a stock count, so that the movements always sum to the count.
create table stock_movement (
  id uuid primary key,
  product_id uuid not null references product (id),
  quantity integer not null,
  reason text not null check (reason in ('initial', 'order', 'order deleted', 'import', 'correction')),
  order_id uuid references sales_order (id),
  note text not null default '',
  created_at timestamptz not null default now()
);

create index stock_movement_product on stock_movement (product_id, id);

create table invoice (
  id text primary key,
  erp_object_id text unique,
  order_id uuid references sales_order (id),
  party_id text not null default '',
  buyer_party_id text not null default '',
  payer_party_id text not null default '',
  purchase_order text not null default '',
  invoice_date date,
  erp_created_at timestamptz,
  erp_changed_at timestamptz,
  ship_via text not null default '',
  fedex_account text not null default '',
  tracking_number text not null default '',
  release_status_code text not null default '',
  shipping_charge numeric(14, 2),
  total_net_amount numeric(14, 2) not null default 0,
  total_gross_amount numeric(14, 2) not null default 0,
  currency_code text not null default 'USD',
  due_date date
);

create index invoice_party on invoice (party_id, erp_created_at desc, id);
create index invoice_created on invoice (erp_created_at desc, id);
create index invoice_order on invoice (order_id);
