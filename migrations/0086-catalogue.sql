-- Lists of orders find a deleted product by its name, too; the search knows the others.
create index product_deleted_name on product using gin (folded(name) gin_trgm_ops) where deleted_at is not null;

-- Makers with accents, who are few, are found without them.
create index product_accented_maker on product (folded(manufacturer))
  where deleted_at is null and octet_length(manufacturer) <> char_length(manufacturer);
