create table payment (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
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
comment on column payment.provider_id is 'PaymentIntent or PayPal order; null until the provider answered.';
comment on column payment.attempt is
  'Counts the tries of one order with one provider: part of the provider’s idempotency key.';
comment on column payment.state is
  '`taking`: the money is being asked for, by this payment alone. `surplus`: the provider holds money nobody '
  'owed.';
comment on column payment.claims is 'Counts the claims, so that whoever gives one back knows that it is still his.';
comment on column payment.capture_id is 'The charge or capture, by which refunds and disputes name the payment.';
comment on column payment.dispute is 'The provider’s word for an open or decided dispute; empty when there is none.';
comment on column payment.actor_id is 'The admin who wrote it down.';

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
