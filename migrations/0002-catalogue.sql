create extension if not exists pg_trgm;

create table product (
  id uuid primary key,
  name text not null,
  slug text not null,
  ndc_number text not null default '',
  -- The digits alone in the 5-4-2 form, so that every notation of an NDC finds the same row.
  ndc_key text not null default '',
  dummy_ndc boolean not null default false,
  manufacturer text not null default '',
  generic_name text not null default '',
  category text not null default '',
  brand text not null default '',
  description text not null default '',
  image text not null default '',
  images text[] not null default '{}',
  price numeric(12, 2) not null default 0 check (price >= 0),
  count_in_stock integer not null default 0 check (count_in_stock >= 0),
  unit_of_measure text not null default '',
  is_non_stocked boolean not null default false,
  cold_status text not null default '',
  is_published boolean not null default false,
  rating numeric(3, 2) not null default 0,
  num_reviews integer not null default 0,
  -- What the search reads: lower-case names, manufacturer and every notation of the NDC.
  search text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
)
-- Room in each page, so that a changed stock count touches no index.
with (fillfactor = 90);

create unique index product_slug on product (slug) where deleted_at is null;
create unique index product_ndc on product (ndc_key) where deleted_at is null and not dummy_ndc and ndc_key <> '';
-- Item numbers, where the NDC is a dummy.
create index product_number on product (ndc_number) where deleted_at is null;
create index product_search on product using gin (search gin_trgm_ops);
create index product_newest on product (created_at desc, id) where is_published and deleted_at is null;
create index product_price on product (price, id) where is_published and deleted_at is null;
create index product_rating on product (rating desc, num_reviews desc, id) where is_published and deleted_at is null;
create index product_featured on product (num_reviews desc, rating desc, id) where is_published and deleted_at is null;
create index product_category_newest on product (category, created_at desc, id) where is_published and deleted_at is null;
create index product_category_price on product (category, price, id) where is_published and deleted_at is null;
create index product_cold_newest on product (created_at desc, id)
  where is_published and deleted_at is null and cold_status <> '';
create index product_all_newest on product (created_at desc, id) where deleted_at is null;

-- One row: counts and pages computed from the catalogue are good for one version of it.
create table catalogue_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1
);

insert into catalogue_state default values;

-- Every word of a name that the catalogue ever held: what a misspelt word is corrected towards.
create table catalogue_word (
  word text primary key
);

create index catalogue_word_similar on catalogue_word using gin (word gin_trgm_ops);

create table custom_price (
  product_id uuid not null references product (id),
  user_id uuid not null references user_account (id),
  list text not null check (list in ('general', 'trulla')),
  price numeric(12, 2) not null check (price >= 0),
  created_at timestamptz not null default now(),
  primary key (user_id, product_id, list)
);

create index custom_price_product on custom_price (product_id, list);

create table favourite (
  user_id uuid not null references user_account (id),
  product_id uuid not null references product (id),
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

create index favourite_product on favourite (product_id);
