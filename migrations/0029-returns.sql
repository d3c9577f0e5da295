create sequence return_number start 100001;

create table return_request (
  id uuid primary key,
  number text unique,
  business_id uuid not null references business (id),
  order_id uuid references sales_order (id),
  invoice_id text references invoice (id),
  desk text not null check (desk in ('returns', 'compliance', 'recall', 'reverse-distributor')),
  state text not null default 'requested'
    check (state in ('requested', 'authorized', 'received', 'credited', 'refused', 'canceled')),
  contact text not null,
  requested_by uuid not null references user_account (id),
  requested_at timestamptz not null default now(),
  answer text not null default '',
  order_form text not null default '',
  authorized_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  credit_number text not null default '',
  version integer not null default 1,
  check ((order_id is null) <> (invoice_id is null)),
  check ((closed_at is null) = (state in ('requested', 'authorized', 'received')))
);

comment on table return_request is
  'Requests to return or report goods of one order, one for each desk that decides. The ERP’s credit note closes them.';
comment on column return_request.number is 'The authorization number; null until authorized.';
comment on column return_request.invoice_id is 'Only of an invoice whose order the portal does not have.';
comment on column return_request.answer is 'The wholesaler’s instructions, or why the request was refused.';
comment on column return_request.order_form is
  'For Schedule II: the number of the wholesaler’s own DEA Form 222 or CSOS order, without which nothing may ship.';
comment on column return_request.credit_number is 'The ERP’s credit note.';

create index return_request_business on return_request (business_id, requested_at desc, id);
create index return_request_requester on return_request (requested_by, requested_at desc, id);
create index return_request_order on return_request (order_id) where order_id is not null;
create index return_request_invoice on return_request (invoice_id) where invoice_id is not null;
create index return_request_credit on return_request (credit_number) where credit_number <> '';

-- The work lists: open requests, those of a state, and those of a desk.
create index return_request_open on return_request (requested_at, id) where closed_at is null;
create index return_request_state on return_request (state, requested_at, id);
create index return_request_desk on return_request (desk, requested_at, id);

create table return_line (
  return_id uuid not null references return_request (id),
  line_no integer not null check (line_no > 0),
  source_line integer not null check (source_line > 0),
  product_id uuid references product (id),
  number text not null,
  name text not null,
  quantity integer not null check (quantity > 0),
  reason text not null
    check (reason in ('mistake', 'wrong', 'damaged', 'short', 'missing', 'recalled', 'expired', 'other')),
  words text not null default '',
  lot text not null default '',
  expiry date,
  condition text check (condition in ('unopened', 'opened', 'dispensed')),
  schedule text not null check (schedule in ('none', 'unknown', 'CII', 'CIII', 'CIV', 'CV')),
  storage text not null check (storage in ('room', 'cold', 'unknown')),
  needs_trace boolean,
  why text not null,
  next_step text not null,
  received_quantity integer check (received_quantity between 0 and quantity),
  received_condition text check (received_condition in ('sound', 'opened', 'damaged', 'expired')),
  restocked_quantity integer not null default 0 check (restocked_quantity between 0 and coalesce(received_quantity, 0)),
  serials text[] not null default '{}',
  verified_against text not null default '',
  primary key (return_id, line_no)
);

comment on table return_line is 'The returned or reported goods, with what was known about them at the request.';
comment on column return_line.source_line is 'The line of the order, or of the invoice if the order is unknown.';
comment on column return_line.number is 'The NDC or item number, as on the order or invoice.';
comment on column return_line.condition is 'As the customer states it; null if the goods did not arrive.';
comment on column return_line.storage is '`cold` is refrigerated or frozen.';
comment on column return_line.why is 'Why this desk decides, as the customer read it, like the next step.';
comment on column return_line.serials is
  'Of restocked packages to which the DSCSA applies: each was shipped to this customer by our own trace data.';
comment on column return_line.verified_against is 'Where those serials were verified with the manufacturer.';

create index return_line_product on return_line (product_id) where product_id is not null;

create table return_file (
  id uuid primary key,
  return_id uuid not null references return_request (id),
  kind text not null check (kind in ('photo', 'label')),
  content bytea not null,
  added_by uuid not null references user_account (id),
  added_at timestamptz not null default now()
);

comment on table return_file is
  'Photos (WebP, re-encoded without metadata) and the return label (PDF), visible to the customer and admins only.';

create index return_file_of on return_file (return_id, added_at, id);
create unique index return_file_label on return_file (return_id) where kind = 'label';

create table return_template (
  id uuid primary key,
  title text not null,
  kind text not null check (kind in ('authorize', 'refuse')),
  words text not null,
  version integer not null default 1
);

comment on table return_template is 'Prepared answers to return requests.';

create unique index return_template_title on return_template (kind, lower(title));
