create table trace_check (
  id bigint generated always as identity primary key,
  order_id uuid references sales_order (id),
  product_id uuid references product (id),
  check ((order_id is null) <> (product_id is null))
);

comment on table trace_check is
  'Orders whose transaction data must be checked again, and products whose orders must. Rows may repeat, so that writers never wait for each other.';

create table trace_delivery (
  order_id uuid primary key references sales_order (id),
  business_id uuid references business (id),
  shipped_at timestamptz not null,
  lines_missing integer not null check (lines_missing >= 0),
  conflict text not null default '',
  checked_at timestamptz not null default now(),
  check (lines_missing > 0 or conflict <> '')
);

comment on table trace_delivery is
  'Shipped orders that lack transaction data or contradict it; without a row, an order has all that it needs.';
comment on column trace_delivery.lines_missing is 'Shipped lines without transaction data for all packages.';
comment on column trace_delivery.conflict is 'How documents and order contradict each other; empty if they agree.';

create index trace_delivery_missing on trace_delivery (shipped_at desc, order_id) include (business_id) where lines_missing > 0;
create index trace_delivery_conflict on trace_delivery (shipped_at desc, order_id) where conflict <> '';

-- Triggers, because syncs, imports and edits update these columns.
create function queue_trace_check() returns trigger language plpgsql as $$
begin
  insert into trace_check (order_id) values (new.id);
  return null;
end $$;

create trigger sales_order_shipped after insert on sales_order
  for each row when (new.shipped_at is not null or new.erp_status = '3') execute function queue_trace_check();
create trigger sales_order_now_shipped after update of tracking_code, erp_status, shipped_at, is_cancelled, deleted_at on sales_order
  for each row when (
    (new.shipped_at is not null or new.erp_status = '3')
    and (new.shipped_at, new.erp_status, new.is_cancelled, new.deleted_at)
      is distinct from (old.shipped_at, old.erp_status, old.is_cancelled, old.deleted_at)
  ) execute function queue_trace_check();

create function queue_trace_check_of_line() returns trigger language plpgsql as $$
begin
  insert into trace_check (order_id)
  select order_id from invoice where id = new.invoice_id and order_id is not null;
  return null;
end $$;

create trigger invoice_line_billed after insert or update of quantity, product_number on invoice_line
  for each row execute function queue_trace_check_of_line();

create function queue_trace_check_of_invoice() returns trigger language plpgsql as $$
begin
  insert into trace_check (order_id) values (new.order_id);
  return null;
end $$;

create trigger invoice_of_order after update of order_id, cancelled_by, is_cancellation on invoice
  for each row when (
    new.order_id is not null
    and (new.order_id, new.cancelled_by, new.is_cancellation)
      is distinct from (old.order_id, old.cancelled_by, old.is_cancellation)
  ) execute function queue_trace_check_of_invoice();

create function queue_trace_check_of_product() returns trigger language plpgsql as $$
begin
  insert into trace_check (product_id) values (new.id);
  return null;
end $$;

create trigger product_needs_trace after update of needs_trace on product
  for each row when (new.needs_trace is distinct from old.needs_trace) execute function queue_trace_check_of_product();
