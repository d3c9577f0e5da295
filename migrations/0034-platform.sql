-- What was set aside is counted at every look at the dashboard and at /readyz, however much waits beside it.
create index job_set_aside on job (kind) where failed_at is not null;
