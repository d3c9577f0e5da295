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
  schedule_source text not null default '',
  schedule_confirmed_by uuid references user_account (id),
  schedule_confirmed_at timestamptz,
  is_narcotic boolean,
  drug_family text not null default '',
  base_units numeric(14, 3) check (base_units > 0),
  is_list_one boolean not null default false,
  needs_trace boolean,
  dispensing text not null default '' check (dispensing in ('', 'Rx', 'OTC')),
  gtin text not null default '' check (gtin ~ '^([0-9]{8}|[0-9]{12,14})?$'),
  image text not null default '',
  images text[] not null default '{}',
  price numeric(12, 2) not null default 0 check (price >= 0),
  count_in_stock integer not null default 0 check (count_in_stock >= 0),
  unit_of_measure text not null default '',
  is_non_stocked boolean not null default false,
  order_minimum integer check (order_minimum between 1 and 9999),
  order_maximum integer check (order_maximum between 1 and 9999),
  order_multiple integer check (order_multiple between 1 and 9999),
  is_allocated boolean not null default false,
  is_on_hold boolean not null default false,
  cold_status text not null default '' check (cold_status in ('', 'Refrigerated', 'Frozen')),
  is_published boolean not null default false,
  rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
  num_reviews integer not null default 0 check (num_reviews >= 0),
  times_bought integer not null default 0 check (times_bought >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((schedule_confirmed_by is null) = (schedule_confirmed_at is null))
)
-- Orders update only the stock, which is not indexed: free space on the page keeps these updates HOT.
with (fillfactor = 80);

comment on table product is 'Products: published, drafts and deleted.';
comment on column product.slug is 'The product’s part of the address, unique among products that are not deleted.';
comment on column product.ndc_number is 'As entered; an item number if is_item_number is set.';
comment on column product.ndc_key is 'The digits in 5-4-2 form, so that every NDC format finds the same row.';
comment on column product.is_item_number is 'The number is not an NDC; several products may share it.';
comment on column product.form is 'The dosage form in buyers’ terms, derived from dosage_form or else from the name.';
comment on column product.strength is 'As on the label; empty if unknown, like the columns below.';
comment on column product.dosage_form is 'The full dosage form, including its release type.';
comment on column product.pack_size is 'The outer and inner package as text.';
comment on column product.pack_quantity is 'The number of pack_unit in a unit of measure, for the unit price.';
comment on column product.schedule_source is
  'Where the schedule, or that there is none, is known from; without a schedule and a source it is unknown.';
comment on column product.schedule_confirmed_by is 'The admin who confirmed the schedule, if any.';
comment on column product.is_narcotic is 'Null if unknown or not controlled.';
comment on column product.drug_family is 'Controlled products of one family are counted together; empty if unknown.';
comment on column product.base_units is 'Base units of the family in one unit of measure; null if unknown.';
comment on column product.is_list_one is 'Contains a List I chemical, which needs a registration.';
comment on column product.needs_trace is 'Whether the DSCSA applies; null if unknown.';
comment on column product.price is 'List price in dollars; contract prices have priority.';
comment on column product.count_in_stock is 'The sum of its stock movements.';
comment on column product.is_non_stocked is 'Special order, so the stock count is not checked.';
comment on column product.order_minimum is 'The minimum quantity per order; null for no limit, like the two below.';
comment on column product.order_multiple is 'For products sold by the case: only whole multiples can be ordered.';
comment on column product.is_allocated is
  'True if allocation has a row; loaded with every card, so that allocations are counted only if needed.';
comment on column product.is_on_hold is
  'Not sold while a suspect product case or a recall stops its sales. A column, so that a placement that waited for the lock sees it.';
comment on column product.cold_status is 'Empty for room temperature.';
comment on column product.is_published is 'False for a draft, which only admins see.';
comment on column product.rating is 'The average of its reviews.';
comment on column product.times_bought is
  'Orders of the last 12 months with this product, updated by a job. Not indexed, so that updates stay cheap.';
comment on column product.version is 'Incremented by every edit, so that an edit of an older version is refused.';

create unique index product_slug on product (slug) where deleted_at is null;
create unique index product_ndc on product (ndc_key) where deleted_at is null and not is_item_number and ndc_key <> '';

-- Scanned GTINs of any length, padded to 14 digits.
create index product_gtin on product (lpad(gtin, 14, '0')) where deleted_at is null and gtin <> '';

-- Item numbers of products without an NDC.
create index product_number on product (ndc_number) where deleted_at is null;

-- Sales of a deleted product still belong to its number.
create index product_deleted_number on product (ndc_number) where deleted_at is not null;
create index product_deleted_ndc on product (ndc_key) where deleted_at is not null;

-- The same drug in other packages, strengths and brands.
create index product_generic on product (lower(generic_name))
  where deleted_at is null and is_published and generic_name <> '';

-- Sort orders of product maintenance. None includes the stock, because orders must not update these indexes.
create index product_listed_changed on product (updated_at desc, id) where deleted_at is null;
create index product_listed_name on product (lower(name), id desc) where deleted_at is null;

-- Byte order, so that it also finds prefixes.
create index product_listed_maker on product ((lower(manufacturer) collate "C"), id desc) where deleted_at is null;
create index product_listed_price on product (price, id desc) where deleted_at is null;

-- Order lists also find deleted products by name; the search covers the others.
create index product_deleted_name on product using gin (folded(name) gin_trgm_ops) where deleted_at is not null;

-- Makes the few manufacturers with accents searchable without them.
create index product_accented_maker on product (folded(manufacturer))
  where deleted_at is null and octet_length(manufacturer) <> char_length(manufacturer);

create table catalogue_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1,
  restrictions_version bigint not null default 0,
  form_rules text not null default ''
);

comment on table catalogue_state is
  'One row: every product change creates a new version, which tells each process whether its search index is current.';
comment on column catalogue_state.restrictions_version is
  'The version of the last change of restrictions: an index with this version need not read them again.';
comment on column catalogue_state.form_rules is
  'Digest of the rules that derived the dosage forms; if it changes, they are derived again.';

insert into catalogue_state default values;

-- No foreign key: an import would look up each product that its transaction wrote.
create table catalogue_change (
  version bigint not null,
  product_id uuid not null,
  primary key (version, product_id)
);

comment on table catalogue_change is
  'The products that each catalog version changed: every process has a search index in memory and reads the changes '
  'that it lacks.';

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

comment on table review is 'A user’s review of a product.';

create index review_product on review (product_id, updated_at desc, id);
create index review_user on review (user_id);

create table favourite (
  user_id uuid not null references user_account (id),
  product_id uuid not null references product (id),
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);

comment on table favourite is 'A user’s favorite products.';

create index favourite_product on favourite (product_id);

-- A customer's latest favorites are read with an index-only scan; their rows are on a separate page each.
create index favourite_latest on favourite (user_id, created_at desc, product_id);

create table stock_movement (
  id uuid primary key,
  product_id uuid not null references product (id),
  quantity integer not null,
  reason text not null check (reason in ('initial', 'order', 'order deleted', 'import', 'correction')),
  order_id uuid,
  actor_id uuid references user_account (id),
  note text not null default '',
  created_at timestamptz not null default now()
);

comment on table stock_movement is 'Every change of a stock count; the movements always add up to the count.';
comment on column stock_movement.quantity is 'Negative for outgoing pieces.';
comment on column stock_movement.actor_id is
  'The user who corrected the stock; null for orders and imports, which record their actor elsewhere.';

create index stock_movement_product on stock_movement (product_id, id);

-- Finds the stock that an order took when it is canceled.
create index stock_movement_order on stock_movement (order_id) where order_id is not null;

create table stock_request (
  user_id uuid not null references user_account (id),
  product_id uuid not null references product (id),
  quantity integer not null check (quantity > 0),
  asked_at timestamptz not null default now(),
  ends_at timestamptz not null,
  risen_at timestamptz,
  notified_at timestamptz,
  primary key (user_id, product_id)
);

comment on table stock_request is 'Users who want to be notified when a quantity of a product is in stock again.';
comment on column stock_request.ends_at is
  'Also set when the request is removed or the product withdrawn, so that a new request on that day causes no '
  'second notification.';
comment on column stock_request.risen_at is 'When the stock became sufficient; null once the user was notified or skipped.';

create index stock_request_product on stock_request (product_id, asked_at);
