-- Only years are ranked, products by their pieces and customers by their sales. All other sums are found by their key, so
-- that adding to them touches no index, as long as a page has room for one more version of a row.
drop index sales_tally_pieces;
drop index sales_tally_sales;
create index sales_tally_best_products on sales_tally (period, pieces desc, key)
  where scope = 'product' and length(period) = 4;
create index sales_tally_best_customers on sales_tally (period, sales desc, key)
  where scope = 'customer' and length(period) = 4;
alter table sales_tally set (fillfactor = 85);
