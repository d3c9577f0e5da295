-- How many lines an order has, because every row of a list of orders shows it: written with the lines.
alter table sales_order add column line_count integer not null default 0;
update sales_order set line_count = counted.lines
from (select order_id, count(*) as lines from order_line group by order_id) counted
where counted.order_id = sales_order.id;
