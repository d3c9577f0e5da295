-- Nobody listens any more: every answer is made of what the database holds.
drop trigger product_notice on product;
drop function notify_catalogue();
