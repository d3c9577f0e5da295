create table invoice (
  id text primary key,
  erp_object_id text unique,
  order_id uuid references sales_order (id),
  erp_order_id text not null default '',
  party_id account_number not null default '',
  buyer_party_id account_number not null default '',
  payer_party_id account_number not null default '',
  purchase_order text not null default '',
  invoice_date date,
  due_date date,
  release_status_code text not null default '',
  released_seen_at timestamptz,
  is_cancellation boolean not null default false,
  cancels text not null default '',
  cancelled_by text,

  ship_via text not null default '',
  fedex_account text not null default '',
  tracking_number text not null default '',

  currency_code text not null default 'USD',
  shipping_charge numeric(14, 2),
  total_net_amount numeric(14, 2) not null default 0,
  total_gross_amount numeric(14, 2) not null default 0,
  open_amount numeric(14, 2),
  open_amount_at timestamptz,

  erp_created_at timestamptz,
  erp_changed_at timestamptz
);

comment on table invoice is 'Invoices as the ERP tells them; the portal writes none. Amounts may be those of a credit.';
comment on column invoice.id is 'The invoice number.';
comment on column invoice.erp_object_id is 'The ERP’s key of it.';
comment on column invoice.order_id is 'None while no order of that number is known.';
comment on column invoice.erp_order_id is
  'Number of the order it bills, kept so that an order that arrives later finds its invoices.';
comment on column invoice.party_id is 'The account it belongs to; buyer and payer may see it too.';
comment on column invoice.release_status_code is 'The ERP’s word, so no closed set: 3 is released.';
comment on column invoice.released_seen_at is 'When the portal first saw it released, by the portal’s clock.';
comment on column invoice.cancels is
  'On a cancellation: the number of the invoice it cancels, as far as the ERP names one.';
comment on column invoice.cancelled_by is
  'On a cancelled invoice: the number of its released cancellation, whichever of the two arrived first.';
comment on column invoice.open_amount is 'What is still unpaid by the ERP’s list of open items; null is not known.';
comment on column invoice.open_amount_at is 'When that list was taken.';
comment on column invoice.erp_changed_at is 'By the ERP’s clock: what is older changes nothing.';

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

-- Whose an invoice is.
create index invoice_accounts on invoice using gin ((array[party_id, buyer_party_id, payer_party_id]::text[]));
-- How many invoices an account has, told by indexes alone: its own, and those that name it only as buyer or payer.
create index invoice_of_buyer on invoice (buyer_party_id) where buyer_party_id <> party_id;
create index invoice_of_payer on invoice (payer_party_id)
  where payer_party_id <> party_id and payer_party_id <> buyer_party_id;

create index invoice_without_order on invoice (erp_order_id) where order_id is null and erp_order_id <> '';
create index invoice_cancels on invoice (cancels) where cancels <> '';

-- What the overview sums up, read from the indexes alone. Neither a cancellation nor what it cancels is money.
create index invoice_unpaid on invoice (due_date) include (open_amount, currency_code)
  where open_amount > 0 and not is_cancellation and cancelled_by is null;
create index invoice_billed on invoice (invoice_date)
  include (currency_code, total_gross_amount, open_amount, open_amount_at)
  where not is_cancellation and cancelled_by is null;

create table invoice_document (
  invoice_id text primary key references invoice (id),
  content bytea not null,
  fetched_at timestamptz not null default now()
);

comment on table invoice_document is 'Invoice documents as the ERP sent them, kept after the first time.';
