-- Sums for the dashboards, kept exact by whoever writes orders and accounts: an order's figures are added to
-- sales_pending in the transaction that writes the order, so no two orders ever wait for one another; a job compacts them
-- into sales_rollup. What is true at any moment is both together: sales_figure.

create table sales_rollup (
  scope text not null check (scope in ('day', 'state', 'customer', 'product', 'account')),
  key text not null,
  period text not null,
  orders bigint not null,
  sales numeric(16, 2) not null,
  pieces bigint not null,
  primary key (scope, key, period)
)
-- Room on each page for one more version of a row, so that adding to it touches no index.
with (fillfactor = 85);

comment on table sales_rollup is 'Sums for the dashboards, as far as they are compacted.';
comment on column sales_rollup.scope is
  'Whose figures: one day’s, one state’s, one product’s or, as `customer`, one business’s; or how many accounts were made.';
comment on column sales_rollup.key is 'The state, or the id of the business or product; empty where there is none.';
comment on column sales_rollup.period is
  'In the wholesaler’s time zone: 2026-11-21, 2026-11, 2026 or `ever`; of a customer `always`, because what is four letters '
  'long is a year to the indexes of the rankings.';
comment on column sales_rollup.orders is
  'Below zero for a moment, when what took an order out is compacted before what counted it.';

-- Only years are ranked, products by their pieces and customers by their sales. All other sums are found by their key.
create index sales_rollup_best_products on sales_rollup (period, pieces desc, key)
  where scope = 'product' and length(period) = 4;
create index sales_rollup_best_customers on sales_rollup (period, sales desc, key)
  where scope = 'customer' and length(period) = 4;

create table sales_pending (
  id uuid primary key default gen_random_uuid(),
  scope text not null check (scope in ('day', 'state', 'customer', 'product', 'account')),
  key text not null,
  period text not null,
  orders bigint not null,
  sales numeric(16, 2) not null,
  pieces bigint not null
)
-- It lives from being emptied: what was compacted is cleared away before it is more than what was not. Emptied every second,
-- it keeps its pages: cutting them off would make orders wait, and a plan made while there are none reads all of it once
-- there are some.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, vacuum_truncate = false);

comment on table sales_pending is
  'What is pending: an order’s figures are added in the transaction that writes it, so no two orders ever '
  'wait for one another.';

create index sales_pending_key on sales_pending (scope, key, period);

-- What is pending is found by the index itself, which forgets on the way what was compacted. With
-- statistics, made at a moment when much was there, PostgreSQL gathers places first (a bitmap) and forgets nothing: until
-- the next vacuum every reader walks through all that was compacted.
alter table sales_pending alter column scope set statistics 0, alter column key set statistics 0,
  alter column period set statistics 0;

create view sales_figure as
  select scope, key, period, orders, sales, pieces from sales_rollup
  union all
  select scope, key, period, orders, sales, pieces from sales_pending;

comment on view sales_figure is 'Rollup and pending together: what is true at any moment.';

create table sales_compaction (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 1
);

comment on table sales_compaction is
  'One row: how often sums were compacted, so that what was read from them alone is good until the next time.';

insert into sales_compaction default values;

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
  select o.id, o.deleted_at, 'product', line.product_id::text, p.period, 1,
    sum((line.quantity - line.cancelled_quantity) * line.price), sum(line.quantity - line.cancelled_quantity)
  from order_line line
  join sales_order o on o.id = line.order_id
  cross join lateral (
    select to_char(o.created_at at time zone (select time_zone from business_calendar), 'YYYY-MM') as month
  ) made
  cross join lateral (values (made.month), (left(made.month, 4))) p (period)
  where line.product_id is not null and line.quantity > line.cancelled_quantity
    and o.deleted_at is null and not o.is_cancelled
  group by o.id, o.deleted_at, line.product_id, p.period;

comment on view order_figure is 'What one order adds to which figures; a canceled one, and canceled lines, add nothing.';
