create table sales_order (
  id uuid primary key,
  business_id uuid references business (id),
  user_id uuid references user_account (id) check (user_id is null or business_id is not null),
  placed_by uuid references user_account (id),
  approved_by uuid references user_account (id),
  cost_center_id uuid,
  cost_center_code text,
  cost_center_name text,
  split_from uuid references sales_order (id),
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
  buyer_note text not null default '' check (length(buyer_note) <= 500),
  attention text not null default '' check (length(attention) <= 60),
  requested_day date,
  backorder_choice text check (backorder_choice in ('shipPartial', 'shipComplete', 'cancelRest')),
  is_backorder_default boolean not null default false,
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
  erp_ship_to text,
  -- Orders created in the ERP may have any totals.
  check (erp_created or (items_price >= 0 and total_price >= 0))
);

comment on table sales_order is 'An order, which is also the outbox for the ERP: its export state is part of the row.';
comment on column sales_order.backorder_choice is
  'What the buyer wants for pieces that cannot ship at first; null if they were not asked.';
comment on column sales_order.is_backorder_default is
  'The order named no choice for backorders, so the default of the business applies.';
comment on column sales_order.business_id is
  'The business; for an order created in the ERP the one with its account number, null if there is none.';
comment on column sales_order.user_id is
  'The customer’s user; null if it was created in the ERP for a business with several users.';
comment on column sales_order.placed_by is
  'The customer, or the person who ordered on their behalf; null if it was created in the ERP.';
comment on column sales_order.approved_by is 'The user of the business who approved it, if its rules required approval.';
comment on column sales_order.cost_center_id is 'The cost center that is charged; null if none was chosen.';
comment on column sales_order.cost_center_code is 'The code when the order was placed.';
comment on column sales_order.cost_center_name is 'The name when the order was placed.';
comment on column sales_order.split_from is 'The order that its lines on hold were split from; each order has at most one such part.';
comment on column sales_order.idempotency_key is 'A repeated request returns the first order.';
comment on column sales_order.request_hash is 'A different order with the same key is refused.';
comment on column sales_order.ship_location is 'The map location sent with the ship-to address.';
comment on column sales_order.ship_to_id is 'Null for the business’s own ship-to address.';
comment on column sales_order.ship_to_erp_address is 'The ERP’s id of that address when the order was placed.';
comment on column sales_order.shipping_method is 'Free text from the ERP for its own orders, so not limited to known values.';
comment on column sales_order.buyer_note is 'The buyer’s note to the wholesaler.';
comment on column sales_order.attention is 'Whom the parcel is for at the ship-to address; part of the order, not of the address.';
comment on column sales_order.requested_day is 'The delivery day that the buyer asked for; null for as soon as possible.';
comment on column sales_order.line_count is 'Stored with the order, because every row of an order list shows it.';
comment on column sales_order.items_price is
  'In dollars, like the other amounts; for an order created in the ERP, the ERP’s total.';
comment on column sales_order.total_price is 'The total without canceled lines; source as for `items_price`.';
comment on column sales_order.erp_status is
  'A status code of the ERP, not limited to known values: 1 open, 2 in process, 3 completed, 4 and all others in '
  'preparation.';
comment on column sales_order.is_cancelled is 'Canceled in the ERP; cancellation in the portal sets `deleted_at`.';
comment on column sales_order.cancelled_at is
  'When the portal processed the ERP’s cancellation and returned the stock; for an order canceled before its first '
  'sync, the ERP’s last change. Null until processed.';
comment on column sales_order.reinstated_at is 'When the portal learned that the ERP reinstated it.';
comment on column sales_order.cancelled_line_count is 'The number of lines that the ERP canceled, completely or partly.';
comment on column sales_order.part_cancelled_at is 'When the portal last learned that lines were canceled.';
comment on column sales_order.tracking_code is 'Tracking numbers of the order and its invoices, joined.';
comment on column sales_order.numbered_at is 'When the portal learned its number; null if the order arrived with one.';
comment on column sales_order.released_at is 'When the portal learned that it is in process.';
comment on column sales_order.shipped_at is 'When the portal learned its first tracking number.';
comment on column sales_order.erp_created is 'Created in the ERP.';
comment on column sales_order.bill_to_party_id is 'The billed account number; the ERP writes it with or without leading zeros.';
comment on column sales_order.deleted_at is
  'When an admin canceled it before export, which the API calls deleting; the row stays and counts in no total.';
comment on column sales_order.deleted_by is 'The admin who canceled it.';
comment on column sales_order.delete_reason is 'The admin’s reason, shown to the customer.';
comment on column sales_order.erp_state is
  '`held`: on hold until released; `waiting` to be sent; `sending`; `unknown`: it may have arrived; `linked` with '
  'the ERP’s order; `rejected` by the ERP; `conflict`: needs a decision.';
comment on column sales_order.erp_reference is 'The portal’s reference, which identifies the order in the ERP; never reused.';
comment on column sales_order.erp_object_id is 'The ERP’s key of its order.';
comment on column sales_order.erp_id is 'The ERP’s order number (orderIdSap).';
comment on column sales_order.erp_intent_at is 'When it was last sent; written before sending.';
comment on column sales_order.erp_empty_lookups is 'Consecutive empty lookups since the last attempt to create it.';
comment on column sales_order.erp_net_amount is 'The ERP’s total; admins see a difference from the portal’s.';
comment on column sales_order.erp_changed_at is 'The ERP’s change time; older versions are ignored.';
comment on column sales_order.erp_ship_to is 'Where the ERP ships the order, as last read; null before the first reading.';
comment on column sales_order.erp_tracking is 'Tracking numbers of the ERP’s order itself.';

create unique index sales_order_idempotency on sales_order (placed_by, idempotency_key) where idempotency_key is not null;

-- One index per sort order of the order lists. Each serves both directions, because the id breaks ties in reverse
-- order. Canceled orders stay in the lists and counts, so the indexes include them.
create index sales_order_created on sales_order (created_at desc, id);
create index sales_order_erp_id on sales_order (erp_id) where erp_id is not null;
create index sales_order_total on sales_order (total_price desc, id);
create index sales_order_number on sales_order (erp_id desc, id);
create index sales_order_purchase_order on sales_order (purchase_order desc, id);
-- The warning that a number was used before ignores case and spaces.
create index sales_order_written_number on sales_order (business_id, lower(translate(purchase_order, U&' \00a0', '')));
create index sales_order_account on sales_order (bill_to_party_id desc, id);

-- Code 4, no code and unknown codes are one status; canceled has priority.
create index sales_order_status on sales_order (
  (case when is_cancelled or deleted_at is not null then 'canceled'
    when erp_status in ('1', '2', '3') then erp_status else '4' end) desc, created_at desc, id
);

-- Text filters of the order lists. New entries first go to a pending list that every search scans; the default of 4 MB
-- would make a search several times as expensive.
create index sales_order_purchase_order_like on sales_order using gin (purchase_order gin_trgm_ops)
  with (gin_pending_list_limit = 256);
create index sales_order_tracking_like on sales_order using gin (tracking_code gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- Order and account numbers are similar: three consecutive digits match thousands of them, six match a few. One and two
-- digits are prefixes. Numbers that the pieces cannot represent are `other` and checked row by row.
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

-- Orders of a business, and orders placed on behalf of others: all and open ones. A customer's own order is not in the
-- latter, so that placing it does not update their indexes. Purchases of a business in a month are added up with an
-- index-only scan, which therefore includes cancellations; its orders are on a separate page each.
create index sales_order_business on sales_order (business_id, created_at desc, id)
  include (total_price, is_cancelled, deleted_at);
create index sales_order_open on sales_order (business_id, created_at desc, id)
  where erp_status is distinct from '3' and not is_cancelled and deleted_at is null;
create index sales_order_placed_for on sales_order (placed_by, created_at desc, id)
  where placed_by is not null and placed_by is distinct from user_id;
create index sales_order_placed_open on sales_order (placed_by, created_at desc, id)
  where placed_by is not null and placed_by is distinct from user_id and deleted_at is null
    and erp_status is distinct from '3' and not is_cancelled;

-- Includes the status for filters by both.
create index sales_order_of_account on sales_order (bill_to_party_id, created_at desc, id)
  include (erp_status, is_cancelled, deleted_at);

-- Orders waiting for export, separate from those that need a decision: while the ERP is down there are thousands of the
-- former and few of the latter.
create index sales_order_waiting on sales_order (created_at, id)
  where erp_state in ('waiting', 'sending', 'unknown') and deleted_at is null;
create index sales_order_stuck on sales_order (created_at, id)
  where erp_state in ('rejected', 'conflict', 'unknown', 'held') and deleted_at is null;
create index sales_order_unfinished on sales_order (id)
  where erp_state = 'linked' and not is_cancelled and deleted_at is null and erp_status is distinct from '3';
create index sales_order_price_difference on sales_order (created_at desc, id)
  where erp_state = 'linked' and not erp_created and erp_net_amount <> items_price and deleted_at is null;
create unique index sales_order_split_from on sales_order (split_from) where split_from is not null;
create index sales_order_approved_by on sales_order (approved_by) where approved_by is not null;
create index sales_order_cost_center on sales_order (cost_center_id, created_at desc, id) where cost_center_id is not null;
create index sales_order_held_ship_to on sales_order (ship_to_id) where ship_to_id is not null and erp_state = 'held';

-- Orders by state for the dashboard's map, newest first.
create index sales_order_region on sales_order (
  (regexp_replace(upper(ship_region), '[^A-Z]', '', 'g')), created_at desc, id
);

-- Orders paid in the portal, and those not paid by invoice: a small part of all.
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
  withdrawn_quantity integer not null default 0 check (withdrawn_quantity between 0 and quantity),
  price numeric(12, 2) not null check (price >= 0),
  price_source jsonb,
  is_non_stocked boolean not null default false,
  ship_method text not null default '',
  cold_status text check (cold_status in ('', 'Refrigerated', 'Frozen')),
  dea_schedule text check (dea_schedule in ('', 'CII', 'CIII', 'CIV', 'CV')),
  state_schedule text check (state_schedule ~ '^C(II|III|IV|V) [A-Z]{2}$'),
  dispensing text check (dispensing in ('', 'Rx', 'OTC')),
  is_narcotic boolean,
  drug_family text,
  base_units numeric(14, 3),
  is_list_one boolean,
  needs_trace boolean,
  buyer_note text not null default '' check (length(buyer_note) <= 200),
  erp_schedule jsonb,
  erp_item jsonb,
  primary key (order_id, line_no)
);

comment on table order_line is 'The ordered products with their names and prices at that time.';
comment on column order_line.product_id is 'Null if the ERP named a product that the portal does not have.';
comment on column order_line.slug is 'The NDC or item number, which identifies the product in the ERP.';
comment on column order_line.cancelled_quantity is 'The canceled pieces; quantity stays as ordered.';
comment on column order_line.withdrawn_quantity is
  'The canceled pieces that the ERP’s order does not show as canceled: it never had them, or its quantity was lowered.';
comment on column order_line.price_source is 'The contract of the price when the order was placed; null for the list price.';
comment on column order_line.cold_status is
  'Storage of the product when the order was placed; null if not recorded, as in orders from the ERP.';
comment on column order_line.dea_schedule is
  'DEA schedule of the product when the order was placed; null if not recorded.';
comment on column order_line.state_schedule is
  'Schedule of the ship-to State when the order was placed, such as `CV KY`; null if it has none that is stricter.';
comment on column order_line.dispensing is
  'As for the product when the order was placed, like the five columns below; null if not recorded or unknown.';
comment on column order_line.erp_item is
  'Quantity, price and substitutes as the ERP last reported them; null before it did.';
comment on column order_line.erp_schedule is
  'The requested day and the confirmed quantities and days of the ERP; null if it reports none.';
comment on column order_line.buyer_note is 'The buyer’s note about this line.';
comment on column order_line.ship_method is 'Refrigerated lines ship overnight, regardless of the order’s method.';

create index order_line_product on order_line (product_id);

create table order_hold (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  kind text not null check (kind in ('license', 'ship-to', 'registration', 'review', 'quarantine')),
  reason text not null check (reason <> ''),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text check ((end_reason is null) = (ended_at is null))
);

comment on table order_hold is
  'Why an order is on hold. Several holds may be open; each is ended only by its own act, and the last one releases the order.';
comment on column order_hold.reason is 'Shown to the customer.';

create unique index order_hold_open on order_hold (order_id, kind) where ended_at is null;
create index order_hold_order on order_hold (order_id);

-- Lines with products that the portal does not have are found by the ERP's name.
create index order_line_unknown on order_line using gin (folded(name) gin_trgm_ops, slug gin_trgm_ops)
  where product_id is null;

-- A trigger, because several code paths update these columns.
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

comment on table order_key is 'A lock between an order being placed and queries for its outcome.';
comment on column order_key.is_void is
  'A query was answered that nothing was ordered with this key, so it can no longer be used.';
comment on column order_key.approval_request_id is 'The approval request created with it, if the order needs approval.';
comment on column order_key.request_hash is 'Identifies a repeat of the same approval request.';

create index order_key_created on order_key (created_at);
create index order_key_approval_request on order_key (approval_request_id) where approval_request_id is not null;

create table us_region (
  written text primary key,
  state text not null
);

comment on table us_region is 'Spellings of US states.';
comment on column us_region.written is 'In upper case.';

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

comment on table us_country is 'Spellings of the country of a state; some systems treat a territory as a country.';
comment on column us_country.written is 'In upper case; empty if the country was omitted.';

insert into us_country (written, state)
  select written, state
  from (select distinct state from us_region) region
  cross join (values (''), ('US'), ('USA'), ('UNITEDSTATES'), ('UNITEDSTATESOFAMERICA')) country (written)
  union all
  select written, state from us_region where state in ('PR', 'VI', 'GU', 'AS', 'MP');

-- References to this room from the tables of lower rooms.
alter table stock_movement add foreign key (order_id) references sales_order (id);
