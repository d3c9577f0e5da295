-- Customers come by files as well.
alter table import drop constraint import_kind_check;
alter table import add constraint import_kind_check
  check (kind in ('products', 'prices', 'list', 'pictures', 'customers'));

comment on column import_change.product_id is 'A product, or of customers a user, that the same transaction wrote.';
