-- A customer's own prices and latest favourites are read from their indexes alone. Their rows lie scattered, one page each,
-- and a dashboard looked at two dozen of them.
alter table custom_price drop constraint custom_price_pkey, add primary key (user_id, product_id, list) include (price);
create index favourite_latest on favourite (user_id, created_at desc, product_id);
