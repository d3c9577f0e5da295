-- A customer's dashboard tells how many orders there ever were: one row, where it looked for every year that there can be.
-- Its period is 'always', because what is four letters long is a year to the indexes of the rankings.
create or replace view order_figure as
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
      ('customer', coalesce(o.user_id::text, ''), to_char(o.created_at at time zone 'UTC', 'YYYY')),
      ('customer', coalesce(o.user_id::text, ''), 'always')
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
select 'customer', key, 'always', sum(orders), sum(sales), sum(pieces)
from sales_figure where scope = 'customer' and length(period) = 4
group by key;
