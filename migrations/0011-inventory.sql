-- Every change of a stock count, so that the movements always sum to the count.
create table stock_movement (
  id uuid primary key,
  product_id uuid not null references product (id),
  quantity integer not null,
  reason text not null check (reason in ('initial', 'order', 'order deleted', 'import', 'correction')),
  order_id uuid references sales_order (id),
  -- Who corrected the stock; orders and imports know their actor elsewhere.
  actor_id uuid references user_account (id),
  note text not null default '',
  created_at timestamptz not null default now()
);

create index stock_movement_product on stock_movement (product_id, id);
