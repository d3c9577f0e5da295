alter table user_account add column is_demo boolean not null default false;

comment on column user_account.is_demo is 'Made by the demo: everyone knows the password.';

-- The demo of earlier days marked nobody; all its accounts share one hash, salt and all.
update user_account set is_demo = true
where email like '%@demo.example'
  or password_hash in (select password_hash from user_account where email like '%@demo.example');

create index user_account_demo on user_account (id) where is_demo and deleted_at is null;
