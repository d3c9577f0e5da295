create table order_change (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  reason text not null default '',
  asked_by uuid references user_account (id),
  asked_at timestamptz not null default now(),
  attempts integer not null default 0,
  sent_at timestamptz,
  ended_at timestamptz
);

comment on table order_change is
  'Requests to cancel an order or lower quantities. A row is also the outbox toward the ERP; an order that never left '
  'is changed in the same transaction.';
comment on column order_change.asked_by is 'Null for the portal itself, which ends old backorders.';
comment on column order_change.sent_at is
  'When the portal last began to send it. The ERP is read before anything is sent again.';
comment on column order_change.ended_at is 'Null while a line waits for the outcome.';

create unique index order_change_open on order_change (order_id) where ended_at is null;
create index order_change_order on order_change (order_id, asked_at);
create index order_change_person on order_change (asked_by, id);

create table order_change_line (
  change_id uuid not null references order_change (id),
  line_no integer not null check (line_no > 0),
  from_quantity integer not null check (from_quantity > 0),
  to_quantity integer not null check (to_quantity >= 0 and to_quantity < from_quantity),
  state text not null default 'asked' check (state in ('asked', 'done', 'tooLate', 'refused')),
  answer text not null default '',
  primary key (change_id, line_no)
);

comment on table order_change_line is 'A line to lower; to zero to cancel it.';
comment on column order_change_line.state is
  'In the ERP it is done when a reading of the order says so; the end of a backorder also after a refusal, when a person '
  'has canceled it there.';
comment on column order_change_line.answer is 'Why it was too late or refused.';

select guard_records('order_change', 'order_change_line');
