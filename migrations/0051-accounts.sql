alter table user_account drop constraint user_account_buying_role_check;
alter table user_account add constraint user_account_buying_role_check
  check (buying_role in ('viewer', 'buyer', 'approver', 'manager'));

comment on column user_account.buying_role is
  'What somebody may do for his business: a viewer looks and orders nothing, an approver also approves what others order, a '
  'manager also looks after its people. It means nothing for staff.';
