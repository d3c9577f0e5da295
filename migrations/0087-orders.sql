-- Orders that are paid here, and those to be paid otherwise than by invoice: few of all.
create index sales_order_paid on sales_order (created_at desc, id) where is_paid;
create index sales_order_payment on sales_order (payment_method, created_at desc, id) where payment_method <> 'By Invoice';

-- Lines of products that the portal does not have are found by what the ERP calls them.
create index order_line_unknown on order_line using gin (folded(name) gin_trgm_ops, slug gin_trgm_ops)
  where product_id is null;
