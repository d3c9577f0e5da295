-- Jobs that were set aside, found by what they are about, as those that wait are.
create index job_failed on job (kind, key) where key is not null and failed_at is not null;
