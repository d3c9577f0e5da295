create domain account_number as text check (value !~ '^0|[\t-\r ]');

comment on domain account_number is
  'The ERP’s customer number. Leading zeros and blanks vary in practice, so it is stored without them.';

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
  equivalents_refused_for text check (equivalents_refused_for <> ''),
  manages_people boolean not null default false,
  requires_cost_center boolean not null default false,
  requires_purchase_order boolean not null default false,
  backorder_default text check (backorder_default in ('shipPartial', 'shipComplete', 'cancelRest')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (status <> 'requested' or account_number = ''),
  check (status <> 'active' or claimed_account_number = ''),
  check ((status = 'closed') = (deleted_at is not null))
);

comment on table business is 'A customer business: it has the prices, orders, invoices and licenses that its users share.';
comment on column business.account_number is 'The ERP account number; unique among businesses that are not closed.';
comment on column business.claimed_account_number is
  'The account number that an applicant claims. It grants no access until an admin accepts it.';
comment on column business.gln_number is 'Top-level GLN.';
comment on column business.gs1_number is 'GLN of the location.';
comment on column business.status is
  'Requested by an applicant, active once accepted, closed when its last user is deleted or has joined another '
  'business.';
comment on column business.equivalents_refused_for is
  'Why the business wants no substitutes for sold-out products; null if they are allowed.';
comment on column business.manages_people is
  'The wholesaler allows its managers to invite and deactivate users and to assign roles.';
comment on column business.requires_cost_center is 'Orders require a cost center if an active one exists.';
comment on column business.requires_purchase_order is 'Orders require a purchase order number.';
comment on column business.backorder_default is
  'Preselected at checkout for what cannot ship at first; null if buyers are not asked.';
comment on column business.version is 'Incremented by every edit, so that an edit of an older version is refused.';
comment on column business.deleted_at is 'Orders still refer to the row; its account number is free.';

create unique index business_account_number on business (account_number)
  where account_number <> '' and deleted_at is null;
create index business_claim on business (claimed_account_number) where claimed_account_number <> '' and deleted_at is null;

-- Sort orders of the customer list, which lists users.
create index business_name on business (name);
create index business_gln on business (gln_number) where gln_number <> '';
create index business_location_gln on business (gs1_number) where gs1_number <> '';
create index business_account_shown on business ((coalesce(nullif(account_number, ''), claimed_account_number)));

-- Text search of the business in addition to its users' names, without accents.
create index business_search on business
  using gin (folded(name || ' ' || account_number || ' ' || claimed_account_number) gin_trgm_ops);
create index business_name_like on business using gin (folded(name) gin_trgm_ops);

create table license (
  id uuid primary key,
  business_id uuid references business (id),
  warehouse text not null default '' check (warehouse = '' or business_id is null),
  ship_to_id uuid check (ship_to_id is null or business_id is not null),
  place integer check (place is null or (place = 1 and business_id is not null)),
  kind text not null default 'state' check (kind in ('state', 'dea', 'controlled', 'list-one')),
  state text not null default '' check (state ~ '^([A-Z]{2})?$'),
  number text not null default '',
  type text not null default '',
  issued_by text not null default '',
  holder text not null default '',
  address text not null default '',
  schedules text[] not null default '{}' check (schedules <@ array['2', '2N', '3', '3N', '4', '5']),
  activity text not null default '',
  expires_on date,
  status text not null default 'unverified' check (status in ('unverified', 'verified', 'suspended')),
  verified_by uuid references user_account (id),
  verified_at timestamptz,
  verified_against text not null default '',
  renewal_filed_on date,
  renewal_proof text not null default '',
  suspended_why text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  unique (business_id, place),
  check ((verified_at is null) = (verified_by is null)),
  check (status <> 'verified' or verified_at is not null),
  check ((status = 'suspended') = (suspended_why <> '')),
  check ((renewal_filed_on is null) = (renewal_proof = '')),
  check (removed_at is null or place is null)
);

comment on table license is
  'Licenses and registrations that allow a business to buy, and our own. Every business has a first one, which may be empty.';
comment on column license.business_id is 'Null for our own licenses.';
comment on column license.warehouse is 'The warehouse of our own license.';
comment on column license.ship_to_id is 'The ship-to address it is for; null for all addresses of the business.';
comment on column license.place is 'The first license is shown and edited on its users’ screens; null for the others.';
comment on column license.kind is
  '`state`: license of a State; `dea`: DEA registration; `controlled`: controlled-substance registration of a State; '
  '`list-one`: registration for List I chemicals.';
comment on column license.state is 'The State that issued it, in two letters; empty if unknown or federal.';
comment on column license.issued_by is 'The issuing authority.';
comment on column license.holder is 'The name of the registrant or licensee as the document has it.';
comment on column license.schedules is 'Schedules of the registration; N is non-narcotic.';
comment on column license.activity is 'The business activity of a registration.';
comment on column license.expires_on is 'The last valid day; null if unknown.';
comment on column license.status is 'Changed facts must be verified again; a suspended license stops all that needs it.';
comment on column license.verified_against is 'The register or document used for verification.';
comment on column license.renewal_filed_on is 'When the holder filed for renewal; if in time, the license stays valid.';
comment on column license.renewal_proof is 'The proof of the pending renewal.';
comment on column license.version is 'Incremented by every change, so that only the displayed version can be verified.';

create index license_expiry on license (expires_on, business_id) where place = 1;
create index license_number on license (upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g')))
  where removed_at is null and number <> '';
create index license_own on license (kind, state) where business_id is null and removed_at is null;
-- The lists of expiring and of all licenses.
create index license_expiring on license (expires_on, id) where removed_at is null;
create index license_of on license (business_id, id) where removed_at is null;
create index license_ship_to on license (ship_to_id) where ship_to_id is not null;

create table billed_account (
  number account_number primary key
);

comment on table billed_account is
  'Account numbers of orders and invoices. There are few, so partial numbers are searched here, and orders and '
  'invoices by whole number. Unused numbers match nothing and may stay.';

-- No pending list: every reader would scan it, and new accounts are rare.
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

create table business_group (
  id uuid primary key,
  kind text not null check (kind in ('group', 'class')),
  name text not null check (name <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, kind)
);

comment on table business_group is
  'A group of businesses with the same conditions: members of a purchasing organization, or a class of trade.';
comment on column business_group.kind is 'A business may be in several groups, but at most one class of trade.';

create unique index business_group_name on business_group (lower(name));

create table business_group_member (
  business_id uuid not null references business (id),
  group_id uuid not null,
  kind text not null,
  primary key (business_id, group_id),
  foreign key (group_id, kind) references business_group (id, kind) on delete cascade
);

comment on table business_group_member is 'The businesses of a group.';
comment on column business_group_member.kind is 'Copied from the group, to enforce at most one class of trade per business.';

create index business_group_members on business_group_member (group_id, business_id);
create unique index business_class on business_group_member (business_id) where kind = 'class';

create table audience (
  id uuid primary key,
  kind text not null check (kind in ('price list', 'product', 'category', 'shipping', 'payment')),
  subject text not null check (subject <> ''),
  rule text not null check (rule in ('all', 'only', 'except')),
  version integer not null default 1,
  unique (kind, subject),
  unique (id, kind)
);

comment on table audience is
  'Who a price list, a product, a category, or a shipping or payment method is for. Without a row it is for everyone.';
comment on column audience.subject is 'The id of the price list or product, or the name of the category or method.';
comment on column audience.rule is '`all`: everyone; `only`: its members; `except`: everyone but its members.';
comment on column audience.version is 'Incremented by every edit, so that an edit of an older version is refused.';

create index audience_limited on audience (kind) where rule <> 'all';

create table audience_member (
  audience_id uuid not null,
  kind text not null,
  business_id uuid references business (id) on delete cascade,
  group_id uuid references business_group (id),
  foreign key (audience_id, kind) references audience (id, kind) on delete cascade,
  check ((business_id is null) <> (group_id is null))
);

comment on table audience_member is 'The businesses and groups of an audience. A group in use here cannot be removed.';
comment on column audience_member.kind is 'Copied from the audience, so that one index finds the price lists of a business.';

create unique index audience_member_business on audience_member (business_id, kind, audience_id) where business_id is not null;
create unique index audience_member_group on audience_member (group_id, kind, audience_id) where group_id is not null;
create index audience_member_audience on audience_member (audience_id);

-- PL/pgSQL, because an inlined subquery would be planned in every statement, even if it is not executed.
create function audiences_naming(viewer uuid, kinds text[]) returns table (id uuid, nearness integer)
  language plpgsql stable parallel safe rows 10 as $$
begin
  return query
    select audience_id, 1 from audience_member where business_id = viewer and kind = any(kinds)
    union all
    select audience_id, case membership.kind when 'group' then 2 else 3 end
    from business_group_member membership join audience_member member using (group_id)
    where membership.business_id = viewer and member.kind = any(kinds);
end $$;

comment on function audiences_naming is
  'The audiences of these kinds with a business as a member: directly (1), by a group (2) or by its class of trade (3).';

create function is_open_to(viewer uuid, kinds text[], subjects text[]) returns boolean
  language plpgsql stable parallel safe as $$
begin
  return not exists (
    select from unnest(kinds, subjects) its (kind, subject) join audience using (kind, subject)
    where rule <> 'all'
      and (rule = 'only') <> (id = any(array(select naming.id from audiences_naming(viewer, kinds) naming))));
end $$;

comment on function is_open_to is
  'Whether the audiences of all subjects, each of the kind at its place, include a business or a visitor without one.';

create view account as
  select person.id, person.business_id, business.status as business_status, person.email, person.password_hash,
    person.name, person.last_name, person.phone,
    person.is_admin, person.is_sales_rep, person.is_read_only, person.is_active, person.terms_agreed_at, person.email_proven_at,
    person.is_existing_customer, person.customer_id, coalesce(business.name, '') as company_name,
    coalesce(nullif(business.account_number, ''), business.claimed_account_number, '') as account_number,
    coalesce(business.gln_number, '') as gln_number, coalesce(business.gs1_number, '') as gs1_number,
    coalesce(license.number, '') as license, coalesce(license.type, '') as license_type,
    coalesce(license.issued_by, '') as license_name, coalesce(license.address, '') as license_address,
    license.expires_on as license_expiry_date,
    coalesce(business.shipto_name, '') as shipto_name, coalesce(business.shipto_address1, '') as shipto_address1,
    coalesce(business.shipto_city, '') as shipto_city, coalesce(business.shipto_state, '') as shipto_state,
    coalesce(business.shipto_zip, '') as shipto_zip, coalesce(business.shipto_country, '') as shipto_country,
    coalesce(business.billto_name, '') as billto_name, coalesce(business.billto_address1, '') as billto_address1,
    coalesce(business.billto_city, '') as billto_city, coalesce(business.billto_state, '') as billto_state,
    coalesce(business.billto_zip, '') as billto_zip, coalesce(business.billto_country, '') as billto_country,
    person.version + coalesce(business.version, 1) - 1 as version, person.created_at, person.deleted_at
  from user_account person
  left join business on business.id = person.business_id
  left join license on license.business_id = business.id and license.place = 1;

comment on view account is 'A user with the fields of the business and its first license that screens show; read-only.';
comment on column account.account_number is 'The number of the business, or the one that an applicant claims.';

create view listed_customer as
  select person.id, person.business_id, person.email, person.password_hash, person.name, person.last_name,
    person.is_active, person.created_at, business.name as company_name, business.shipto_state,
    -- Must match the index expression exactly.
    coalesce(nullif(business.account_number, ''), business.claimed_account_number) as account_number,
    license.expires_on as license_expiry_date
  from user_account person
  join business on business.id = person.business_id
  join license on license.business_id = business.id and license.place = 1
  where not person.is_admin and not person.is_sales_rep and person.deleted_at is null;

comment on view listed_customer is
  'For filtering and sorting the customer list. Every customer has a business and every business a first license, '
  'so an index of any of the three tables provides the sort order, unlike with the view account.';

create view named_customer as
  select business.id as business_id, business.name as company_name, business.account_number, person.id as user_id,
    person.email, person.name, person.last_name
  from business
  cross join lateral (
    select id, email, name, last_name from user_account
    where business_id = business.id
    order by deleted_at is null desc, is_admin or is_sales_rep, is_active desc, id limit 1
  ) person;

comment on view named_customer is
  'The user that represents a business where the API expects a user: its earliest active customer.';

create table customer_note (
  id uuid primary key,
  business_id uuid not null references business (id),
  author_id uuid not null references user_account (id),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);

comment on table customer_note is
  'Staff notes about a business, visible to staff only. Deleted with the last user of the business.';

create index customer_note_business on customer_note (business_id, created_at desc);
create index customer_note_author on customer_note (author_id);

create table license_notice (
  license_id uuid not null references license (id),
  expires_on date not null,
  days_before integer not null check (days_before in (60, 30, 7, 0)),
  noted_at timestamptz not null default now(),
  digested_at timestamptz,
  primary key (license_id, expires_on, days_before)
);

comment on table license_notice is 'Sent notices of license expiry: each notice is sent once per expiry date.';
comment on column license_notice.days_before is 'The expiry day itself is 0.';
comment on column license_notice.digested_at is 'When it was included in the digest for compliance; null before.';

create index license_notice_undigested on license_notice (expires_on, license_id) where digested_at is null;

-- References to this room from the tables of lower rooms.
alter table user_account add foreign key (business_id) references business (id);
alter table business_sign_on add foreign key (business_id) references business (id);
