-- What orders and invoices add to these indexes waits in a list that every search reads through: 4 MB of it, unless told,
-- cost a search several times what the rest of it costs.
alter index sales_order_number_pieces set (gin_pending_list_limit = 256);
alter index sales_order_tracking_like set (gin_pending_list_limit = 256);
alter index sales_order_purchase_order_like set (gin_pending_list_limit = 256);
