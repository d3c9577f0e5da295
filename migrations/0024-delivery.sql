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
