-- Until a table was looked at once, its rows are asked for as if there were hardly any. The run-time role does not own
-- the table, and whoever does not own a table cannot have it looked at.
create function analyze_products() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze public.product;
end $$;

comment on function analyze_products is 'Renews what the planner knows of products; for the first rows of an import.';
