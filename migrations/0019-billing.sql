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

comment on table invoice is 'Invoices as the ERP tells them; the portal writes none. Amounts may be those of a credit.';
comment on column invoice.id is 'The invoice number.';
comment on column invoice.erp_object_id is 'The ERP’s key of it.';
comment on column invoice.order_id is 'None while no order of that number is known.';
comment on column invoice.erp_order_id is
  'Number of the order it bills, kept so that an order that arrives later finds its invoices.';
comment on column invoice.party_id is 'The account it belongs to; buyer and payer may see it too.';
comment on column invoice.release_status_code is 'The ERP’s word, so no closed set: 3 is released.';
comment on column invoice.released_seen_at is 'When the portal first saw it released, by the portal’s clock.';
comment on column invoice.is_credit is
  'A credit note: its amounts are below zero, it lowers what is open, and nobody pays it.';
comment on column invoice.cancels is
  'On a cancellation: the number of the invoice it cancels, as far as the ERP names one.';
comment on column invoice.cancelled_by is
  'On a cancelled invoice: the number of its released cancellation, whichever of the two arrived first.';
comment on column invoice.open_amount is 'What is still unpaid by the ERP’s list of open items; null is not known.';
comment on column invoice.open_amount_at is 'When that list was taken.';
comment on column invoice.paid_here is
  'Paid of it in the portal by a payment of invoices; on its way while the ERP says that as much is open.';
comment on column invoice.erp_changed_at is 'By the ERP’s clock: what is older changes nothing.';

-- An index for every order in which the lists of invoices are shown; the id breaks ties the other way round, so that
-- each serves both directions. Invoices of an account with a status are counted from the index alone.
create index invoice_party on invoice (party_id, erp_created_at desc, id) include (release_status_code);
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
create index invoice_credit on invoice (currency_code) include (open_amount)
  where is_credit and open_amount < 0 and not is_cancellation and cancelled_by is null;

-- More that the lists of invoices are filtered by.
create index invoice_purchase_order_like on invoice using gin (purchase_order gin_trgm_ops);
create index invoice_purchase_order on invoice (purchase_order) where purchase_order <> '';
create index invoice_day on invoice (invoice_date, id);

-- Few of all: what the ERP has said nothing about, credit notes, cancellations with what they cancel, payments on their way.
create index invoice_unknown on invoice (erp_created_at desc, id) where open_amount is null;
create index invoice_credit_note on invoice (erp_created_at desc, id) where is_credit;
create index invoice_canceled on invoice (erp_created_at desc, id) where is_cancellation or cancelled_by is not null;
create index invoice_paid_here on invoice (erp_created_at desc, id) where paid_here is not null;

create table invoice_line (
  invoice_id text not null references invoice (id) on delete cascade,
  line_no integer not null check (line_no > 0),
  product_number text not null default '',
  name text not null default '',
  quantity numeric(14, 3),
  unit text not null default '',
  net_amount numeric(14, 2),
  primary key (invoice_id, line_no)
);

comment on table invoice_line is
  'What an invoice bills, line by line, as the ERP tells it. An invoice without lines has none that the portal knows.';
comment on column invoice_line.product_number is 'The ERP’s number of the product: the NDC or the item number.';
comment on column invoice_line.quantity is 'Null where the ERP does not say, as the amount.';

create table invoice_document (
  invoice_id text primary key references invoice (id),
  content bytea not null,
  fetched_at timestamptz not null default now()
);

comment on table invoice_document is 'Invoice documents as the ERP sent them, kept after the first time.';

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
  'What customers ask about an invoice or dispute of it. The wholesaler settles it; the invoice itself is the ERP’s.';
comment on column invoice_question.line_no is 'The line that is meant; none where it is the whole invoice.';

create index invoice_question_of on invoice_question (invoice_id, asked_at);
create index invoice_question_open on invoice_question (asked_at, id) where settled_at is null;

-- One person asks about one thing once at a time.
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
  'What the portal asked a provider for, or what an admin wrote down. The provider’s word decides; this row '
  'remembers it.';
comment on column payment.order_id is 'None where it pays invoices: then its shares say which.';
comment on column payment.provider_id is 'PaymentIntent or PayPal order; null until the provider answered.';
comment on column payment.attempt is
  'Counts the tries of one order with one provider: part of the provider’s idempotency key.';
comment on column payment.state is
  '`taking`: the money is being asked for, by this payment alone. `surplus`: the provider holds money nobody '
  'owed.';
comment on column payment.claims is 'Counts the claims, so that whoever gives one back knows that it is still his.';
comment on column payment.capture_id is 'The charge or capture, by which refunds and disputes name the payment.';
comment on column payment.dispute is 'The provider’s word for an open or decided dispute; empty when there is none.';
comment on column payment.actor_id is 'The admin who wrote it down, or who pays the invoices.';

-- The last word on 'paid at most once': two payments of one order never take money at the same time.
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

comment on table payment_event is 'Webhooks that were taken in, so that a repeat does nothing.';

create index payment_event_received on payment_event (received_at);

create table invoice_share (
  payment_id uuid not null references payment (id),
  invoice_id text not null references invoice (id),
  cents bigint not null check (cents > 0),
  is_held boolean not null default true,
  primary key (payment_id, invoice_id)
);

comment on table invoice_share is 'Which invoices a payment pays, and with how much of it.';
comment on column invoice_share.is_held is
  'No other payment may take money for the invoice: while this one is open, being taken, or paid. One that ended holds nothing.';

-- The last word on 'an invoice is paid once': one payment at a time holds it.
create unique index invoice_share_once on invoice_share (invoice_id) where is_held;
create index invoice_share_of on invoice_share (invoice_id, payment_id);

create table statement_wish (
  user_id uuid primary key references user_account (id),
  chosen_at timestamptz not null default now()
);

comment on table statement_wish is 'Who wants the statement of his business by mail, each month anew.';

create table monthly_statement (
  business_id uuid not null references business (id),
  month date not null check (month = date_trunc('month', month)),
  queued_at timestamptz not null default now(),
  settled_at timestamptz,
  mails integer not null default 0 check (mails >= 0),
  primary key (business_id, month)
);

comment on table monthly_statement is 'The statements that go out by mail: one for each business and month, whatever happens.';
comment on column monthly_statement.month is 'The first day of the month that it states.';
comment on column monthly_statement.settled_at is 'When its mails were queued, or nothing was found to state.';
comment on column monthly_statement.mails is 'To how many people it went; nobody where there was nothing to state.';

create table business_credit (
  business_id uuid primary key references business (id),
  credit_limit numeric(14, 2) not null check (credit_limit >= 0),
  credit_left numeric(14, 2),
  currency_code text not null,
  said_at timestamptz not null
);

comment on table business_credit is
  'The credit limit of a business as the ERP last said it. Of a business that is not here nothing is known.';
comment on column business_credit.credit_left is
  'What was left of it then, below zero where it was exceeded; null where the ERP does not say.';
