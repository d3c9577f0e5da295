-- The orders that went to a state, as the map of the dashboard counts them, newest first.
create index sales_order_region on sales_order (
  (regexp_replace(upper(ship_region), '[^A-Z]', '', 'g')), created_at desc, id
) where deleted_at is null;
