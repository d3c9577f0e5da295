create table stock_movement (
  id uuid primary key,
  product_id uuid not null references product (id),
  quantity integer not null,
  reason text not null check (reason in ('initial', 'order', 'order deleted', 'import', 'correction')),
  order_id uuid references sales_order (id),
  actor_id uuid references user_account (id),
  note text not null default '',
  created_at timestamptz not null default now()
);

comment on table stock_movement is 'Every change of a stock count, so that the movements always sum to the count.';
comment on column stock_movement.quantity is 'Below zero when pieces leave.';
comment on column stock_movement.actor_id is 'Who corrected the stock; orders and imports know their actor elsewhere.';

create index stock_movement_product on stock_movement (product_id, id);

create table stock_request (
  user_id uuid not null references user_account (id),
  product_id uuid not null references product (id),
  quantity integer not null check (quantity > 0),
  asked_at timestamptz not null default now(),
  ends_at timestamptz not null,
  risen_at timestamptz,
  told_at timestamptz,
  primary key (user_id, product_id)
);

comment on table stock_request is 'Who wants to be told when so many pieces of a product are in stock again.';
comment on column stock_request.ends_at is
  'Also the moment it was taken off or its product withdrawn: who asks again on that day is not told twice.';
comment on column stock_request.risen_at is 'When the stock came to cover it; empty once that was told or passed over.';

create index stock_request_product on stock_request (product_id, asked_at);
