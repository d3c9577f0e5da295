create table cart (
  user_id uuid not null references user_account (id),
  for_user_id uuid not null references user_account (id),
  order_key text not null default gen_random_uuid()::text,
  shipping_method text not null default '',
  purchase_order text not null default '' check (length(purchase_order) <= 35),
  note text not null default '' check (length(note) <= 500),
  attention text not null default '' check (length(attention) <= 60),
  requested_day date,
  changed_at timestamptz not null default now(),
  primary key (user_id, for_user_id)
);

comment on table cart is 'A signed-in user’s cart: customers have one, staff have one for each customer.';
comment on column cart.for_user_id is 'The customer; for staff who have not chosen a customer, the user themselves.';
comment on column cart.order_key is
  'The Idempotency-Key of the cart’s next order. All screens with this cart share it, so that two of them cannot '
  'place the order twice; after the order is placed or abandoned there is a new one.';

create index cart_changed on cart (changed_at);

create table cart_line (
  user_id uuid not null,
  for_user_id uuid not null,
  product_id uuid not null references product (id),
  quantity integer not null check (quantity between 1 and 9999),
  seen_price numeric(12, 2) not null check (seen_price >= 0),
  note text not null default '' check (length(note) <= 200),
  place bigint generated always as identity,
  primary key (user_id, for_user_id, product_id),
  foreign key (user_id, for_user_id) references cart (user_id, for_user_id) on delete cascade
);

comment on table cart_line is 'One row per line, so that concurrent changes of different lines do not overwrite each other.';
comment on column cart_line.seen_price is 'The price when it was added, so that the cart can show a change.';
comment on column cart_line.place is 'The order in which lines were added.';

create index cart_line_product on cart_line (product_id);

create table parked_cart (
  id uuid primary key,
  user_id uuid not null references user_account (id),
  for_user_id uuid not null references user_account (id),
  name text not null check (length(name) between 1 and 80),
  shipping_method text not null default '',
  purchase_order text not null default '' check (length(purchase_order) <= 35),
  note text not null default '' check (length(note) <= 500),
  attention text not null default '' check (length(attention) <= 60),
  requested_day date,
  parked_at timestamptz not null default now()
);

comment on table parked_cart is 'A cart that its user put aside under a name; its columns are those of the cart.';

create unique index parked_cart_name on parked_cart (user_id, for_user_id, lower(name));
create index parked_cart_parked on parked_cart (parked_at);

create table parked_cart_line (
  cart_id uuid not null references parked_cart (id) on delete cascade,
  product_id uuid not null references product (id),
  quantity integer not null check (quantity between 1 and 9999),
  seen_price numeric(12, 2) not null check (seen_price >= 0),
  note text not null default '' check (length(note) <= 200),
  place integer not null,
  primary key (cart_id, product_id)
);

comment on table parked_cart_line is 'The lines of a parked cart; the price is the one that was seen when the line was added.';

create index parked_cart_line_product on parked_cart_line (product_id);
