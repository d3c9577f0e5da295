create table ship_to (
  id uuid primary key,
  business_id uuid not null references business (id),
  name text not null,
  address1 text not null,
  city text not null,
  state text not null,
  zip text not null,
  country text not null,
  needs_license boolean not null default true,
  erp_address text not null default '',
  proposed_by uuid references user_account (id),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  verified_by uuid references user_account (id),
  verified_at timestamptz,
  removed_at timestamptz,
  check ((verified_at is null) = (verified_by is null)),
  check (verified_at is null or erp_address <> '')
);

comment on table ship_to is
  'Additional ship-to addresses of a business; only verified ones can be chosen. Their licenses are rows of `license`.';
comment on column ship_to.needs_license is 'Set at verification: whether its state requires a separate license.';
comment on column ship_to.erp_address is 'The matching address of the account in the ERP, which determines where orders ship.';
comment on column ship_to.version is 'Incremented by every change, so that only the displayed version can be verified.';
comment on column ship_to.removed_at is 'Orders still refer to the row.';

-- A reference to this room from a table of a lower one.
alter table license add foreign key (ship_to_id) references ship_to (id);

create index ship_to_of on ship_to (business_id, id) where removed_at is null;
