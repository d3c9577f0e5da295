-- Product maintenance sorts all products by these. None holds the stock: orders move it and must move no index entry.
create index product_listed_changed on product (updated_at desc, id) where deleted_at is null;
create index product_listed_name on product (lower(name), id desc) where deleted_at is null;
-- In the order of its bytes, so that it finds beginnings, too.
create index product_listed_maker on product ((lower(manufacturer) collate "C"), id desc) where deleted_at is null;
create index product_listed_price on product (price, id desc) where deleted_at is null;
