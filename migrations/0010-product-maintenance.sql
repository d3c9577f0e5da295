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

create index review_product on review (product_id, updated_at desc, id);
create index review_user on review (user_id);

-- Who corrected the stock; orders and imports know their actor elsewhere.
alter table stock_movement add column actor_id uuid references user_account (id);

-- A part of an import that was applied, with its answer: a part that is sent again, because the answer was lost, is not
-- applied again. Counts of a spreadsheet must not undo the orders that came between.
create table import_part (
  run_id uuid not null,
  part integer not null,
  actor_id uuid references user_account (id),
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (run_id, part)
);

create index import_part_age on import_part (created_at);

-- The lists of a wholesaler's work: what is not ready, what has no price.
create index product_drafts on product (created_at desc, id) where not is_published and deleted_at is null;
create index product_unpriced on product (created_at desc, id) where price = 0 and deleted_at is null;
