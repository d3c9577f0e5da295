-- Living accounts by the day on which they were made, and of all days, are sums like those of the orders: the dashboard
-- counts nobody.
alter table sales_tally drop constraint sales_tally_scope_check;
alter table sales_tally add constraint sales_tally_scope_check
  check (scope in ('day', 'state', 'customer', 'product', 'account'));

insert into sales_tally (scope, key, period, orders, sales, pieces)
select 'account', '', period, count(*), 0, 0
from user_account
cross join lateral (values ('ever'), (to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'))) counted (period)
where deleted_at is null
group by period;

-- What was counted and not folded yet is found by the index itself, which forgets on the way what was folded. With
-- statistics, made at a moment when much was there, PostgreSQL gathers places first (a bitmap) and forgets nothing: until
-- the next vacuum every reader walks through all that was folded. Changing a column's type, even to what it is, drops
-- the statistics there are.
alter table sales_delta alter column scope set statistics 0, alter column key set statistics 0,
  alter column period set statistics 0;
drop view sales_figure;
alter table sales_delta alter column scope type text, alter column key type text, alter column period type text;
create view sales_figure as
  select scope, key, period, orders, sales, pieces from sales_tally
  union all
  select scope, key, period, orders, sales, pieces from sales_delta;
