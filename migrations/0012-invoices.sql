create table invoice (
  id text primary key,
  erp_object_id text unique,
  order_id uuid references sales_order (id),
  -- Number of the order it bills, kept so that an order that arrives later finds its invoices.
  erp_order_id text not null default '',
  party_id text not null default '',
  buyer_party_id text not null default '',
  payer_party_id text not null default '',
  purchase_order text not null default '',
  invoice_date date,
  due_date date,
  -- The ERP's word, so no closed set; its amounts may be those of a credit.
  release_status_code text not null default '',
  -- When the portal first saw it released, by the portal's clock.
  released_seen_at timestamptz,
  is_cancellation boolean not null default false,
  -- On a cancellation: the number of the invoice it cancels, as far as the ERP names one.
  cancels text not null default '',
  -- On a cancelled invoice: the number of its released cancellation, whichever of the two arrived first.
  cancelled_by text,

  ship_via text not null default '',
  fedex_account text not null default '',
  tracking_number text not null default '',

  currency_code text not null default 'USD',
  shipping_charge numeric(14, 2),
  total_net_amount numeric(14, 2) not null default 0,
  total_gross_amount numeric(14, 2) not null default 0,
  -- What is still unpaid of it by the ERP's list of open items, and when that list was taken; null is not known.
  open_amount numeric(14, 2),
  open_amount_at timestamptz,

  erp_created_at timestamptz,
  erp_changed_at timestamptz
);

-- An index for every order in which the lists of invoices are shown; the id breaks ties the other way round, so that
-- each serves both directions.
create index invoice_party on invoice (party_id, erp_created_at desc, id);
create index invoice_created on invoice (erp_created_at desc, id);
create index invoice_order on invoice (order_id);
create index invoice_total on invoice (total_net_amount desc, id);
create index invoice_due on invoice (due_date desc, id);
create index invoice_status on invoice (
  (case when release_status_code in ('1', '2', '3') then release_status_code else '4' end) desc, erp_created_at desc, id
);

-- And for every text they are filtered by.
create index invoice_id_like on invoice using gin (id gin_trgm_ops);
create index invoice_ship_via_like on invoice using gin (ship_via gin_trgm_ops);
create index invoice_tracking_like on invoice using gin (tracking_number gin_trgm_ops);

-- Whose an invoice is, with leading zeros stripped.
create index invoice_accounts on invoice using gin (
  (array[ltrim(party_id, '0'), ltrim(buyer_party_id, '0'), ltrim(payer_party_id, '0')])
);
-- How many invoices an account has, told by indexes alone: its own, and those that name it only as buyer or payer.
create index invoice_of_party on invoice (ltrim(party_id, '0')) include (party_id);
create index invoice_of_buyer on invoice (ltrim(buyer_party_id, '0'))
  where ltrim(buyer_party_id, '0') <> ltrim(party_id, '0');
create index invoice_of_payer on invoice (ltrim(payer_party_id, '0'))
  where ltrim(payer_party_id, '0') <> ltrim(party_id, '0')
    and ltrim(payer_party_id, '0') <> ltrim(buyer_party_id, '0');

create index invoice_without_order on invoice (erp_order_id) where order_id is null and erp_order_id <> '';
create index invoice_cancels on invoice (cancels) where cancels <> '';

-- What the overview sums up, read from the indexes alone. Neither a cancellation nor what it cancels is money.
create index invoice_unpaid on invoice (due_date) include (open_amount, currency_code)
  where open_amount > 0 and not is_cancellation and cancelled_by is null;
create index invoice_billed on invoice (invoice_date)
  include (currency_code, total_gross_amount, open_amount, open_amount_at)
  where not is_cancellation and cancelled_by is null;

-- Invoice documents as the ERP sent them, kept after the first time.
create table invoice_document (
  invoice_id text primary key references invoice (id),
  content bytea not null,
  fetched_at timestamptz not null default now()
);
