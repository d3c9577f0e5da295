alter table business add column manages_people boolean not null default false;

comment on column business.manages_people is
  'The wholesaler lets its managers invite people, deactivate them and give them roles.';

alter table user_account add column buying_role text not null default 'buyer'
  check (buying_role in ('viewer', 'buyer', 'manager'));

comment on column user_account.buying_role is
  'What somebody may do for his business: a viewer looks and orders nothing, a manager also looks after its people. It means '
  'nothing for staff.';

alter table user_account add column deactivated_by uuid;

comment on column user_account.deactivated_by is
  'The manager who deactivated him: managers may take that back, but not what the wholesaler did.';
