create table cart (
  user_id uuid not null references user_account (id),
  for_user_id uuid not null references user_account (id),
  order_key text not null default gen_random_uuid()::text,
  shipping_method text not null default '',
  purchase_order text not null default '' check (length(purchase_order) <= 35),
  changed_at timestamptz not null default now(),
  primary key (user_id, for_user_id)
);

comment on table cart is
  'What somebody who is signed in wants to order: a customer for himself, one of the staff for each customer.';
comment on column cart.for_user_id is 'The customer; one of the staff himself while he has not chosen one.';
comment on column cart.order_key is
  'The Idempotency-Key of the order that is made of it. Every screen that shows this cart has the same, so that two of them '
  'cannot order it twice; when it was ordered, or given up, there is a new one.';

create index cart_changed on cart (changed_at);

create table cart_line (
  user_id uuid not null,
  for_user_id uuid not null,
  product_id uuid not null references product (id),
  quantity integer not null check (quantity between 1 and 9999),
  seen_price numeric(12, 2) not null check (seen_price >= 0),
  place bigint generated always as identity,
  primary key (user_id, for_user_id, product_id),
  foreign key (user_id, for_user_id) references cart (user_id, for_user_id) on delete cascade
);

comment on table cart_line is 'A row each, so that presses on different lines never overwrite each other.';
comment on column cart_line.seen_price is 'What it cost when it was put in: the cart says what has changed since.';
comment on column cart_line.place is 'In the order in which they were put in.';

create index cart_line_product on cart_line (product_id);
