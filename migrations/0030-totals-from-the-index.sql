-- What customers bought in a part of a month is summed up from the index alone; their orders lie scattered, one page each.
drop index sales_order_user;
create index sales_order_user on sales_order (user_id, created_at desc, id) include (total_price) where deleted_at is null;
