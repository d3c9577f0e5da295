-- Sums for the dashboards, kept exact by whoever writes orders: an order's figures are added to sales_delta in the
-- transaction that writes the order, so no two orders ever wait for one another; a job folds them into sales_tally.
-- What is true at any moment is both together: sales_figure.

-- How people and systems write a state, in capital letters alone.
create table us_region (
  written text primary key,
  state text not null
);

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
  ('PENNA', 'PA'), ('CONN', 'CT'), ('TENN', 'TN'), ('TEX', 'TX'), ('WASH', 'WA'), ('USVIRGINISLANDS', 'VI');

create table sales_tally (
  -- Whose figures: one day's, one state's, one customer's, one product's.
  scope text not null check (scope in ('day', 'state', 'customer', 'product')),
  -- The state, or the id of the customer or product; empty where there is none.
  key text not null,
  -- UTC: 2026-11-21, 2026-11, 2026 or 'ever'.
  period text not null,
  orders bigint not null,
  sales numeric(16, 2) not null,
  pieces bigint not null,
  primary key (scope, key, period)
);

create index sales_tally_pieces on sales_tally (scope, period, pieces desc, key);
create index sales_tally_sales on sales_tally (scope, period, sales desc, key);

create table sales_delta (
  id uuid primary key default gen_random_uuid(),
  scope text not null,
  key text not null,
  period text not null,
  orders bigint not null,
  sales numeric(16, 2) not null,
  pieces bigint not null
);

create index sales_delta_key on sales_delta (scope, key, period);

create view sales_figure as
  select scope, key, period, orders, sales, pieces from sales_tally
  union all
  select scope, key, period, orders, sales, pieces from sales_delta;

-- What one order adds to which figures.
create view order_figure as
  select o.id as order_id, o.deleted_at, f.scope, f.key, f.period, 1 as orders, o.total_price as sales, line.pieces
  from sales_order o
  cross join lateral (
    select coalesce(sum(quantity), 0) as pieces from order_line where order_line.order_id = o.id
  ) line
  left join us_region region
    on region.written = regexp_replace(upper(o.ship_region), '[^A-Z]', '', 'g')
    and regexp_replace(upper(o.ship_country), '[^A-Z]', '', 'g')
      in ('', 'US', 'USA', 'UNITEDSTATES', 'UNITEDSTATESOFAMERICA')
  cross join lateral (
    values
      ('day', '', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD')),
      ('state', coalesce(region.state, ''), 'ever'),
      ('customer', coalesce(o.user_id::text, ''), to_char(o.created_at at time zone 'UTC', 'YYYY-MM')),
      ('customer', coalesce(o.user_id::text, ''), to_char(o.created_at at time zone 'UTC', 'YYYY'))
  ) f (scope, key, period)
  union all
  select o.id, o.deleted_at, 'product', line.product_id::text, p.period, 1, sum(line.quantity * line.price),
    sum(line.quantity)
  from order_line line
  join sales_order o on o.id = line.order_id
  cross join lateral (
    values
      (to_char(o.created_at at time zone 'UTC', 'YYYY-MM')),
      (to_char(o.created_at at time zone 'UTC', 'YYYY'))
  ) p (period)
  where line.product_id is not null
  group by o.id, o.deleted_at, line.product_id, p.period;

insert into sales_tally (scope, key, period, orders, sales, pieces)
select scope, key, period, sum(orders), sum(sales), sum(pieces)
from order_figure where deleted_at is null
group by scope, key, period;

-- Products that the same businesses order regularly, as far as enough businesses do that it tells nothing about one.
create table product_affinity (
  product_id uuid not null references product (id),
  other_id uuid not null references product (id),
  businesses integer not null check (businesses >= 5),
  primary key (product_id, other_id)
);

-- Products that many businesses with the same kind of licence order, told under the same condition.
create table licence_assortment (
  license_type text not null,
  product_id uuid not null references product (id),
  businesses integer not null check (businesses >= 5),
  primary key (license_type, product_id)
);

-- What is still unpaid of an invoice by the ERP's list of open items, and when that list was taken; null is not known.
alter table invoice add column open_amount numeric(14, 2), add column open_amount_at timestamptz;

create index user_account_licence on user_account (license_expiry_date, id)
  where is_active and not is_admin and not is_sales_rep and deleted_at is null;

create index sales_order_open on sales_order (user_id, created_at desc, id)
  where order_status_sap is distinct from '3' and not is_cancelled and deleted_at is null;
