create table trace_check (
  id bigint generated always as identity primary key,
  order_id uuid references sales_order (id),
  product_id uuid references product (id),
  check ((order_id is null) <> (product_id is null))
);

comment on table trace_check is
  'Orders whose transaction data must be checked again, and products whose orders must. Rows may repeat, so that writers never wait for each other.';

create table trace_delivery (
  order_id uuid primary key references sales_order (id),
  business_id uuid references business (id),
  shipped_at timestamptz not null,
  lines_missing integer not null check (lines_missing >= 0),
  conflict text not null default '',
  checked_at timestamptz not null default now(),
  check (lines_missing > 0 or conflict <> '')
);

comment on table trace_delivery is
  'Shipped orders that lack transaction data or contradict it; without a row, an order has all that it needs.';
comment on column trace_delivery.lines_missing is 'Shipped lines without transaction data for all packages.';
comment on column trace_delivery.conflict is 'How documents and order contradict each other; empty if they agree.';

create index trace_delivery_missing on trace_delivery (shipped_at desc, order_id) include (business_id) where lines_missing > 0;
create index trace_delivery_conflict on trace_delivery (shipped_at desc, order_id) where conflict <> '';

-- Triggers, because syncs, imports and edits update these columns.
create function queue_trace_check() returns trigger language plpgsql as $$
begin
  insert into trace_check (order_id) values (new.id);
  return null;
end $$;

create trigger sales_order_shipped after insert on sales_order
  for each row when (new.shipped_at is not null or new.erp_status = '3') execute function queue_trace_check();
create trigger sales_order_now_shipped after update of tracking_code, erp_status, shipped_at, is_cancelled, deleted_at on sales_order
  for each row when (
    (new.shipped_at is not null or new.erp_status = '3')
    and (new.shipped_at, new.erp_status, new.is_cancelled, new.deleted_at)
      is distinct from (old.shipped_at, old.erp_status, old.is_cancelled, old.deleted_at)
  ) execute function queue_trace_check();

create function queue_trace_check_of_line() returns trigger language plpgsql as $$
begin
  insert into trace_check (order_id)
  select order_id from invoice where id = new.invoice_id and order_id is not null;
  return null;
end $$;

create trigger invoice_line_billed after insert or update of quantity, product_number on invoice_line
  for each row execute function queue_trace_check_of_line();

create function queue_trace_check_of_invoice() returns trigger language plpgsql as $$
begin
  insert into trace_check (order_id) values (new.order_id);
  return null;
end $$;

create trigger invoice_of_order after update of order_id, cancelled_by, is_cancellation on invoice
  for each row when (
    new.order_id is not null
    and (new.order_id, new.cancelled_by, new.is_cancellation)
      is distinct from (old.order_id, old.cancelled_by, old.is_cancellation)
  ) execute function queue_trace_check_of_invoice();

create function queue_trace_check_of_product() returns trigger language plpgsql as $$
begin
  insert into trace_check (product_id) values (new.id);
  return null;
end $$;

create trigger product_needs_trace after update of needs_trace on product
  for each row when (new.needs_trace is distinct from old.needs_trace) execute function queue_trace_check_of_product();

create table trace_partner (
  business_id uuid primary key references business (id),
  way text not null default 'none' check (way in ('none', 'portal', 'push')),
  guideline text not null default 'R1.2' check (guideline in ('R1.2', 'R1.3')),
  url text not null default '',
  header_name text not null default 'Authorization',
  header_value bytea,
  agreed_on date,
  agreement bytea,
  agreement_name text not null default '',
  version integer not null default 1,
  check (way <> 'push' or url <> ''),
  check (way <> 'portal' or (agreed_on is not null and agreement is not null))
);

comment on table trace_partner is 'How a customer gets transaction data; without a row nothing is agreed.';
comment on column trace_partner.way is
  '`push`: documents are sent at shipment; `portal`: kept here under a written agreement (FD&C 582(g)(2)(A)).';
comment on column trace_partner.guideline is 'The version of the GS1 US guideline in which documents are sent.';
comment on column trace_partner.header_value is 'Encrypted; sent with each document.';
comment on column trace_partner.agreement is 'The signed agreement, a PDF that only admins can open.';

create table trace_push (
  id uuid primary key,
  shipment_id uuid not null unique references trace_shipment (id),
  business_id uuid not null references business (id),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text not null default '',
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((state = 'sent') = (sent_at is not null))
);

comment on table trace_push is 'Shipments that are sent to partners, each once; the ID is the idempotency key of every attempt.';

create index trace_push_queued on trace_push (queued_at desc, id);
create index trace_push_failed on trace_push (queued_at desc, id) where state = 'failed';
create index trace_push_business on trace_push (business_id);

create table trace_request (
  id uuid primary key,
  kind text not null check (kind in ('recall', 'investigation')),
  requester text not null check (requester <> ''),
  contact text not null default '',
  arrived_at timestamptz not null,
  product text not null default '',
  lot text not null default '',
  serial text not null default '',
  note text not null default '',
  recorded_by uuid not null references user_account (id),
  recorded_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid references user_account (id),
  answer text not null default '',
  overdue_mailed_at timestamptz,
  check (product <> '' or lot <> '' or serial <> ''),
  check ((answered_at is null) = (answered_by is null)),
  check ((answered_at is null) = (answer = ''))
);

comment on table trace_request is
  'Requests for trace data by FDA, a State or a trading partner in a recall or an investigation: to be answered within 24 hours of arrival.';
comment on column trace_request.product is 'NDC or GTIN; empty for all products.';
comment on column trace_request.answer is 'How and to whom it was answered.';
comment on column trace_request.overdue_mailed_at is 'When the address on duty was emailed that it is overdue.';

create index trace_request_open on trace_request (arrived_at, id) where answered_at is null;
create index trace_request_answered on trace_request (answered_at desc, id) where answered_at is not null;

create table trace_supplier (
  id uuid primary key,
  name text not null check (name <> ''),
  gln text not null check (length(gln) = 13),
  token_hash bytea not null unique,
  created_by uuid not null references user_account (id),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

comment on table trace_supplier is
  'Suppliers that send documents by API. A token takes only documents in which its GLN sells to us.';
comment on column trace_supplier.token_hash is 'SHA-256 of the token, which is shown once.';

create index trace_supplier_name on trace_supplier (name, id) where revoked_at is null;

alter table trace_document add column supplier_id uuid references trace_supplier (id);
comment on column trace_document.supplier_id is 'The supplier whose token sent it.';
