-- Names are found without their accents.
drop index user_account_search;
create index user_account_search on user_account
  using gin (folded(name || ' ' || last_name || ' ' || email) gin_trgm_ops);
