insert into us_region (written, state) values
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

create temporary table placed_before on commit drop as
  select order_id, key from order_figure where scope = 'state' and key = '';

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
    values
      ('day', '', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD')),
      ('state', coalesce(country.state, ''), 'ever'),
      ('customer', coalesce(o.business_id::text, ''), to_char(o.created_at at time zone 'UTC', 'YYYY-MM')),
      ('customer', coalesce(o.business_id::text, ''), to_char(o.created_at at time zone 'UTC', 'YYYY')),
      ('customer', coalesce(o.business_id::text, ''), 'always')
  ) f (scope, key, period)
  where o.deleted_at is null and not o.is_cancelled
  union all
  select o.id, o.deleted_at, 'product', line.product_id::text, p.period, 1,
    sum((line.quantity - line.cancelled_quantity) * line.price), sum(line.quantity - line.cancelled_quantity)
  from order_line line
  join sales_order o on o.id = line.order_id
  cross join lateral (
    values
      (to_char(o.created_at at time zone 'UTC', 'YYYY-MM')),
      (to_char(o.created_at at time zone 'UTC', 'YYYY'))
  ) p (period)
  where line.product_id is not null and line.quantity > line.cancelled_quantity
    and o.deleted_at is null and not o.is_cancelled
  group by o.id, o.deleted_at, line.product_id, p.period;

-- Orders that stood under no state are counted where they went from now on.
insert into sales_pending (scope, key, period, orders, sales, pieces)
  select figure.scope, moved.key, figure.period, moved.sign * sum(figure.orders), moved.sign * sum(figure.sales),
    moved.sign * sum(figure.pieces)
  from placed_before before
  join order_figure figure on figure.order_id = before.order_id and figure.scope = 'state' and figure.key <> ''
  cross join lateral (values (figure.key, 1), ('', -1)) moved (key, sign)
  group by figure.scope, moved.key, figure.period, moved.sign;
