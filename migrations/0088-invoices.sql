-- By what the lists of invoices are filtered, beside what they were.
create index invoice_purchase_order_like on invoice using gin (purchase_order gin_trgm_ops);
create index invoice_purchase_order on invoice (purchase_order) where purchase_order <> '';
create index invoice_day on invoice (invoice_date, id);
-- Few of all: what the ERP has said nothing about, credit notes, cancellations with what they cancel, payments on their way.
create index invoice_unknown on invoice (erp_created_at desc, id) where open_amount is null;
create index invoice_credit_note on invoice (erp_created_at desc, id) where is_credit;
create index invoice_canceled on invoice (erp_created_at desc, id) where is_cancellation or cancelled_by is not null;
create index invoice_paid_here on invoice (erp_created_at desc, id) where paid_here is not null;
