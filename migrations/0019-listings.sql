-- The two orders that no index of a category had: without them every page sorts the whole category.
create index product_category_rating on product (category, rating desc, num_reviews desc, id)
  where is_published and deleted_at is null;
create index product_category_featured on product (category, num_reviews desc, rating desc, id)
  where is_published and deleted_at is null;
