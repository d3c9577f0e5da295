-- What the invoice overview sums up, read from the indexes alone; cancellation documents are no money.
create index invoice_unpaid on invoice (due_date) include (open_amount, currency_code)
  where open_amount > 0 and not is_cancellation;
create index invoice_billed on invoice (invoice_date)
  include (currency_code, total_gross_amount, open_amount, open_amount_at)
  where not is_cancellation;
