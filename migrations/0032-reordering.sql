create table guide_schedule (
  guide_id uuid primary key references order_guide (id) on delete cascade,
  user_id uuid not null references user_account (id),
  every_weeks integer not null check (every_weeks in (1, 2, 4)),
  next_day date not null,
  ship_to_id uuid references ship_to (id),
  is_paused boolean not null default false,
  version integer not null default 1
);

comment on table guide_schedule is
  'A standing order: on its day an email asks its user to review and place the guide’s lines. It never orders by itself.';
comment on column guide_schedule.user_id is 'Who gets the email.';
comment on column guide_schedule.next_day is
  'The next order, always on the same weekday. Without deliveries that day, the email goes out on the last delivery day before.';
comment on column guide_schedule.ship_to_id is 'Null for the business’s own ship-to address.';

create index guide_schedule_next on guide_schedule (next_day, guide_id) where not is_paused;
create index guide_schedule_user on guide_schedule (user_id);
create index guide_schedule_ship_to on guide_schedule (ship_to_id) where ship_to_id is not null;
