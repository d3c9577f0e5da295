-- A canceled order stays in the lists. What the lists count is what is there, so their indexes hold it, too.
alter table sales_order
  add column cancelled_at timestamptz,
  add column reinstated_at timestamptz,
  add column cancelled_line_count integer not null default 0 check (cancelled_line_count >= 0),
  add column part_cancelled_at timestamptz;
alter table order_line add column cancelled_quantity integer not null default 0
  check (cancelled_quantity between 0 and quantity);

comment on column sales_order.deleted_at is
  'When an admin canceled it before the ERP had it, which the API calls deleting; it stays, and counts for nothing.';
comment on column sales_order.deleted_by is 'Which admin.';
comment on column sales_order.delete_reason is 'What the admin said, told to the customer.';
comment on column sales_order.is_cancelled is 'The ERP canceled it; one that was canceled here says so in `deleted_at`.';
comment on column sales_order.cancelled_at is
  'When the portal learned that the ERP canceled it, and gave its stock back; of an order that was canceled before the portal '
  'knew it, the ERP’s last change. Empty while that is still to be settled.';
comment on column sales_order.reinstated_at is 'When the portal learned that the ERP took the cancellation back.';
comment on column sales_order.cancelled_line_count is 'How many of its lines the ERP canceled, in whole or in part.';
comment on column sales_order.part_cancelled_at is 'When the portal last learned that lines were canceled.';
comment on column sales_order.total_price is 'What it comes to without its canceled lines, as `items_price`.';
comment on column order_line.cancelled_quantity is 'How many of them the ERP canceled; the quantity stays as it was ordered.';

-- What was canceled before is settled but for the figures, which counted it until now.
update sales_order set cancelled_at = coalesce(erp_changed_at, created_at) where is_cancelled;
insert into sales_pending (scope, key, period, orders, sales, pieces)
select figure.scope, figure.key, figure.period, -sum(figure.orders), -sum(figure.sales), -sum(figure.pieces)
from order_figure figure join sales_order on sales_order.id = figure.order_id
where sales_order.is_cancelled and sales_order.deleted_at is null
group by figure.scope, figure.key, figure.period;

create or replace view order_figure as
  select o.id as order_id, o.deleted_at, f.scope, f.key, f.period, 1 as orders, o.total_price as sales, line.pieces
  from sales_order o
  cross join lateral (
    select coalesce(sum(quantity - cancelled_quantity), 0) as pieces from order_line where order_line.order_id = o.id
  ) line
  left join us_region region
    on region.written = regexp_replace(upper(o.ship_region), '[^A-Z]', '', 'g')
    and regexp_replace(upper(o.ship_country), '[^A-Z]', '', 'g')
      in ('', 'US', 'USA', 'UNITEDSTATES', 'UNITEDSTATESOFAMERICA')
  cross join lateral (
    values
      ('day', '', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD')),
      ('state', coalesce(region.state, ''), 'ever'),
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

comment on view order_figure is 'What one order adds to which figures; a canceled one, and canceled lines, add nothing.';

-- What an order took from the stock is found when it is canceled.
create index stock_movement_order on stock_movement (order_id) where order_id is not null;

drop index sales_order_created;
drop index sales_order_total;
drop index sales_order_number;
drop index sales_order_purchase_order;
drop index sales_order_account;
drop index sales_order_status;
drop index sales_order_business;
drop index sales_order_placed_for;
drop index sales_order_of_account;
drop index sales_order_region;

create index sales_order_created on sales_order (created_at desc, id);
create index sales_order_total on sales_order (total_price desc, id);
create index sales_order_number on sales_order (erp_id desc, id);
create index sales_order_purchase_order on sales_order (purchase_order desc, id);
create index sales_order_account on sales_order (bill_to_party_id desc, id);
-- Code 4, no code and unknown codes are one status; canceled wins.
create index sales_order_status on sales_order (
  (case when is_cancelled or deleted_at is not null then 'canceled'
    when order_status_sap in ('1', '2', '3') then order_status_sap else '4' end) desc, created_at desc, id
);
-- What a business bought is summed up from the index alone, which therefore says what is canceled.
create index sales_order_business on sales_order (business_id, created_at desc, id)
  include (total_price, is_cancelled, deleted_at);
create index sales_order_placed_for on sales_order (placed_by, created_at desc, id)
  where placed_by is not null and placed_by is distinct from user_id;
create index sales_order_of_account on sales_order (bill_to_party_id, created_at desc, id)
  include (order_status_sap, is_cancelled, deleted_at);
create index sales_order_region on sales_order (
  (regexp_replace(upper(ship_region), '[^A-Z]', '', 'g')), created_at desc, id
);
