-- Names are found without their accents.
drop index business_search;
drop index business_name_like;
create index business_search on business
  using gin (folded(name || ' ' || account_number || ' ' || claimed_account_number) gin_trgm_ops);
create index business_name_like on business using gin (folded(name) gin_trgm_ops);
