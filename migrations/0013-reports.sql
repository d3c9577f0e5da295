-- What keeps the dashboards as cheap as a page of the catalogue at a million orders.

-- Orders that somebody placed for somebody else, all and the open ones; a customer's own order is in neither, so
-- placing one touches neither.
create index sales_order_placed_for on sales_order (placed_by)
  where placed_by is not null and placed_by is distinct from user_id and deleted_at is null;
create index sales_order_placed_open on sales_order (placed_by, created_at desc, id)
  where placed_by is not null and placed_by is distinct from user_id and deleted_at is null
    and order_status_sap is distinct from '3' and not is_cancelled;

-- Orders that wait for a person, apart from the thousands that wait for an ERP that is down.
create index sales_order_stuck on sales_order (created_at, id)
  where erp_state in ('rejected', 'conflict', 'unknown', 'held') and deleted_at is null;

-- How many invoices an account has, told by indexes alone: its own, and those that name it only as buyer or payer.
create index invoice_of_party on invoice (ltrim(party_id, '0')) include (party_id);
create index invoice_of_buyer on invoice (ltrim(buyer_party_id, '0'))
  where ltrim(buyer_party_id, '0') <> ltrim(party_id, '0');
create index invoice_of_payer on invoice (ltrim(payer_party_id, '0'))
  where ltrim(payer_party_id, '0') <> ltrim(party_id, '0')
    and ltrim(payer_party_id, '0') <> ltrim(buyer_party_id, '0');

-- The sales of a product that was deleted still belong to its number.
create index product_deleted_number on product (ndc_number) where deleted_at is not null;
create index product_deleted_ndc on product (ndc_key) where deleted_at is not null;

-- One row: how often sums were folded, so that what was read from them alone is good until the next time.
create table sales_fold (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1
);

insert into sales_fold default values;

-- It lives from being emptied: what was folded is cleared away before it is more than what was not.
alter table sales_delta set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
