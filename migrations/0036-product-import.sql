-- Each row of an import was looked up in three tables that the same transaction had locked or written: a fifth of its price.
alter table import_row drop constraint import_row_import_id_fkey;
alter table import_change drop constraint import_change_import_id_fkey;
alter table import_change drop constraint import_change_product_id_fkey;
alter table catalogue_change drop constraint catalogue_change_product_id_fkey;

create function forget_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_row where import_id = old.id;
  delete from import_change where import_id = old.id;
  return null;
end $$;

create trigger import_forgotten after delete on import for each row execute function forget_import_rows();

comment on column import_row.import_id is 'An import that is locked while its rows are added; its end takes them along.';
comment on column import_change.import_id is 'As with the rows.';
comment on column import_change.product_id is 'A product that the same transaction wrote; products stay for ever.';
