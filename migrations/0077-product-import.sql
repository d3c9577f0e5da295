-- Rows come by the hundred thousand and are read in their order at once. Until the table was looked at, each part would
-- read and sort all that is left.
create function analyze_import_rows() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze public.import_row (import_id, row, code, verdict);
end $$;

create function analyze_import_changes() returns void language plpgsql security definer set search_path = pg_catalog as $$
begin
  analyze public.import_change (import_id, row);
end $$;

comment on function analyze_import_rows is 'Renews what the planner knows of rows; before an import is applied.';
comment on function analyze_import_changes is 'Renews what the planner knows of changes; before an import is undone.';
