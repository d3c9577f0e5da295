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
  order_minimum integer check (order_minimum between 1 and 9999),
  order_maximum integer check (order_maximum between 1 and 9999),
  order_multiple integer check (order_multiple between 1 and 9999),
  is_allocated boolean not null default false,
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
comment on column product.order_minimum is 'Of one order; null where any quantity may be ordered. So are the two below.';
comment on column product.order_multiple is 'What is sold by the case: only whole multiples are taken.';
comment on column product.is_allocated is
  'There is a row in allocation: told with every card, so that only then anything is counted.';
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

-- Product maintenance sorts all products by these. None holds the stock: orders move it and must move no index entry.
create index product_listed_changed on product (updated_at desc, id) where deleted_at is null;
create index product_listed_name on product (lower(name), id desc) where deleted_at is null;

-- In the order of its bytes, so that it finds beginnings, too.
create index product_listed_maker on product ((lower(manufacturer) collate "C"), id desc) where deleted_at is null;
create index product_listed_price on product (price, id desc) where deleted_at is null;

-- Lists of orders find a deleted product by its name, too; the search knows the others.
create index product_deleted_name on product using gin (folded(name) gin_trgm_ops) where deleted_at is not null;

-- Makers with accents, who are few, are found without them.
create index product_accented_maker on product (folded(manufacturer))
  where deleted_at is null and octet_length(manufacturer) <> char_length(manufacturer);

create table catalogue_state (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1,
  restrictions_version bigint not null default 0,
  form_rules text not null default ''
);

comment on table catalogue_state is
  'One row: every change of products makes a new version, by which each process knows whether its index is behind.';
comment on column catalogue_state.restrictions_version is
  'The version that the last change of restrictions made: an index that knows it need not read them again.';
comment on column catalogue_state.form_rules is
  'Digest of the rules by which the products got their dosage forms; where it is another, they get them anew.';

insert into catalogue_state default values;

-- Without a reference: an import would look up each product that the same transaction wrote.
create table catalogue_change (
  version bigint not null,
  product_id uuid not null,
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

create table restriction_audience (
  restriction_id uuid not null references restriction (id) on delete cascade,
  business_id uuid references business (id) on delete cascade,
  group_id uuid references business_group (id),
  check ((business_id is null) <> (group_id is null))
);

comment on table restriction_audience is
  'For whom: a business, or all of a group or a class of trade. Without any, nobody but the staff sees it. A group that is named here cannot be removed.';

create unique index restriction_audience_business on restriction_audience (business_id, restriction_id) where business_id is not null;
create unique index restriction_audience_group on restriction_audience (group_id, restriction_id) where group_id is not null;
create index restriction_audience_restriction on restriction_audience (restriction_id);

create function restrictions_open_to(viewer uuid) returns setof uuid language sql stable parallel safe as $$
  select restriction_id from restriction_audience where business_id = viewer
  union all
  select restriction_id from business_group_member join restriction_audience using (group_id)
  where business_group_member.business_id = viewer
$$;

comment on function restrictions_open_to is
  'The restrictions that are for a business: itself, a group of it or its class of trade.';

-- A statement keeps what it asks by a call out of its own plan, which would be set up anew each time, asked or not.
create function may_see(viewer uuid, product uuid, its_category text) returns boolean language plpgsql stable parallel safe as $$
begin
  return not exists (
    select from restriction
    where (product_id = product or category = its_category) and id <> all(array(select restrictions_open_to(viewer))));
end $$;

comment on function may_see is
  'Whether a business, or nobody in particular, may see a product: nothing that it or its category is only for others.';

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

comment on table stock_movement is 'Every change of a stock count, so that the movements always sum to the count.';
comment on column stock_movement.quantity is 'Below zero when pieces leave.';
comment on column stock_movement.actor_id is 'Who corrected the stock; orders and imports know their actor elsewhere.';

create index stock_movement_product on stock_movement (product_id, id);

-- What an order took from the stock is found when it is canceled.
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

comment on table stock_request is 'Who wants to be told when so many pieces of a product are in stock again.';
comment on column stock_request.ends_at is
  'Also the moment it was taken off or its product withdrawn: who asks again on that day is not told twice.';
comment on column stock_request.risen_at is 'When the stock came to cover it; empty once that was told or passed over.';

create index stock_request_product on stock_request (product_id, asked_at);
