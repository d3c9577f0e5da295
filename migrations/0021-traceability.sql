create table trace_document (
  id uuid primary key,
  direction text not null check (direction in ('inbound', 'outbound', 'unclear')),
  format text not null check (format in ('XML', 'JSON-LD')),
  schema_version text not null,
  guideline text not null default '',
  sender_gln text not null default '',
  receiver_gln text not null default '',
  instance_id text not null default '',
  is_affirmed boolean not null default false,
  statement text not null default '',
  document_date timestamptz not null,
  products jsonb not null default '[]',
  places jsonb not null default '[]',
  findings jsonb not null default '[]',
  file_name text not null default '',
  digest text not null unique,
  content bytea not null,
  received_at timestamptz not null default now(),
  received_by uuid references user_account (id),
  accepted_at timestamptz,
  accepted_by uuid references user_account (id),
  accept_reason text not null default ''
);

comment on table trace_document is
  'EPCIS documents, stored byte for byte as received. Inbound ones came from a supplier; only outbound ones, from the '
  'wholesaler to a customer, are ever shown to a customer.';
comment on column trace_document.direction is 'Unclear if neither the seller nor the buyer is the wholesaler.';
comment on column trace_document.products is 'The trade items as the document describes them.';
comment on column trace_document.places is 'Names and addresses of the parties as the document states them.';
comment on column trace_document.findings is 'What the document lacks of the US profile, or contradicts; one sentence each.';
comment on column trace_document.digest is 'SHA-256 of the content: the same file is stored once.';
comment on column trace_document.received_by is 'Null if it came from the watched folder or by the API of suppliers.';
comment on column trace_document.accepted_at is
  'When it was accepted: immediately without findings, or by an admin with a reason.';

create index trace_document_received on trace_document (received_at desc, id);
create index trace_document_unaccepted on trace_document (received_at desc, id) where accepted_at is null;

create table trace_shipment (
  id uuid primary key,
  document_id uuid not null references trace_document (id),
  event_no integer not null,
  event_id text not null default '',
  shipped_at timestamptz not null,
  seller_gln text not null default '',
  buyer_gln text not null default '',
  ship_from_gln text not null default '',
  ship_to_gln text not null default '',
  business_id uuid references business (id),
  order_id uuid references sales_order (id),
  package_count integer not null check (package_count >= 0),
  mismatch text not null default '',
  withdrawn_at timestamptz,
  withdrawn_by uuid references trace_document (id)
);

comment on table trace_shipment is 'One shipping event of an EPCIS document.';
comment on column trace_shipment.business_id is 'The customer of an outbound shipment; null if none or several match.';
comment on column trace_shipment.order_id is 'The order of that customer that the document names; null if none matches.';
comment on column trace_shipment.mismatch is 'Why an outbound shipment has no customer, or contradicts its order.';
comment on column trace_shipment.withdrawn_by is 'The document that declares this event to be wrong.';

create index trace_shipment_document on trace_shipment (document_id, event_no);
create index trace_shipment_business on trace_shipment (business_id, shipped_at desc, id) where business_id is not null;
create index trace_shipment_order on trace_shipment (order_id) where order_id is not null;
create index trace_shipment_event on trace_shipment (event_id) where event_id <> '';
create index trace_shipment_mismatch on trace_shipment (shipped_at desc, id) where mismatch <> '' and withdrawn_at is null;

create table trace_reference (
  shipment_id uuid not null references trace_shipment (id),
  kind text not null,
  number text not null,
  primary key (shipment_id, kind, number)
);

comment on table trace_reference is 'Purchase orders, invoices and dispatch advices that a shipment names.';

create index trace_reference_number on trace_reference (number);

create function lot_key(lot text) returns text language sql immutable parallel safe
  return regexp_replace(upper(regexp_replace(lot, '[[:space:]./_-]+', '', 'g')), '^0+(?=.)', '');

comment on function lot_key is
  'A lot as it is compared: labels, documents and people write it with other case, spaces, hyphens and leading zeros.';

create table trace_package (
  shipment_id uuid not null references trace_shipment (id),
  gtin text not null check (length(gtin) = 14),
  serial text not null,
  lot text not null default '',
  expiry date,
  container text not null default '',
  primary key (shipment_id, gtin, serial)
);

comment on table trace_package is 'The saleable packages of a shipment, by product identifier.';
comment on column trace_package.container is 'The case or pallet that contained it; empty if shipped on its own.';

create index trace_package_item on trace_package (gtin, serial);
create index trace_package_serial on trace_package (serial);
create index trace_package_container on trace_package (container) where container <> '';
create index trace_package_lot on trace_package (lot_key(lot)) where lot <> '';
