-- Every process keeps pages of the catalogue for visitors; whoever changes what they show says so, after the commit.
create function notify_catalogue() returns trigger language plpgsql as $$
begin
  perform pg_notify('apotheca_catalogue', '');
  return null;
end $$;

create trigger product_notice after insert or update or delete or truncate on product
  for each statement execute function notify_catalogue();
