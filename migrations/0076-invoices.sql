-- Invoices of an account with a status are counted from the index alone.
drop index invoice_party;
create index invoice_party on invoice (party_id, erp_created_at desc, id) include (release_status_code);
