create domain account_number as text check (value !~ '^0|[\t-\r ]');

comment on domain account_number is
  'How the ERP numbers its customers. People write leading zeros and blanks, or leave them out: stored without.';

create table business (
  id uuid primary key,
  name text not null default '',
  account_number account_number not null default '',
  claimed_account_number account_number not null default '',
  gln_number text not null default '',
  gs1_number text not null default '',

  shipto_name text not null default '',
  shipto_address1 text not null default '',
  shipto_city text not null default '',
  shipto_state text not null default '',
  shipto_zip text not null default '',
  shipto_country text not null default '',

  billto_name text not null default '',
  billto_address1 text not null default '',
  billto_city text not null default '',
  billto_state text not null default '',
  billto_zip text not null default '',
  billto_country text not null default '',

  status text not null check (status in ('requested', 'active', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (status <> 'requested' or account_number = ''),
  check (status <> 'active' or claimed_account_number = ''),
  check ((status = 'closed') = (deleted_at is not null))
);

comment on table business is
  'Who buys, and for whom the staff work: prices, orders, invoices and licenses are a business’s, and its users see '
  'the same of them.';
comment on column business.account_number is 'Its number in the ERP; unique among those that are not closed.';
comment on column business.claimed_account_number is
  'What an applicant says that its number is. It shows nothing of that number until an admin accepts it.';
comment on column business.gln_number is 'Top-level GLN.';
comment on column business.gs1_number is 'GLN of the location.';
comment on column business.status is
  'Requested by an applicant, active once he is accepted, closed when its last user is gone or has joined another.';
comment on column business.version is 'Grows with every edit, so that one that began before is refused.';
comment on column business.deleted_at is 'Orders still refer to the row; its number is free.';

create unique index business_account_number on business (account_number)
  where account_number <> '' and deleted_at is null;
create index business_claim on business (claimed_account_number) where claimed_account_number <> '' and deleted_at is null;

-- The orders of the list of customers, which lists its users.
create index business_name on business (name);
create index business_account_shown on business ((coalesce(nullif(account_number, ''), claimed_account_number)));

-- What its users are searched for beside their own names.
create index business_search on business
  using gin (lower(name || ' ' || account_number || ' ' || claimed_account_number) gin_trgm_ops);
create index business_name_like on business using gin (name gin_trgm_ops);

create table license (
  id uuid primary key,
  business_id uuid not null references business (id),
  place integer not null default 1 check (place > 0),
  number text not null default '',
  type text not null default '',
  issued_by text not null default '',
  address text not null default '',
  state text not null default '',
  expires_on date,
  verified_by uuid,
  verified_at timestamptz,
  verified_against text not null default '',
  created_at timestamptz not null default now(),
  unique (business_id, place),
  check ((verified_at is null) = (verified_by is null))
);

comment on table license is 'What allows a business to buy; every business has a first one, perhaps still empty.';
comment on column license.place is 'The first is the one that its users’ screens show and edit.';
comment on column license.issued_by is 'The issuing authority.';
comment on column license.expires_on is 'The last day; none recorded means that it is not looked at.';
comment on column license.verified_against is 'The register or document it was compared with.';

create index license_expiry on license (expires_on, business_id) where place = 1;

create table billed_account (
  number account_number primary key
);

comment on table billed_account is
  'The account numbers that stand in orders and in invoices. They are few, so a part of a number is looked for '
  'among them, and orders and invoices are found by whole numbers. A number that is no longer used finds nothing '
  'and may stay.';

-- Every reader would walk through a list of pending entries, and new accounts are rare.
create index billed_account_pieces on billed_account using gin ((
  case when length(number) > 12 or number <> upper(number) then array['other']
  else array[substr(number, 1, 1), substr(number, 1, 2)] || (array[
    substr(number, 1, 3), substr(number, 2, 3), substr(number, 3, 3), substr(number, 4, 3), substr(number, 5, 3),
    substr(number, 6, 3), substr(number, 7, 3), substr(number, 8, 3), substr(number, 9, 3),
    substr(number, 10, 3)
  ])[1:length(number) - 2] || (array[
    substr(number, 1, 6), substr(number, 2, 6), substr(number, 3, 6), substr(number, 4, 6), substr(number, 5, 6),
    substr(number, 6, 6), substr(number, 7, 6)
  ])[1:length(number) - 5] end
)) with (fastupdate = off);
