-- The day of an order, of a due date and of every figure is the one of the wholesaler's time zone: by UTC, invoices were overdue
-- from the evening of the day that they were due, and orders of an evening stood under the next day.

create table business_calendar (
  only_row boolean primary key default true check (only_row),
  time_zone text not null
);

comment on table business_calendar is 'One row: by which time zone days are counted.';
comment on column business_calendar.time_zone is
  'As BUSINESS_TIME_ZONE said when the portal started last; where that changes, sums by days are made anew.';

insert into business_calendar (time_zone) values ('America/New_York');

create function business_zone() returns text language sql stable parallel safe
  return (select time_zone from business_calendar);

comment on function business_zone() is 'The time zone of days.';

create function business_today() returns date language sql stable parallel safe
  return (now() at time zone business_zone())::date;

comment on function business_today() is 'The day that it is for the wholesaler: invoices age by it.';

create or replace view order_figure as
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

comment on column sales_rollup.period is
  'In the wholesaler’s time zone: 2026-11-21, 2026-11, 2026 or `ever`; of a customer `always`, because what is four letters '
  'long is a year to the indexes of the rankings.';

-- What was counted by UTC is counted anew.
delete from sales_pending where scope in ('day', 'customer', 'product');
delete from sales_rollup where scope in ('day', 'customer', 'product');
insert into sales_rollup (scope, key, period, orders, sales, pieces)
  select scope, key, period, sum(orders), sum(sales), sum(pieces) from order_figure
  where scope in ('day', 'customer', 'product') group by scope, key, period;
update sales_compaction set version = version + 1;
