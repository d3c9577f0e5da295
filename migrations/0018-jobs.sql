-- Looking for work costs the same however much waits: a day's mail behind a mail server that is down, orders behind an ERP.
create index job_running on job (lane, locked_until) where locked_until is not null and failed_at is null;

-- Orders change the stock and nothing that is indexed: with room on its page a product keeps its index entries.
alter table product set (fillfactor = 80);
