create table restriction (
  id uuid primary key,
  product_id uuid unique references product (id),
  category text unique check (category <> ''),
  version integer not null default 1,
  check ((product_id is null) <> (category is null))
);

comment on table restriction is
  'A product, or all of a category, that only some businesses may see. What is not here is for everybody; a product of a '
  'restricted category that is restricted itself is seen by whom both are for.';

create table restriction_holder (
  restriction_id uuid not null references restriction (id) on delete cascade,
  business_id uuid references business (id) on delete cascade,
  group_id uuid references business_group (id),
  check ((business_id is null) <> (group_id is null))
);

comment on table restriction_holder is
  'For whom: a business, or all of a group or a class of trade. Without any, nobody but the staff sees it. A group that is named here cannot be removed.';

create unique index restriction_business on restriction_holder (business_id, restriction_id) where business_id is not null;
create unique index restriction_group on restriction_holder (group_id, restriction_id) where group_id is not null;
create index restriction_holders on restriction_holder (restriction_id);

alter table catalogue_state add column restrictions_version bigint not null default 0;

comment on column catalogue_state.restrictions_version is
  'The version that the last change of restrictions made: an index that knows it need not read them again.';
