create table delivery (
  object_id text primary key,
  erp_id text not null,
  changed_at timestamptz not null,
  is_shipped boolean not null,
  shipped_at timestamptz,
  shipping_method text not null default '',
  tracking_code text not null default '',
  order_erp_ids text[] not null,
  items jsonb not null
);

comment on table delivery is 'Outbound deliveries of the ERP; they may come before their order.';
comment on column delivery.erp_id is 'The delivery number.';
comment on column delivery.changed_at is 'By the ERP’s clock; older versions are ignored.';
comment on column delivery.is_shipped is 'Released in the ERP and not canceled.';
comment on column delivery.shipped_at is 'Null if the ERP does not report it.';
comment on column delivery.tracking_code is 'Comma-separated tracking numbers.';
comment on column delivery.order_erp_ids is
  'The numbers of its sales orders, without a reference because an order may not be known yet.';
comment on column delivery.items is 'What it contains, by sales order and product.';

create index delivery_order on delivery using gin (order_erp_ids);
