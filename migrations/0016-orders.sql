create table sales_order (
  id uuid primary key,
  business_id uuid references business (id),
  user_id uuid references user_account (id) check (user_id is null or business_id is not null),
  placed_by uuid references user_account (id),
  approved_by uuid references user_account (id),
  cost_center_id uuid references cost_center (id),
  cost_center_code text,
  cost_center_name text,
  idempotency_key text,
  request_hash text,

  ship_full_name text not null default '',
  ship_address text not null default '',
  ship_city text not null default '',
  ship_postal_code text not null default '',
  ship_country text not null default '',
  ship_region text not null default '',
  ship_location jsonb,
  ship_to_id uuid references ship_to (id),
  ship_to_erp_address text,

  payment_method text not null default 'By Invoice' check (payment_method in ('By Invoice', 'PayPal', 'Stripe')),
  shipping_method text not null default '',
  purchase_order text not null default '',
  comments text not null default '',
  line_count integer not null default 0 check (line_count >= 0),
  items_price numeric(12, 2) not null default 0,
  shipping_price numeric(12, 2) not null default 0 check (shipping_price >= 0),
  tax_price numeric(12, 2) not null default 0 check (tax_price >= 0),
  total_price numeric(12, 2) not null default 0,

  is_paid boolean not null default false,
  paid_at timestamptz,
  is_delivered boolean not null default false,
  delivered_at timestamptz,
  erp_status text,
  is_cancelled boolean not null default false,
  cancelled_at timestamptz,
  reinstated_at timestamptz,
  cancelled_line_count integer not null default 0 check (cancelled_line_count >= 0),
  part_cancelled_at timestamptz,
  tracking_code text not null default '',
  numbered_at timestamptz,
  released_at timestamptz,
  shipped_at timestamptz,
  erp_created boolean not null default false,
  bill_to_party_id account_number not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid references user_account (id),
  delete_reason text,

  erp_state text not null default 'waiting'
    check (erp_state in ('held', 'waiting', 'sending', 'unknown', 'linked', 'rejected', 'conflict')),
  hold_reason text,
  erp_reference text not null unique check (length(erp_reference) between 1 and 35),
  erp_object_id text unique,
  erp_id text,
  erp_intent_at timestamptz,
  erp_attempts integer not null default 0 check (erp_attempts >= 0),
  erp_empty_lookups integer not null default 0 check (erp_empty_lookups >= 0),
  erp_error text,
  erp_net_amount numeric(14, 2),
  erp_changed_at timestamptz,
  erp_tracking text not null default '',
  -- The sums of an order that was made in the ERP are the ERP's own, whatever they are.
  check (erp_created or (items_price >= 0 and total_price >= 0))
);

comment on table sales_order is
  'An order, which is also the outbox toward the ERP: its export state lives and dies with it.';
comment on column sales_order.business_id is
  'Whose it is; of an order typed in the ERP the business that bears its account number, null while none does.';
comment on column sales_order.user_id is
  'For which user of it; nobody when it was typed in the ERP for a business with several.';
comment on column sales_order.placed_by is
  'The customer, or who ordered for the customer; nobody when it was typed in the ERP.';
comment on column sales_order.approved_by is 'Who of the business approved it, where its rules asked for that.';
comment on column sales_order.cost_center_id is 'To what the business charges it; null where it has no cost centers or chose none.';
comment on column sales_order.cost_center_code is 'As it was called when the order was placed.';
comment on column sales_order.cost_center_name is 'As it was named when the order was placed.';
comment on column sales_order.idempotency_key is 'The same request a second time answers with the first order.';
comment on column sales_order.request_hash is 'Another order under the same key is refused.';
comment on column sales_order.ship_location is 'The place on the map that was sent with the ship-to address.';
comment on column sales_order.ship_to_id is 'None for the ship-to address of the business itself.';
comment on column sales_order.ship_to_erp_address is 'That address in the ERP, as it was when the order was placed.';
comment on column sales_order.shipping_method is 'The ERP’s own word on its orders, so no closed set.';
comment on column sales_order.line_count is 'Written with the lines, because every row of a list of orders shows it.';
comment on column sales_order.items_price is
  'In dollars as the rest; of an order that was made in the ERP the ERP’s own sum.';
comment on column sales_order.total_price is 'What it comes to without its canceled lines, as `items_price`.';
comment on column sales_order.erp_status is
  'The ERP’s word, so no closed set: 1 open, 2 in process, 3 completed, 4 and all else in preparation.';
comment on column sales_order.is_cancelled is 'The ERP canceled it; one that was canceled here says so in `deleted_at`.';
comment on column sales_order.cancelled_at is
  'When the portal learned that the ERP canceled it, and gave its stock back; of an order that was canceled before the portal '
  'knew it, the ERP’s last change. Empty while that is still to be settled.';
comment on column sales_order.reinstated_at is 'When the portal learned that the ERP took the cancellation back.';
comment on column sales_order.cancelled_line_count is 'How many of its lines the ERP canceled, in whole or in part.';
comment on column sales_order.part_cancelled_at is 'When the portal last learned that lines were canceled.';
comment on column sales_order.tracking_code is 'Parcel numbers of the order and of its invoices, joined.';
comment on column sales_order.numbered_at is 'When the portal learned of its number; none where it came with one.';
comment on column sales_order.released_at is 'When the portal learned that it is in process.';
comment on column sales_order.shipped_at is 'When the portal learned of its first parcel.';
comment on column sales_order.erp_created is 'It was created in the ERP.';
comment on column sales_order.bill_to_party_id is
  'The account number it is billed to; the ERP writes it with leading zeros, or without.';
comment on column sales_order.deleted_at is
  'When an admin canceled it before the ERP had it, which the API calls deleting; it stays, and counts for nothing.';
comment on column sales_order.deleted_by is 'Which admin.';
comment on column sales_order.delete_reason is 'What the admin said, told to the customer.';
comment on column sales_order.erp_state is
  '`held` for a person to release, `waiting` to be sent, `sending`, `unknown` whether it arrived, `linked` with '
  'the ERP’s order, `rejected` by the ERP, `conflict` for a person to solve.';
comment on column sales_order.hold_reason is 'Why it is held.';
comment on column sales_order.erp_reference is
  'The portal’s own, by which the ERP’s order is found again; never used twice.';
comment on column sales_order.erp_object_id is 'The ERP’s key of its order.';
comment on column sales_order.erp_id is 'The ERP’s order number (orderIdSap).';
comment on column sales_order.erp_intent_at is 'When it was last sent, written before it is.';
comment on column sales_order.erp_empty_lookups is 'Empty look-ups in a row since the last try to create.';
comment on column sales_order.erp_net_amount is
  'What the ERP makes of it; another sum than the portal’s is shown to the admins.';
comment on column sales_order.erp_changed_at is 'By the ERP’s clock: what is older changes nothing.';
comment on column sales_order.erp_tracking is 'Parcel numbers on the ERP’s order itself.';

create unique index sales_order_idempotency on sales_order (placed_by, idempotency_key) where idempotency_key is not null;

-- An index for every order in which the lists of orders are shown. Each serves both directions: the id breaks ties the
-- other way round. A canceled order stays in the lists and in what they count, so the indexes have it, too.
create index sales_order_created on sales_order (created_at desc, id);
create index sales_order_erp_id on sales_order (erp_id) where erp_id is not null;
create index sales_order_total on sales_order (total_price desc, id);
create index sales_order_number on sales_order (erp_id desc, id);
create index sales_order_purchase_order on sales_order (purchase_order desc, id);
create index sales_order_account on sales_order (bill_to_party_id desc, id);

-- Code 4, no code and unknown codes are one status; canceled wins.
create index sales_order_status on sales_order (
  (case when is_cancelled or deleted_at is not null then 'canceled'
    when erp_status in ('1', '2', '3') then erp_status else '4' end) desc, created_at desc, id
);

-- And for every text they are filtered by. What orders add to these indexes waits in a list that every search reads
-- through: 4 MB of it, unless told, cost a search several times what the rest of it costs.
create index sales_order_purchase_order_like on sales_order using gin (purchase_order gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index sales_order_tracking_like on sales_order using gin (tracking_code gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- Numbers of orders and accounts are much alike: any three digits in a row stand in thousands of them, six in a row in
-- a few. One and two are beginnings. What the pieces do not describe is `other`, and looked at row by row.
create index sales_order_number_pieces on sales_order using gin ((
  case when length(erp_id) > 12 or erp_id <> upper(erp_id) then array['other']
  else array[substr(erp_id, 1, 1), substr(erp_id, 1, 2)] || (array[
    substr(erp_id, 1, 3), substr(erp_id, 2, 3), substr(erp_id, 3, 3), substr(erp_id, 4, 3), substr(erp_id, 5, 3),
    substr(erp_id, 6, 3), substr(erp_id, 7, 3), substr(erp_id, 8, 3), substr(erp_id, 9, 3),
    substr(erp_id, 10, 3)
  ])[1:length(erp_id) - 2] || (array[
    substr(erp_id, 1, 6), substr(erp_id, 2, 6), substr(erp_id, 3, 6), substr(erp_id, 4, 6), substr(erp_id, 5, 6),
    substr(erp_id, 6, 6), substr(erp_id, 7, 6)
  ])[1:length(erp_id) - 5] end
)) with (gin_pending_list_limit = 256);

-- Whose orders: a business's, all and the open ones; those placed for others, all and the open ones. A customer's own order
-- is not among the latter, so that placing one does not touch their indexes. What businesses bought in a part of a month
-- is summed up from the index alone, which therefore says what is canceled; their orders lie scattered, one page each.
create index sales_order_business on sales_order (business_id, created_at desc, id)
  include (total_price, is_cancelled, deleted_at);
create index sales_order_open on sales_order (business_id, created_at desc, id)
  where erp_status is distinct from '3' and not is_cancelled and deleted_at is null;
create index sales_order_placed_for on sales_order (placed_by, created_at desc, id)
  where placed_by is not null and placed_by is distinct from user_id;
create index sales_order_placed_open on sales_order (placed_by, created_at desc, id)
  where placed_by is not null and placed_by is distinct from user_id and deleted_at is null
    and erp_status is distinct from '3' and not is_cancelled;

-- The status is in it for those who filter by both.
create index sales_order_of_account on sales_order (bill_to_party_id, created_at desc, id)
  include (erp_status, is_cancelled, deleted_at);

-- Orders on their way into the ERP, apart from those that wait for a person: with an ERP that is down there are
-- thousands of the ones and a few of the others.
create index sales_order_waiting on sales_order (created_at, id)
  where erp_state in ('waiting', 'sending', 'unknown') and deleted_at is null;
create index sales_order_stuck on sales_order (created_at, id)
  where erp_state in ('rejected', 'conflict', 'unknown', 'held') and deleted_at is null;
create index sales_order_unfinished on sales_order (id)
  where erp_state = 'linked' and not is_cancelled and deleted_at is null and erp_status is distinct from '3';
create index sales_order_price_difference on sales_order (created_at desc, id)
  where erp_state = 'linked' and not erp_created and erp_net_amount <> items_price and deleted_at is null;
create index sales_order_approved_by on sales_order (approved_by) where approved_by is not null;
create index sales_order_cost_center on sales_order (cost_center_id, created_at desc, id) where cost_center_id is not null;
create index sales_order_held_ship_to on sales_order (ship_to_id) where ship_to_id is not null and erp_state = 'held';

-- The orders that went to a state, as the map of the dashboard counts them, newest first.
create index sales_order_region on sales_order (
  (regexp_replace(upper(ship_region), '[^A-Z]', '', 'g')), created_at desc, id
);

-- Orders that are paid here, and those to be paid otherwise than by invoice: few of all.
create index sales_order_paid on sales_order (created_at desc, id) where is_paid;
create index sales_order_payment on sales_order (payment_method, created_at desc, id) where payment_method <> 'By Invoice';

create table order_line (
  order_id uuid not null references sales_order (id),
  line_no integer not null check (line_no > 0),
  product_id uuid references product (id),
  name text not null,
  slug text not null,
  image text not null default '',
  unit_of_measure text not null default '',
  quantity integer not null check (quantity > 0),
  cancelled_quantity integer not null default 0 check (cancelled_quantity between 0 and quantity),
  price numeric(12, 2) not null check (price >= 0),
  price_source jsonb,
  is_non_stocked boolean not null default false,
  ship_method text not null default '',
  primary key (order_id, line_no)
);

comment on table order_line is 'What was ordered, as it was called and priced then.';
comment on column order_line.product_id is 'None when the ERP named a product that the portal does not have.';
comment on column order_line.slug is 'The NDC or item number, by which the ERP knows it.';
comment on column order_line.cancelled_quantity is 'How many of them the ERP canceled; the quantity stays as it was ordered.';
comment on column order_line.price_source is
  'Of which contract the price was, as it stood when the order was placed; none for the list price.';
comment on column order_line.ship_method is 'Refrigerated lines ship overnight, whatever the order says.';

create index order_line_product on order_line (product_id);

-- Lines of products that the portal does not have are found by what the ERP calls them.
create index order_line_unknown on order_line using gin (folded(name) gin_trgm_ops, slug gin_trgm_ops)
  where product_id is null;

-- Several ways lead to each of these, and all of them are an update of these columns.
create function note_order_step() returns trigger language plpgsql as $$
begin
  if new.erp_id is not null and old.erp_id is null then
    new.numbered_at = coalesce(new.numbered_at, now());
  end if;
  if new.erp_status in ('2', '3') and old.erp_status is distinct from '2'
    and old.erp_status is distinct from '3' then
    new.released_at = coalesce(new.released_at, now());
  end if;
  if new.tracking_code <> '' and old.tracking_code = '' then
    new.shipped_at = coalesce(new.shipped_at, now());
  end if;
  return new;
end $$;

create trigger sales_order_step before update of erp_id, erp_status, tracking_code on sales_order
  for each row execute function note_order_step();

create table order_key (
  user_id uuid not null references user_account (id),
  key text not null check (length(key) <= 200),
  is_void boolean not null default false,
  approval_request_id uuid,
  request_hash text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

comment on table order_key is
  'Where an order that is being placed, and whoever asks what became of it, wait for each other.';
comment on column order_key.is_void is 'Somebody was told that nothing was ordered under it: so nothing ever will be.';
comment on column order_key.approval_request_id is 'What was asked under it, where the order has to be approved first.';
comment on column order_key.request_hash is 'What else a repeat of the asking has in common with it.';

create index order_key_created on order_key (created_at);
create index order_key_approval_request on order_key (approval_request_id) where approval_request_id is not null;

create table us_region (
  written text primary key,
  state text not null
);

comment on table us_region is 'How people and systems write a state.';
comment on column us_region.written is 'In capital letters alone.';

insert into us_region (written, state) values
  ('AL', 'AL'), ('ALABAMA', 'AL'), ('AK', 'AK'), ('ALASKA', 'AK'), ('AZ', 'AZ'), ('ARIZONA', 'AZ'), ('AR', 'AR'),
  ('ARKANSAS', 'AR'), ('CA', 'CA'), ('CALIFORNIA', 'CA'), ('CO', 'CO'), ('COLORADO', 'CO'), ('CT', 'CT'),
  ('CONNECTICUT', 'CT'), ('DE', 'DE'), ('DELAWARE', 'DE'), ('DC', 'DC'), ('DISTRICTOFCOLUMBIA', 'DC'), ('FL', 'FL'),
  ('FLORIDA', 'FL'), ('GA', 'GA'), ('GEORGIA', 'GA'), ('HI', 'HI'), ('HAWAII', 'HI'), ('ID', 'ID'), ('IDAHO', 'ID'),
  ('IL', 'IL'), ('ILLINOIS', 'IL'), ('IN', 'IN'), ('INDIANA', 'IN'), ('IA', 'IA'), ('IOWA', 'IA'), ('KS', 'KS'),
  ('KANSAS', 'KS'), ('KY', 'KY'), ('KENTUCKY', 'KY'), ('LA', 'LA'), ('LOUISIANA', 'LA'), ('ME', 'ME'),
  ('MAINE', 'ME'), ('MD', 'MD'), ('MARYLAND', 'MD'), ('MA', 'MA'), ('MASSACHUSETTS', 'MA'), ('MI', 'MI'),
  ('MICHIGAN', 'MI'), ('MN', 'MN'), ('MINNESOTA', 'MN'), ('MS', 'MS'), ('MISSISSIPPI', 'MS'), ('MO', 'MO'),
  ('MISSOURI', 'MO'), ('MT', 'MT'), ('MONTANA', 'MT'), ('NE', 'NE'), ('NEBRASKA', 'NE'), ('NV', 'NV'),
  ('NEVADA', 'NV'), ('NH', 'NH'), ('NEWHAMPSHIRE', 'NH'), ('NJ', 'NJ'), ('NEWJERSEY', 'NJ'), ('NM', 'NM'),
  ('NEWMEXICO', 'NM'), ('NY', 'NY'), ('NEWYORK', 'NY'), ('NC', 'NC'), ('NORTHCAROLINA', 'NC'), ('ND', 'ND'),
  ('NORTHDAKOTA', 'ND'), ('OH', 'OH'), ('OHIO', 'OH'), ('OK', 'OK'), ('OKLAHOMA', 'OK'), ('OR', 'OR'),
  ('OREGON', 'OR'), ('PA', 'PA'), ('PENNSYLVANIA', 'PA'), ('RI', 'RI'), ('RHODEISLAND', 'RI'), ('SC', 'SC'),
  ('SOUTHCAROLINA', 'SC'), ('SD', 'SD'), ('SOUTHDAKOTA', 'SD'), ('TN', 'TN'), ('TENNESSEE', 'TN'), ('TX', 'TX'),
  ('TEXAS', 'TX'), ('UT', 'UT'), ('UTAH', 'UT'), ('VT', 'VT'), ('VERMONT', 'VT'), ('VA', 'VA'), ('VIRGINIA', 'VA'),
  ('WA', 'WA'), ('WASHINGTON', 'WA'), ('WV', 'WV'), ('WESTVIRGINIA', 'WV'), ('WI', 'WI'), ('WISCONSIN', 'WI'),
  ('WY', 'WY'), ('WYOMING', 'WY'), ('PR', 'PR'), ('PUERTORICO', 'PR'), ('VI', 'VI'), ('VIRGINISLANDS', 'VI'),
  ('GU', 'GU'), ('GUAM', 'GU'), ('AS', 'AS'), ('AMERICANSAMOA', 'AS'), ('MP', 'MP'),
  ('NORTHERNMARIANAISLANDS', 'MP'), ('WASHINGTONDC', 'DC'), ('CALIF', 'CA'), ('MASS', 'MA'), ('PENN', 'PA'),
  ('PENNA', 'PA'), ('CONN', 'CT'), ('TENN', 'TN'), ('TEX', 'TX'), ('WASH', 'WA'), ('USVIRGINISLANDS', 'VI'),
  ('AA', 'AA'), ('ARMEDFORCESAMERICAS', 'AA'), ('AE', 'AE'), ('ARMEDFORCESEUROPE', 'AE'), ('AP', 'AP'),
  ('ARMEDFORCESPACIFIC', 'AP'), ('PRI', 'PR'), ('VIR', 'VI'), ('USVI', 'VI'), ('GUM', 'GU'), ('ASM', 'AS'), ('MNP', 'MP'),
  ('CNMI', 'MP');

create table us_country (
  written text not null,
  state text not null,
  primary key (state, written)
);

comment on table us_country is 'How people and systems write the country of a state; a territory is its own country to some.';
comment on column us_country.written is 'In capital letters alone; nothing, where the country was left out.';

insert into us_country (written, state)
  select written, state
  from (select distinct state from us_region) region
  cross join (values (''), ('US'), ('USA'), ('UNITEDSTATES'), ('UNITEDSTATESOFAMERICA')) country (written)
  union all
  select written, state from us_region where state in ('PR', 'VI', 'GU', 'AS', 'MP');

-- References to this room from the tables of rooms below.
alter table stock_movement add foreign key (order_id) references sales_order (id);
