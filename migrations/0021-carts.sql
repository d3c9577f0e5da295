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

create table order_key (
  user_id uuid not null references user_account (id),
  key text not null check (length(key) <= 200),
  is_void boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

comment on table order_key is
  'Where an order that is being placed, and whoever asks what became of it, wait for each other.';
comment on column order_key.is_void is 'Somebody was told that nothing was ordered under it: so nothing ever will be.';

create index order_key_created on order_key (created_at);

alter table sales_order
  add column numbered_at timestamptz,
  add column released_at timestamptz,
  add column shipped_at timestamptz;

comment on column sales_order.numbered_at is 'When the portal learned of its number; none where it came with one.';
comment on column sales_order.released_at is 'When the portal learned that it is in process.';
comment on column sales_order.shipped_at is 'When the portal learned of its first parcel.';

-- Several ways lead to each of these, and all of them are an update of these columns.
create function note_order_step() returns trigger language plpgsql as $$
begin
  if new.erp_id is not null and old.erp_id is null then
    new.numbered_at = coalesce(new.numbered_at, now());
  end if;
  if new.order_status_sap in ('2', '3') and old.order_status_sap is distinct from '2'
    and old.order_status_sap is distinct from '3' then
    new.released_at = coalesce(new.released_at, now());
  end if;
  if new.tracking_code <> '' and old.tracking_code = '' then
    new.shipped_at = coalesce(new.shipped_at, now());
  end if;
  return new;
end $$;

create trigger sales_order_step before update of erp_id, order_status_sap, tracking_code on sales_order
  for each row execute function note_order_step();
