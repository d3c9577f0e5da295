-- How many products are sold, and the version of the catalogue at which they were counted: a portal that just started
-- need not count all of them before it shows the first page.
alter table catalogue_state add column published integer, add column published_at bigint;
