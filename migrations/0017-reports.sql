-- What a customer's latest orders hold and what is suggested by them, kept so that opening the dashboard does not read
-- those orders again. It is advice for one customer alone, made anew when its stamp is not that of the customer any more.
-- No reference to the account: looking at a dashboard must not lock what an order locks.
create table customer_habit (
  user_id uuid primary key,
  -- The sums of the customer's orders and the kind of licence that it was made of.
  stamp text not null,
  habits json not null,
  -- The products it is about.
  product_ids uuid[] not null,
  made_at timestamptz not null default now()
) with (toast_tuple_target = 8160);

-- Orders typed in the ERP for an account are summed up from the index alone.
create index sales_order_typed on sales_order (ltrim(bill_to_party_id, '0'), created_at desc, id)
  include (bill_to_party_id, placed_by, total_price, order_status_sap, is_cancelled)
  where user_id is null and deleted_at is null;
drop index sales_order_imported;

-- Emptied every second, it keeps its pages: cutting them off would make orders wait, and a plan made while there are none
-- reads all of it once there are some.
alter table sales_delta set (vacuum_truncate = false);
