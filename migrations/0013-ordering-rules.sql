create table allocation (
  product_id uuid primary key references product (id),
  mode text not null check (mode in ('warn', 'prevent')),
  share_percent integer check (share_percent between 1 and 1000),
  fixed integer check (fixed between 0 and 1000000),
  floor integer not null default 0 check (floor between 0 and 1000000),
  changed_at timestamptz not null default now(),
  check (num_nonnulls(share_percent, fixed) = 1)
);

comment on table allocation is
  'The quantity of a scarce product that a business may order in a calendar month. The used quantity is computed '
  'from its orders, so deleting or canceling one releases it.';
comment on column allocation.mode is '`prevent` refuses orders over the limit; `warn` accepts them with a warning.';
comment on column allocation.share_percent is 'A percentage of the average of the business’s last three full months.';
comment on column allocation.fixed is 'The same quantity for every business.';
comment on column allocation.floor is 'The minimum quantity, if the share is smaller.';

create table allocation_exception (
  product_id uuid not null references allocation (product_id) on delete cascade,
  business_id uuid not null references business (id),
  quantity integer not null check (quantity between 0 and 1000000),
  primary key (product_id, business_id)
);

comment on table allocation_exception is 'A different limit for one business.';

create index allocation_exception_business on allocation_exception (business_id);

create table delivery_method (
  method text primary key,
  cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  transit_days integer check (transit_days between 1 and 30)
);

comment on table delivery_method is 'Delivery settings of a shipping method. If a setting is missing, no delivery date is shown.';
comment on column delivery_method.cut_off is 'Orders before this time ship on the same day, in the business’s time zone.';
comment on column delivery_method.transit_days is 'Delivery days in transit.';

-- Overnight takes one day by definition; ground transit depends on the warehouse's location.
insert into delivery_method (method, transit_days) values ('UPS GROUND', null), ('FEDEX PRIORITY OVERNIGHT', 1);

create table kept_holiday (rule text primary key);

comment on table kept_holiday is 'Holidays without shipping and delivery; their dates are computed for each year.';

insert into kept_holiday (rule) values
  ('newYear'), ('memorialDay'), ('independenceDay'), ('laborDay'), ('thanksgiving'), ('dayAfterThanksgiving'), ('christmas');

create table delivery_day (
  day date primary key,
  is_open boolean not null,
  name text not null default ''
);

comment on table delivery_day is 'A day that differs from the weekday and holiday rules.';
