create table suspect_case (
  id uuid primary key,
  product_id uuid not null references product (id),
  lots text[] not null default '{}',
  serials text[] not null default '{}',
  stops_sales boolean not null default true,
  reason text not null check (reason <> ''),
  sold_since date not null,
  sample text not null default '',
  opened_at timestamptz not null default now(),
  opened_by uuid not null references user_account (id),
  outcome text check (outcome in ('cleared', 'illegitimate')),
  conclusion text not null default '',
  concluded_at timestamptz,
  concluded_by uuid references user_account (id),
  fda_reference text not null default '',
  ended_at timestamptz,
  ended_by uuid references user_account (id),
  version integer not null default 1,
  check (stops_sales or lots <> '{}'),
  check ((outcome is null) = (concluded_at is null)),
  check (ended_at is null or outcome is not null)
);

comment on table suspect_case is
  'Investigations of suspect product (FD&C 582(c)(4)): one product, with lots and serial numbers where they are known. '
  'Kept six years from concluded_at.';
comment on column suspect_case.stops_sales is
  'The whole product is not sold. The portal knows stock by product, so other lots are sold only if the warehouse set the lots apart.';
comment on column suspect_case.sold_since is 'Buyers since this day may have received it.';
comment on column suspect_case.sample is 'Where a sample is retained.';
comment on column suspect_case.fda_reference is 'FDA’s number of the notification (Form 3911).';
comment on column suspect_case.ended_at is
  'When its holds ended: with the outcome if it was cleared, else when FDA agreed to end the notification.';

create index suspect_case_opened on suspect_case (opened_at desc, id);
create index suspect_case_open on suspect_case (product_id) where ended_at is null;

create table suspect_note (
  id uuid primary key,
  case_id uuid not null references suspect_case (id),
  author_id uuid not null references user_account (id),
  text text not null check (text <> ''),
  created_at timestamptz not null default now()
);

comment on table suspect_note is 'The course of an investigation; notes are added, never changed.';

create index suspect_note_case on suspect_note (case_id, id);

create table recall (
  id uuid primary key,
  firm text not null check (firm <> ''),
  firm_reference text not null default '',
  class text not null check (class in ('I', 'II', 'III', 'withdrawal')),
  depth text not null check (depth in ('user', 'retail', 'wholesale')),
  level text not null check (level in ('A', 'B', 'C', 'D', 'E')),
  level_percent integer check (level_percent between 1 and 99),
  reason text not null check (reason <> ''),
  instructions text not null check (instructions <> ''),
  sold_since date not null,
  reply_by date not null,
  stops_sales boolean not null default true,
  status text not null default 'draft' check (status in ('draft', 'sent', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references user_account (id),
  sent_at timestamptz,
  sent_by uuid references user_account (id),
  closed_at timestamptz,
  closed_by uuid references user_account (id),
  conclusion text not null default '',
  check ((level = 'B') = (level_percent is not null)),
  check ((status = 'draft') = (sent_at is null)),
  check ((status = 'closed') = (closed_at is not null))
);

comment on table recall is 'Recalls and market withdrawals (21 CFR part 7) that the wholesaler passes on to its customers.';
comment on column recall.depth is 'How far it goes (21 CFR 7.42(b)(1)).';
comment on column recall.level is
  'Effectiveness checks set by the recalling firm (21 CFR 7.42(b)(3)): A all, B a percentage, C 10 %, D 2 %, E none.';
comment on column recall.sold_since is 'Buyers since this day are recipients, unless all their packages have other lots on record.';

create index recall_created on recall (created_at desc, id);
create index recall_sent on recall (id) where status = 'sent';

create table recall_product (
  recall_id uuid not null references recall (id) on delete cascade,
  product_id uuid not null references product (id),
  lots text[] not null default '{}',
  primary key (recall_id, product_id)
);

comment on table recall_product is 'The products of a recall with their lots.';
comment on column recall_product.lots is 'Empty for all lots.';

create index recall_product_product on recall_product (product_id);

create table notice_recipient (
  id uuid primary key,
  recall_id uuid references recall (id),
  case_id uuid references suspect_case (id),
  turn text not null check (turn in ('recall', 'illegitimate', 'ended')),
  business_id uuid references business (id),
  account_number text not null default '',
  name text not null,
  basis text not null check (basis in ('lot', 'window')),
  purchases jsonb not null default '[]',
  queued_at timestamptz,
  mail_count integer not null default 0,
  replied_at timestamptz,
  check ((recall_id is null) <> (case_id is null)),
  check ((turn = 'recall') = (recall_id is not null)),
  check (business_id is not null or account_number <> ''),
  unique nulls not distinct (recall_id, case_id, turn, business_id, account_number)
);

comment on table notice_recipient is
  'Who may have received a recalled or illegitimate product; former customers too. One row per business, so that each is notified once.';
comment on column notice_recipient.business_id is 'Null for an account of the ERP that the portal has no business of.';
comment on column notice_recipient.account_number is 'Only without a business.';
comment on column notice_recipient.basis is 'A package of a lot on record, or a purchase since sold_since whose lot is not on record.';
comment on column notice_recipient.purchases is 'Pieces by product.';
comment on column notice_recipient.queued_at is 'When its emails were queued, in the same transaction.';
comment on column notice_recipient.mail_count is 'Zero if no user has an email address: it needs a letter or a call.';

create index notice_recipient_unqueued on notice_recipient (id) where queued_at is null;
create index notice_recipient_recall on notice_recipient (recall_id, name, id) where recall_id is not null;
create index notice_recipient_case on notice_recipient (case_id, turn, name, id) where case_id is not null;
create index notice_recipient_business on notice_recipient (business_id, recall_id) where turn = 'recall';

create table recall_reply (
  id uuid primary key,
  recipient_id uuid not null references notice_recipient (id),
  replied_by uuid not null references user_account (id),
  replied_at timestamptz not null default now(),
  lines jsonb not null,
  has_notified_customers boolean not null,
  note text not null default ''
);

comment on table recall_reply is 'Replies to a recall; the latest counts, earlier ones stay.';
comment on column recall_reply.replied_by is 'A user of the customer, or an admin who recorded a call or letter.';

create index recall_reply_recipient on recall_reply (recipient_id, id desc);

create table recall_call (
  id uuid primary key,
  recipient_id uuid not null references notice_recipient (id),
  called_by uuid not null references user_account (id),
  called_at timestamptz not null default now(),
  result text not null check (result in ('reached', 'message left', 'no answer', 'wrong number')),
  note text not null default ''
);

comment on table recall_call is 'Attempts to reach a recipient who did not reply.';

create index recall_call_recipient on recall_call (recipient_id, id desc);

create table loss_report (
  id uuid primary key,
  order_id uuid references sales_order (id),
  invoice_id text references invoice (id),
  line_no integer not null,
  product_id uuid references product (id),
  product_name text not null,
  kind text not null check (kind in ('not received', 'short', 'damaged')),
  quantity integer not null check (quantity > 0),
  note text not null default '',
  dea_schedule text not null,
  cold_status text not null default '',
  reported_at timestamptz not null default now(),
  reported_by uuid not null references user_account (id),
  dea_due date not null,
  form_due date not null,
  dea_notified_on date,
  form_filed_on date,
  form_number text not null default '',
  closed_at timestamptz,
  closed_by uuid references user_account (id),
  conclusion text not null default '',
  version integer not null default 1,
  check (order_id is not null or invoice_id is not null)
);

comment on table loss_report is
  'Controlled lines of an order or invoice that a customer or the return desk reports as not received, short or damaged, with the clocks of 21 CFR 1301.76(b).';
comment on column loss_report.line_no is 'A line of the invoice if there is one, else of the order.';
comment on column loss_report.dea_due is 'One business day after the report: written notice to DEA.';
comment on column loss_report.form_due is 'DEA Form 106 within 45 days of discovery.';

create unique index loss_report_open on loss_report (order_id, line_no, kind)
  where closed_at is null and invoice_id is null;
create unique index loss_report_open_invoice on loss_report (invoice_id, line_no, kind)
  where closed_at is null and invoice_id is not null;
create index loss_report_order on loss_report (order_id) where order_id is not null;
create index loss_report_closed on loss_report (reported_at desc, id) where closed_at is not null;
create index loss_report_work on loss_report (dea_due, id) where closed_at is null;

-- Phone orders are known by their invoices only.
create index invoice_line_product on invoice_line (product_number) where product_number <> '';
