create table product (
  id uuid primary key,
  name text not null,
  slug text not null,
  ndc_number text not null default '',
  ndc_key text not null default '',
  is_item_number boolean not null default false,
  manufacturer text not null default '',
  generic_name text not null default '',
  category text not null default '',
  brand text not null default '',
  description text not null default '',
  form text not null default '',
  strength text not null default '',
  dosage_form text not null default '',
  route text not null default '',
  pack_size text not null default '',
  pack_quantity numeric(12, 3) check (pack_quantity > 0),
  pack_unit text not null default '' check (pack_unit in ('', 'EA', 'mL', 'g')),
  dea_schedule text not null default '' check (dea_schedule in ('', 'CII', 'CIII', 'CIV', 'CV')),
  dispensing text not null default '' check (dispensing in ('', 'Rx', 'OTC')),
  gtin text not null default '' check (gtin ~ '^([0-9]{8}|[0-9]{12,14})?$'),
  image text not null default '',
  images text[] not null default '{}',
  price numeric(12, 2) not null default 0 check (price >= 0),
  count_in_stock integer not null default 0 check (count_in_stock >= 0),
  unit_of_measure text not null default '',
  is_non_stocked boolean not null default false,
  cold_status text not null default '' check (cold_status in ('', 'Refrigerated', 'Frozen')),
  is_published boolean not null default false,
  rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
  num_reviews integer not null default 0 check (num_reviews >= 0),
  times_bought integer not null default 0 check (times_bought >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
)
-- Orders change the stock and nothing that is indexed: with room on its page a product keeps its index entries.
with (fillfactor = 80);

comment on table product is 'What is sold, what will be, and what was.';
comment on column product.slug is 'Its place in the address, unique among what is not deleted.';
comment on column product.ndc_number is 'As it was written; an item number where is_item_number says so.';
comment on column product.ndc_key is
  'The digits alone in the 5-4-2 form, so that every notation of an NDC finds the same row.';
comment on column product.is_item_number is 'The number is no NDC, and may stand at several products.';
comment on column product.form is 'The dosage form as a buyer names it, told by dosage_form, else by the name.';
comment on column product.strength is 'As it stands on the label; empty where nobody has said it. So are the facts below.';
comment on column product.dosage_form is 'In full, with the way it releases its drug.';
comment on column product.pack_size is 'The package in words, outer and inner.';
comment on column product.pack_quantity is 'How many of pack_unit a unit of measure holds, for the price of one.';
comment on column product.price is 'List price in dollars; contract prices go before it.';
comment on column product.count_in_stock is 'The sum of its stock movements.';
comment on column product.is_non_stocked is 'Ordered for the customer, so that the count does not matter.';
comment on column product.cold_status is 'Empty at room temperature.';
comment on column product.is_published is 'Else a draft, which only admins see.';
comment on column product.rating is 'Mean of its reviews.';
comment on column product.times_bought is
  'Orders of the last twelve months that held it; a job keeps it. In no index, so that counting moves no index '
  'entry.';
comment on column product.version is 'Grows with every edit, so that one that began before is refused.';

create unique index product_slug on product (slug) where deleted_at is null;
create unique index product_ndc on product (ndc_key) where deleted_at is null and not is_item_number and ndc_key <> '';
-- What a scanner reads; of whatever length, as 14 digits.
create index product_gtin on product (lpad(gtin, 14, '0')) where deleted_at is null and gtin <> '';
-- Item numbers, where the NDC is a dummy.
create index product_number on product (ndc_number) where deleted_at is null;

-- The sales of a product that was deleted still belong to its number.
create index product_deleted_number on product (ndc_number) where deleted_at is not null;
create index product_deleted_ndc on product (ndc_key) where deleted_at is not null;

-- The same drug in other packages, strengths and makes.
create index product_generic on product (lower(generic_name))
  where deleted_at is null and is_published and generic_name <> '';

create table catalogue_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1,
  form_rules text not null default ''
);

comment on table catalogue_state is
  'One row: every change of products makes a new version, by which each process knows whether its index is behind.';

comment on column catalogue_state.form_rules is
  'Digest of the rules by which the products got their dosage forms; where it is another, they get them anew.';

insert into catalogue_state default values;

create table catalogue_change (
  version bigint not null,
  product_id uuid not null references product (id),
  primary key (version, product_id)
);

comment on table catalogue_change is
  'Which products each version of the catalogue changed: every process keeps an index of the words in memory and '
  'reads what it does not know yet.';

create table review (
  id uuid primary key,
  product_id uuid not null references product (id),
  user_id uuid not null references user_account (id),
  rating integer not null check (rating between 1 and 5),
  comment text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One review per user and product; a second one replaces the first.
  unique (product_id, user_id)
);

comment on table review is 'What a user says of a product.';

create index review_product on review (product_id, updated_at desc, id);
create index review_user on review (user_id);

create table favourite (
  user_id uuid not null references user_account (id),
  product_id uuid not null references product (id),
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

comment on table favourite is 'Products that a user marked.';

create index favourite_product on favourite (product_id);
-- A customer's latest favourites are read from the index alone; their rows lie scattered, one page each.
create index favourite_latest on favourite (user_id, created_at desc, product_id);
