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
