-- An index for every order in which the lists of orders and invoices are shown, and for every field they are filtered
-- by. Each serves both directions: the id breaks ties the other way round.

create index sales_order_total on sales_order (total_price desc, id) where deleted_at is null;
create index sales_order_number on sales_order (erp_id desc, id) where deleted_at is null;
create index sales_order_purchase_order on sales_order (purchase_order desc, id) where deleted_at is null;
create index sales_order_account on sales_order (bill_to_party_id desc, id) where deleted_at is null;
-- Code 4, no code and unknown codes are one status.
create index sales_order_status on sales_order (
  (case when order_status_sap in ('1', '2', '3') then order_status_sap else '4' end) desc, created_at desc, id
) where deleted_at is null;
-- Orders typed in the ERP belong to an account, not to a person.
create index sales_order_imported on sales_order ((ltrim(bill_to_party_id, '0')), created_at desc, id)
  where user_id is null and deleted_at is null;

create index sales_order_number_like on sales_order using gin (erp_id gin_trgm_ops);
create index sales_order_account_like on sales_order using gin (bill_to_party_id gin_trgm_ops);
create index sales_order_purchase_order_like on sales_order using gin (purchase_order gin_trgm_ops);
create index sales_order_tracking_like on sales_order using gin (tracking_code gin_trgm_ops);
create index user_account_company_like on user_account using gin (company_name gin_trgm_ops);

create index invoice_total on invoice (total_net_amount desc, id);
create index invoice_due on invoice (due_date desc, id);
create index invoice_status on invoice (
  (case when release_status_code in ('1', '2', '3') then release_status_code else '4' end) desc, erp_created_at desc, id
);
-- Whose an invoice is, with leading zeros stripped.
create index invoice_accounts on invoice using gin (
  (array[ltrim(party_id, '0'), ltrim(buyer_party_id, '0'), ltrim(payer_party_id, '0')])
);

create index invoice_id_like on invoice using gin (id gin_trgm_ops);
create index invoice_party_like on invoice using gin (party_id gin_trgm_ops);
create index invoice_ship_via_like on invoice using gin (ship_via gin_trgm_ops);
create index invoice_tracking_like on invoice using gin (tracking_number gin_trgm_ops);

-- Invoice documents as the ERP sent them, kept after the first time.
create table invoice_document (
  invoice_id text primary key references invoice (id),
  content bytea not null,
  fetched_at timestamptz not null default now()
);

-- Filters, order and columns of a table under a name of the user's own.
create table saved_view (
  id uuid primary key,
  user_id uuid not null references user_account (id),
  table_name text not null,
  name text not null,
  state jsonb not null,
  created_at timestamptz not null default now(),
  unique (user_id, table_name, name)
);
