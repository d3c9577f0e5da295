-- Orders on their way into the ERP, apart from those that wait for a person: one index of both was taken for either, and
-- with an ERP that is down thousands of the ones were read to find a few of the others.
drop index sales_order_not_linked;
create index sales_order_waiting on sales_order (created_at, id)
  where erp_state in ('waiting', 'sending', 'unknown') and deleted_at is null;
