create table invoice_line (
  invoice_id text not null references invoice (id) on delete cascade,
  line_no integer not null check (line_no > 0),
  product_number text not null default '',
  name text not null default '',
  quantity numeric(14, 3),
  unit text not null default '',
  net_amount numeric(14, 2),
  primary key (invoice_id, line_no)
);

comment on table invoice_line is
  'What an invoice bills, line by line, as the ERP tells it. An invoice without lines has none that the portal knows.';
comment on column invoice_line.product_number is 'The ERP’s number of the product: the NDC or the item number.';
comment on column invoice_line.quantity is 'Null where the ERP does not say, as the amount.';

create table invoice_question (
  id uuid primary key,
  invoice_id text not null references invoice (id),
  line_no integer check (line_no > 0),
  reason text not null check (reason in ('price', 'quantity', 'missing', 'damaged', 'charge', 'other')),
  words text not null,
  asked_by uuid not null references user_account (id),
  asked_at timestamptz not null default now(),
  answer text not null default '',
  settled_by uuid references user_account (id),
  settled_at timestamptz,
  check ((settled_at is null) = (settled_by is null))
);

comment on table invoice_question is
  'What customers ask about an invoice or dispute of it. The wholesaler settles it; the invoice itself is the ERP’s.';
comment on column invoice_question.line_no is 'The line that is meant; none where it is the whole invoice.';

create index invoice_question_of on invoice_question (invoice_id, asked_at);
create index invoice_question_open on invoice_question (asked_at, id) where settled_at is null;
-- One person asks about one thing once at a time.
create unique index invoice_question_once on invoice_question (invoice_id, coalesce(line_no, 0), reason)
  where settled_at is null;
