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
  is_credit boolean not null default false,
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
  paid_here numeric(14, 2),

  erp_created_at timestamptz,
  erp_changed_at timestamptz
);

comment on table invoice is 'Invoices as the ERP reports them; the portal creates none. Credit notes have negative amounts.';
comment on column invoice.id is 'The invoice number.';
comment on column invoice.erp_object_id is 'The ERP’s key of the invoice.';
comment on column invoice.order_id is 'Null while no order with that number is known.';
comment on column invoice.erp_order_id is
  'The number of the billed order, so that an order that arrives later finds its invoices.';
comment on column invoice.party_id is 'The account it belongs to; buyer and payer can see it too.';
comment on column invoice.release_status_code is 'A status code of the ERP, not limited to known values: 3 is released.';
comment on column invoice.released_seen_at is 'When the portal first saw it released, by the portal’s clock.';
comment on column invoice.is_credit is
  'A credit note: its amounts are negative, it reduces the open total, and it is never paid.';
comment on column invoice.cancels is 'On a cancellation: the number of the invoice it cancels, if the ERP names one.';
comment on column invoice.cancelled_by is
  'On a canceled invoice: the number of its released cancellation, whichever arrived first.';
comment on column invoice.open_amount is 'The unpaid amount according to the ERP’s list of open items; null if unknown.';
comment on column invoice.open_amount_at is 'When that list was read.';
comment on column invoice.paid_here is
  'The amount paid in the portal by a payment of invoices; not booked while the ERP reports at least as much as open.';
comment on column invoice.erp_changed_at is 'The ERP’s change time; older versions are ignored.';

-- One index per sort order of the invoice lists; each serves both directions, because the id breaks ties in reverse
-- order. Invoices of an account with a status are counted with an index-only scan.
create index invoice_party on invoice (party_id, erp_created_at desc, id) include (release_status_code);
create index invoice_created on invoice (erp_created_at desc, id);
create index invoice_order on invoice (order_id);
create index invoice_total on invoice (total_net_amount desc, id);
create index invoice_due on invoice (due_date desc, id);
create index invoice_status on invoice (
  (case when release_status_code in ('1', '2', '3') then release_status_code else '4' end) desc, erp_created_at desc, id
);

-- Text filters of the invoice lists.
create index invoice_id_like on invoice using gin (id gin_trgm_ops);
create index invoice_ship_via_like on invoice using gin (ship_via gin_trgm_ops);
create index invoice_tracking_like on invoice using gin (tracking_number gin_trgm_ops);

-- The accounts that can see an invoice.
create index invoice_accounts on invoice using gin ((array[party_id, buyer_party_id, payer_party_id]::text[]));

-- Counts an account's invoices with index-only scans: its own, and those that name it only as buyer or payer.
create index invoice_of_buyer on invoice (buyer_party_id) where buyer_party_id <> party_id;
create index invoice_of_payer on invoice (payer_party_id)
  where payer_party_id <> party_id and payer_party_id <> buyer_party_id;
create index invoice_without_order on invoice (erp_order_id) where order_id is null and erp_order_id <> '';
create index invoice_cancels on invoice (cancels) where cancels <> '';

-- Totals of the overview, with index-only scans. A cancellation and the invoice it cancels count in no total.
create index invoice_unpaid on invoice (due_date) include (open_amount, currency_code)
  where open_amount > 0 and not is_cancellation and cancelled_by is null;
create index invoice_billed on invoice (invoice_date)
  include (currency_code, total_gross_amount, open_amount, open_amount_at)
  where not is_cancellation and cancelled_by is null;
create index invoice_credit on invoice (currency_code) include (open_amount)
  where is_credit and open_amount < 0 and not is_cancellation and cancelled_by is null;

-- More filters of the invoice lists.
create index invoice_purchase_order_like on invoice using gin (purchase_order gin_trgm_ops);
create index invoice_purchase_order on invoice (purchase_order) where purchase_order <> '';
create index invoice_day on invoice (invoice_date, id);

-- Small subsets: invoices without a reported open amount, credit notes, cancellations with what they cancel, payments
-- not booked yet.
create index invoice_unknown on invoice (erp_created_at desc, id) where open_amount is null;
create index invoice_credit_note on invoice (erp_created_at desc, id) where is_credit;
create index invoice_canceled on invoice (erp_created_at desc, id) where is_cancellation or cancelled_by is not null;
create index invoice_paid_here on invoice (erp_created_at desc, id) where paid_here is not null;

create table invoice_line (
  invoice_id text not null references invoice (id),
  line_no integer not null check (line_no > 0),
  product_number text not null default '',
  name text not null default '',
  quantity numeric(14, 3),
  unit text not null default '',
  net_amount numeric(14, 2),
  primary key (invoice_id, line_no)
);

comment on table invoice_line is 'The billed lines as the ERP reports them. No rows means that the lines are unknown.';
comment on column invoice_line.product_number is 'The ERP’s product number: the NDC or the item number.';
comment on column invoice_line.quantity is 'Null if the ERP does not report it, like the amount.';

create table invoice_document (
  invoice_id text primary key references invoice (id),
  content bytea not null,
  fetched_at timestamptz not null default now()
);

comment on table invoice_document is 'A cache of invoice documents from the ERP.';

create table invoice_question (
  id uuid primary key,
  invoice_id text not null references invoice (id),
  line_no integer check (line_no > 0),
  reason text not null check (reason in ('price', 'quantity', 'missing', 'damaged', 'charge', 'other')),
  words text not null,
  asked_by uuid not null references user_account (id),
  asked_at timestamptz not null default now(),
  answer text not null default '',
  settled_by uuid references user_account (id),
  settled_at timestamptz,
  check ((settled_at is null) = (settled_by is null))
);

comment on table invoice_question is
  'Customers’ questions and disputes about invoices. The wholesaler settles them; the invoice itself is changed '
  'only in the ERP.';
comment on column invoice_question.line_no is 'The line in question; null for the whole invoice.';

create index invoice_question_of on invoice_question (invoice_id, asked_at);
create index invoice_question_open on invoice_question (asked_at, id) where settled_at is null;

-- One open question per invoice, line and reason.
create unique index invoice_question_once on invoice_question (invoice_id, coalesce(line_no, 0), reason)
  where settled_at is null;

create table payment (
  id uuid primary key,
  order_id uuid references sales_order (id),
  provider text not null check (provider in ('stripe', 'paypal', 'manual')),
  provider_id text,
  attempt integer not null default 1 check (attempt > 0),
  cents bigint not null check (cents > 0),
  currency text not null default 'USD' check (currency = 'USD'),
  state text not null default 'open' check (state in ('open', 'taking', 'paid', 'ended', 'surplus')),
  claimed_at timestamptz,
  claims integer not null default 0 check (claims >= 0),
  capture_id text,
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  dispute text not null default '',
  note text not null default '',
  actor_id uuid references user_account (id),
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  settled_at timestamptz
);

comment on table payment is
  'A payment requested from a provider or recorded by an admin. The provider’s status is authoritative; this row is '
  'a copy.';
comment on column payment.order_id is 'Null for a payment of invoices, which are in invoice_share.';
comment on column payment.provider_id is 'The PaymentIntent or PayPal order; null until the provider has answered.';
comment on column payment.attempt is 'The number of the attempt for this order and provider; part of the idempotency key.';
comment on column payment.state is
  '`taking`: this payment alone is being captured. `surplus`: the provider has money that was not owed.';
comment on column payment.claims is 'Counts claims, so that a process releases only its own.';
comment on column payment.capture_id is 'The charge or capture, which refunds and disputes refer to.';
comment on column payment.dispute is 'The provider’s status of an open or decided dispute; empty if there is none.';
comment on column payment.actor_id is 'The admin who recorded it, or the user who pays the invoices.';

-- Guarantees that an order is paid at most once: two payments of one order never capture at the same time.
create unique index payment_once on payment (order_id) where state in ('taking', 'paid');
create unique index payment_provider_id on payment (provider, provider_id) where provider_id is not null;
create unique index payment_attempt on payment (order_id, provider, cents, attempt);
create index payment_of_order on payment (order_id, id);
create index payment_capture on payment (provider, capture_id) where capture_id is not null;
create index payment_unsettled on payment (created_at, id) where state in ('open', 'taking');

create table payment_event (
  provider text not null check (provider in ('stripe', 'paypal')),
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

comment on table payment_event is 'Processed webhooks, so that a repeat has no effect.';

create index payment_event_received on payment_event (received_at);

create table invoice_share (
  payment_id uuid not null references payment (id),
  invoice_id text not null references invoice (id),
  cents bigint not null check (cents > 0),
  is_held boolean not null default true,
  primary key (payment_id, invoice_id)
);

comment on table invoice_share is 'The invoices of a payment, with the amount for each.';
comment on column invoice_share.is_held is
  'Reserves the invoice for this payment while it is open, being captured, or paid. An ended payment reserves nothing.';

-- Guarantees that an invoice is paid once: one payment at a time reserves it.
create unique index invoice_share_once on invoice_share (invoice_id) where is_held;
create index invoice_share_of on invoice_share (invoice_id, payment_id);

create table statement_wish (
  user_id uuid primary key references user_account (id),
  chosen_at timestamptz not null default now()
);

comment on table statement_wish is 'Users who want the monthly statement of their business by email.';

create table monthly_statement (
  business_id uuid not null references business (id),
  month date not null check (month = date_trunc('month', month)),
  queued_at timestamptz not null default now(),
  settled_at timestamptz,
  mails integer not null default 0 check (mails >= 0),
  primary key (business_id, month)
);

comment on table monthly_statement is 'Monthly statements by email: exactly one for each business and month.';
comment on column monthly_statement.month is 'The first day of the month it covers.';
comment on column monthly_statement.settled_at is 'When its emails were queued, or it was found to be empty.';
comment on column monthly_statement.mails is 'The number of recipients; 0 if it was empty.';

create table business_credit (
  business_id uuid primary key references business (id),
  credit_limit numeric(14, 2) not null check (credit_limit >= 0),
  credit_left numeric(14, 2),
  currency_code text not null,
  said_at timestamptz not null
);

comment on table business_credit is 'The credit limit of a business as last reported by the ERP; unknown without a row.';
comment on column business_credit.credit_left is
  'The remaining credit at that time, negative if exceeded; null if the ERP does not report it.';
