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
  'What a business may order of a scarce product in a calendar month. What it has ordered is read from its orders, so that one '
  'that is deleted or cancelled gives back what it took.';
comment on column allocation.mode is '`prevent` refuses what is more; `warn` says so and takes it.';
comment on column allocation.share_percent is 'Of the average of its own last three full months.';
comment on column allocation.fixed is 'The same pieces for every business.';
comment on column allocation.floor is 'At least so many, however small the share is.';

create table allocation_exception (
  product_id uuid not null references allocation (product_id) on delete cascade,
  business_id uuid not null references business (id),
  quantity integer not null check (quantity between 0 and 1000000),
  primary key (product_id, business_id)
);

comment on table allocation_exception is 'A business that may order another number of pieces than the rule says.';

create index allocation_exception_business on allocation_exception (business_id);

create table delivery_method (
  method text primary key,
  cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  transit_days integer check (transit_days between 1 and 30)
);

comment on table delivery_method is
  'What is known of a way to ship. Where something is not known, nothing is said of when goods come.';
comment on column delivery_method.cut_off is 'Until when an order still leaves on the same day, in the business time zone.';
comment on column delivery_method.transit_days is 'Days with delivery from leaving to arriving.';

-- Overnight is one day by its name; how long the other takes depends on where the warehouse is.
insert into delivery_method (method, transit_days) values ('UPS GROUND', null), ('FEDEX PRIORITY OVERNIGHT', 1);

create table kept_holiday (rule text primary key);

comment on table kept_holiday is 'Holidays on which nothing leaves and nothing is delivered; their days are computed, year by year.';

insert into kept_holiday (rule) values
  ('newYear'), ('memorialDay'), ('independenceDay'), ('laborDay'), ('thanksgiving'), ('dayAfterThanksgiving'), ('christmas');

create table delivery_day (
  day date primary key,
  is_open boolean not null,
  name text not null default ''
);

comment on table delivery_day is 'A single day that is other than weekday and holidays say.';

create table order_method (
  kind text not null check (kind in ('shipping', 'payment')),
  method text not null,
  rule text not null check (rule in ('all', 'only', 'except')),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  primary key (kind, method)
);

comment on table order_method is
  'For whom a way to ship or to pay is open, where somebody decided it; one that is not here is open to everybody.';
comment on column order_method.rule is
  '`all` for everybody, `only` for its audience, `except` for everybody but them.';

create table order_method_audience (
  kind text not null,
  method text not null,
  business_id uuid references business (id) on delete cascade,
  group_id uuid references business_group (id),
  check ((business_id is null) <> (group_id is null)),
  foreign key (kind, method) references order_method (kind, method) on delete cascade
);

comment on table order_method_audience is
  'Whom the rule of a method names: a business, or all of a group or a class of trade. A group that is named here cannot be removed.';

create unique index order_method_audience_business on order_method_audience (business_id, kind, method) where business_id is not null;
create unique index order_method_audience_group on order_method_audience (group_id, kind, method) where group_id is not null;
create index order_method_audience_method on order_method_audience (kind, method);
