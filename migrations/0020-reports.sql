-- Totals for the dashboards. An order's figures are added to sales_pending in the transaction that writes the order, so
-- orders never wait for each other; a job compacts them into sales_rollup. Both together, sales_figure, are exact at
-- any time.

create table sales_rollup (
  scope text not null check (scope in ('day', 'state', 'customer', 'product', 'account', 'purchase')),
  key text not null,
  period text not null,
  orders bigint not null,
  sales numeric(16, 2) not null,
  pieces bigint not null,
  primary key (scope, key, period)
)
-- Free space on each page keeps updates HOT.
with (fillfactor = 85);

comment on table sales_rollup is 'Compacted totals for the dashboards.';
comment on column sales_rollup.scope is
  'What the totals cover: a day, a state, a product, a business (`customer`), the number of new accounts, or a product '
  'of a business (`purchase`).';
comment on column sales_rollup.key is 'The state, or the id of the business or product; empty if there is none.';
comment on column sales_rollup.period is
  'In the wholesaler’s time zone: 2026-11-21, 2026-11, 2026 or `ever`; `always` for a customer, because the ranking '
  'indexes treat four characters as a year. For a purchase, the id of the product.';
comment on column sales_rollup.orders is 'Briefly negative if a subtraction is compacted before the addition.';

-- Only years are ranked: products by pieces, customers by sales. All other totals are found by key.
create index sales_rollup_best_products on sales_rollup (period, pieces desc, key)
  where scope = 'product' and length(period) = 4;
create index sales_rollup_best_customers on sales_rollup (period, sales desc, key)
  where scope = 'customer' and length(period) = 4;

create table sales_pending (
  id uuid primary key default gen_random_uuid(),
  scope text not null check (scope in ('day', 'state', 'customer', 'product', 'account', 'purchase')),
  key text not null,
  period text not null,
  orders bigint not null,
  sales numeric(16, 2) not null,
  pieces bigint not null
)
-- Compacted rows are vacuumed before they outnumber pending ones. The table is emptied every second but not truncated:
-- truncating would make orders wait, and a plan made for an empty table would scan all of it later.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = false);

comment on table sales_pending is
  'Pending totals: an order’s figures are added in the transaction that writes it, so that orders never wait for '
  'each other.';

create index sales_pending_key on sales_pending (scope, key, period);

-- Pending rows are found with an index scan, which marks compacted entries as dead. With statistics from a busy moment,
-- PostgreSQL would use a bitmap scan, which does not, and every reader would scan all compacted rows until the next
-- vacuum.
alter table sales_pending alter column scope set statistics 0, alter column key set statistics 0,
  alter column period set statistics 0;

create view sales_figure as
  select scope, key, period, orders, sales, pieces from sales_rollup
  union all
  select scope, key, period, orders, sales, pieces from sales_pending;

comment on view sales_figure is 'Rollup and pending rows together: the exact totals at any time.';

create table sales_compaction (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1
);

comment on table sales_compaction is
  'One row: the number of compactions, as a cache version for values read from compacted totals alone.';

insert into sales_compaction default values;

create table sales_breakdown (
  dimension text not null check (dimension in ('rep', 'category', 'manufacturer', 'priceList')),
  period text not null,
  key text not null,
  orders bigint not null,
  sales numeric(16, 2) not null,
  pieces bigint not null,
  primary key (dimension, period, key)
);

comment on table sales_breakdown is
  'Sales of each day and month by sales rep, category, manufacturer and price list. A job counts a day again when its '
  'orders change, so that orders do not pay for reports.';
comment on column sales_breakdown.period is 'In the wholesaler’s time zone: 2026-11-21 or 2026-11.';
comment on column sales_breakdown.key is
  'The id of the rep, or the category, manufacturer or price list by name when the day was counted; empty if there is '
  'none, `*` for amounts that are on no line, such as shipping.';
comment on column sales_breakdown.orders is 'For sales reps; elsewhere 0, because an order can have several categories.';

create table sales_recount (
  day text primary key
);

comment on table sales_recount is 'Days whose orders changed since sales_breakdown counted them.';

create view order_figure as
  select o.id as order_id, o.deleted_at, f.scope, f.key, f.period, 1 as orders, o.total_price as sales, line.pieces
  from sales_order o
  cross join lateral (
    select coalesce(sum(quantity - cancelled_quantity), 0) as pieces from order_line where order_line.order_id = o.id
  ) line
  left join us_region region on region.written = regexp_replace(upper(o.ship_region), '[^A-Z]', '', 'g')
  left join us_country country
    on country.state = region.state and country.written = regexp_replace(upper(o.ship_country), '[^A-Z]', '', 'g')
  cross join lateral (
    select to_char(o.created_at at time zone (select time_zone from business_calendar), 'YYYY-MM-DD') as day
  ) made
  cross join lateral (
    values
      ('day', '', made.day),
      ('state', coalesce(country.state, ''), 'ever'),
      ('customer', coalesce(o.business_id::text, ''), left(made.day, 7)),
      ('customer', coalesce(o.business_id::text, ''), left(made.day, 4)),
      ('customer', coalesce(o.business_id::text, ''), 'always')
  ) f (scope, key, period)
  where o.deleted_at is null and not o.is_cancelled
  union all
  select o.id, o.deleted_at, f.scope, f.key, f.period, 1,
    sum((line.quantity - line.cancelled_quantity) * line.price), sum(line.quantity - line.cancelled_quantity)
  from order_line line
  join sales_order o on o.id = line.order_id
  cross join lateral (
    select to_char(o.created_at at time zone (select time_zone from business_calendar), 'YYYY-MM') as month
  ) made
  cross join lateral (
    values
      ('product', line.product_id::text, made.month),
      ('product', line.product_id::text, left(made.month, 4)),
      ('purchase', o.business_id::text, line.product_id::text)
  ) f (scope, key, period)
  where line.product_id is not null and line.quantity > line.cancelled_quantity
    and f.key is not null and o.deleted_at is null and not o.is_cancelled
  group by o.id, o.deleted_at, f.scope, f.key, f.period;

comment on view order_figure is 'The amounts that one order adds to each total; canceled orders and lines add nothing.';

create view business_product as
  select key as business_id, period as product_id, sum(orders) as orders
  from sales_figure where scope = 'purchase' group by key, period having sum(orders) > 0;

comment on view business_product is
  'The products that a business ordered, with the number of orders; ids are text, as in the totals.';
