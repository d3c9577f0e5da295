create table order_method (
  kind text not null check (kind in ('shipping', 'payment')),
  method text not null,
  rule text not null check (rule in ('all', 'only', 'except')),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  primary key (kind, method)
);

comment on table order_method is
  'For whom a way to ship or to pay is open, where somebody decided it; one that is not here is open to everybody.';
comment on column order_method.rule is
  '`all` for everybody, `only` for the holders, `except` for everybody but them.';

create table order_method_holder (
  kind text not null,
  method text not null,
  business_id uuid references business (id) on delete cascade,
  group_id uuid references business_group (id),
  check ((business_id is null) <> (group_id is null)),
  foreign key (kind, method) references order_method (kind, method) on delete cascade
);

comment on table order_method_holder is
  'Whom the rule of a method names: a business, or all of a group or a class of trade. A group that is named here cannot be removed.';

create unique index order_method_business on order_method_holder (business_id, kind, method) where business_id is not null;
create unique index order_method_group on order_method_holder (group_id, kind, method) where group_id is not null;
create index order_method_holders on order_method_holder (kind, method);
