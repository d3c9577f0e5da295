create table state_schedule (
  id uuid primary key,
  state text not null check (state ~ '^[A-Z]{2}$'),
  state_name text not null default '',
  substance text not null check (substance <> ''),
  schedule text not null check (schedule in ('CII', 'CIII', 'CIV', 'CV')),
  source text not null check (source <> ''),
  effective_on date not null,
  added_by uuid not null references user_account (id),
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  is_counted boolean not null default false
);

comment on table state_schedule is
  'Schedules that a State has and federal law does not, as staff recorded them. An order line goes by the stricter of both.';
comment on column state_schedule.state_name is 'In capitals, as an address may have it instead of the two letters.';
comment on column state_schedule.substance is
  'Compared with the generic name and the drug family of products, without regard to case.';
comment on column state_schedule.source is 'The rule or page of the State that says so.';
comment on column state_schedule.is_counted is
  'Set on its day: from then on the lines that it controls are in the ledger of order monitoring, earlier ones included.';

create unique index state_schedule_current on state_schedule (state, lower(substance)) where removed_at is null;

create table monitoring_rule_set (
  id uuid primary key,
  number integer not null unique check (number > 0),
  status text not null default 'draft' check (status in ('draft', 'active', 'replaced')),
  rules jsonb not null default '[]',
  holds_whole_order boolean not null default false,
  statement text not null default '',
  created_by uuid references user_account (id),
  created_at timestamptz not null default now(),
  signed_by uuid references user_account (id),
  signed_at timestamptz,
  replaced_at timestamptz,
  version integer not null default 1,
  check ((status = 'draft') = (signed_at is null)),
  check ((signed_at is null) = (signed_by is null)),
  check ((status = 'replaced') = (replaced_at is not null))
);

comment on table monitoring_rule_set is
  'Versions of the order monitoring rules. A signed version never changes; the next one replaces it.';
comment on column monitoring_rule_set.holds_whole_order is
  'Other lines of a flagged order wait, too; otherwise only its controlled lines do.';
comment on column monitoring_rule_set.statement is 'What the signer confirms.';

create unique index monitoring_rule_set_active on monitoring_rule_set (status) where status = 'active';
create unique index monitoring_rule_set_draft on monitoring_rule_set (status) where status = 'draft';

create table controlled_line (
  order_id uuid not null,
  line_no integer not null,
  business_id uuid references business (id),
  ship_to_id uuid references ship_to (id),
  product_id uuid references product (id),
  drug_family text not null default '',
  strength text not null default '',
  units numeric(16, 3),
  canceled_units numeric(16, 3),
  is_narcotic boolean not null default false,
  amount numeric(14, 2) not null default 0,
  channel text not null check (channel in ('portal', 'erp')),
  ordered_at timestamptz not null,
  state text not null check (state in ('open', 'held', 'reported', 'shipped', 'canceled')),
  primary key (order_id, line_no),
  foreign key (order_id, line_no) references order_line (order_id, line_no) on update cascade on delete cascade
);

comment on table controlled_line is
  'The ledger of order monitoring: one row per ordered line of a product that is controlled, also by the ship-to State only, '
  'or has a List I chemical, from every channel. Triggers of orders, order lines and products update it, '
  'and State schedules from their day.';
comment on column controlled_line.units is
  'Base units of the family without canceled ones; null if the product has no base units.';
comment on column controlled_line.channel is '`erp` is an order by phone, EDI or paper that the ERP sent.';
comment on column controlled_line.state is
  'Only shipped quantities enter a baseline; sums of a window count shipped and open ones.';

create index controlled_line_business on controlled_line (business_id, ordered_at desc);
create index controlled_line_family on controlled_line (drug_family, ordered_at desc) include (business_id, units, state);
create index controlled_line_narcotic on controlled_line (ordered_at, business_id) where is_narcotic;
create index controlled_line_product on controlled_line (product_id);

create table order_review (
  id uuid primary key,
  order_id uuid not null unique references sales_order (id),
  business_id uuid not null references business (id),
  families text[] not null,
  rule_set_id uuid references monitoring_rule_set (id),
  opened_at timestamptz not null default now(),
  started_by uuid references user_account (id),
  started_at timestamptz,
  outcome text check (outcome in ('dispelled', 'reported')),
  decided_by uuid references user_account (id),
  decided_at timestamptz,
  decision text not null default '',
  report jsonb,
  version integer not null default 1,
  check ((outcome is null) = (decided_at is null)),
  check ((outcome is null) = (decided_by is null)),
  check (outcome is null or decision <> ''),
  check ((outcome is not distinct from 'reported') = (report is not null))
);

comment on table order_review is 'The review of an order of unusual size, pattern or frequency (21 USC 832).';
comment on column order_review.families is 'Families of its controlled lines; later orders of these wait, too.';
comment on column order_review.report is 'The facts of the report to DEA, as they were when it was decided.';

create index order_review_open on order_review (opened_at, id) where outcome is null;
create index order_review_decided on order_review (decided_at desc, id) where outcome is not null;
create index order_review_business on order_review (business_id, opened_at desc);

create table review_flag (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  review_id uuid references order_review (id),
  rule text not null,
  drug_family text not null default '',
  finding text not null check (finding <> ''),
  facts jsonb not null default '{}',
  evidence text not null default '',
  evidence_by uuid references user_account (id),
  evidence_at timestamptz,
  created_at timestamptz not null default now(),
  check ((evidence = '') = (evidence_by is null)),
  check ((evidence = '') = (evidence_at is null))
);

comment on table review_flag is 'What a monitoring rule found in an order. Never shown to customers and sales reps.';
comment on column review_flag.review_id is 'Null if the rule only logs.';
comment on column review_flag.facts is 'The figures that the rule compared.';

create index review_flag_review on review_flag (review_id) where review_id is not null;
create index review_flag_logged on review_flag (created_at desc, id) where review_id is null;
create index review_flag_order on review_flag (order_id);

create table review_entry (
  id uuid primary key,
  review_id uuid not null references order_review (id),
  business_id uuid not null references business (id),
  kind text not null check (kind in ('note', 'customer', 'file', 'onboarding')),
  text text not null check (text <> ''),
  content_type text check (content_type in ('application/pdf', 'image/png', 'image/jpeg')),
  content bytea,
  written_by uuid not null references user_account (id),
  written_at timestamptz not null default now(),
  check ((content is null) = (content_type is null)),
  check ((content is null) = (kind in ('note', 'customer')))
);

comment on table review_entry is 'Notes and private files of a review.';
comment on column review_entry.kind is
  '`customer`: a change or cancellation that the customer asked for; `onboarding`: a file of the customer, which answers '
  'the rule for new customers.';
comment on column review_entry.text is 'The note, or the name of the file.';

create index review_entry_review on review_entry (review_id, written_at);
create index review_entry_onboarding on review_entry (business_id) where kind = 'onboarding';

create table statistics_review (
  business_id uuid not null references business (id),
  quarter text not null check (quarter ~ '^[0-9]{4}-Q[1-4]$'),
  finding text not null check (finding <> ''),
  reviewed_by uuid not null references user_account (id),
  reviewed_at timestamptz not null default now(),
  primary key (business_id, quarter)
);

comment on table statistics_review is
  'That DEA’s buyer statistics of a customer were reviewed for a quarter (21 USC 827(f)).';

-- The ledger row of an order line, as it is now. Facts of the placement have priority over the product's.
create view controlled_line_source as
  select line.order_id, line.line_no, sales_order.business_id, sales_order.ship_to_id, line.product_id,
    lower(trim(coalesce(nullif(line.drug_family, ''), product.drug_family, ''))) as drug_family,
    coalesce(product.strength, '') as strength,
    ((line.quantity - line.cancelled_quantity) * coalesce(line.base_units, product.base_units))::numeric(16, 3) as units,
    (line.cancelled_quantity * coalesce(line.base_units, product.base_units))::numeric(16, 3) as canceled_units,
    coalesce(line.is_narcotic, product.is_narcotic, false) as is_narcotic,
    ((line.quantity - line.cancelled_quantity) * line.price)::numeric(14, 2) as amount,
    case when sales_order.erp_created then 'erp' else 'portal' end as channel,
    sales_order.created_at as ordered_at,
    case when sales_order.deleted_at is not null or sales_order.is_cancelled then 'canceled'
      when sales_order.erp_state = 'held' then case
        when exists (select from order_review where order_review.order_id = line.order_id and outcome = 'reported')
          then 'reported' else 'held' end
      when sales_order.erp_status = '3' or sales_order.shipped_at is not null or sales_order.is_delivered then 'shipped'
      else 'open' end as state
  from order_line line
  join sales_order on sales_order.id = line.order_id
  left join product on product.id = line.product_id
  left join ship_to on ship_to.id = sales_order.ship_to_id
  where coalesce(nullif(line.dea_schedule, ''), product.dea_schedule, '') <> ''
    or line.state_schedule is not null or coalesce(line.is_list_one, false) or coalesce(product.is_list_one, false)
    or exists (select from state_schedule rule
      where rule.removed_at is null and rule.is_counted
        and upper(trim(coalesce(ship_to.state, sales_order.ship_region))) in (rule.state, rule.state_name)
        and lower(rule.substance) in (lower(product.generic_name), lower(product.drug_family)));

comment on view controlled_line_source is
  'Controlled lines of orders as the ledger counts them.';

create function note_controlled_line() returns trigger language plpgsql as $$
begin
  insert into controlled_line
    select * from controlled_line_source where order_id = new.order_id and line_no = new.line_no
  on conflict (order_id, line_no) do update set
    product_id = excluded.product_id, drug_family = excluded.drug_family, strength = excluded.strength,
    units = excluded.units, canceled_units = excluded.canceled_units, is_narcotic = excluded.is_narcotic,
    amount = excluded.amount, state = excluded.state;
  if not found then
    delete from controlled_line where order_id = new.order_id and line_no = new.line_no;
  end if;
  return null;
end $$;

-- Lines from the ERP have no schedule of their own. A new line of another product costs nothing but the condition.
create trigger order_line_controlled after insert on order_line
  for each row when (new.dea_schedule is null or new.dea_schedule <> '' or new.state_schedule is not null or new.is_list_one)
  execute function note_controlled_line();

-- Of any line, as its product may have become controlled after the order.
create trigger order_line_changed after update of quantity, cancelled_quantity, product_id on order_line
  for each row when ((old.quantity, old.cancelled_quantity, old.product_id)
    is distinct from (new.quantity, new.cancelled_quantity, new.product_id))
  execute function note_controlled_line();

create function note_controlled_order() returns trigger language plpgsql as $$
begin
  update controlled_line set business_id = source.business_id, ship_to_id = source.ship_to_id, state = source.state
  from controlled_line_source source
  where controlled_line.order_id = new.id and source.order_id = new.id and source.line_no = controlled_line.line_no;
  return null;
end $$;

create trigger sales_order_controlled
  after update of business_id, ship_to_id, deleted_at, is_cancelled, erp_state, erp_status, shipped_at, is_delivered
  on sales_order for each row
  when ((old.business_id, old.ship_to_id, old.deleted_at, old.is_cancelled, old.erp_state, old.erp_status, old.shipped_at,
    old.is_delivered) is distinct from (new.business_id, new.ship_to_id, new.deleted_at, new.is_cancelled, new.erp_state,
    new.erp_status, new.shipped_at, new.is_delivered))
  execute function note_controlled_order();

create function note_reported_order() returns trigger language plpgsql as $$
begin
  update controlled_line set state = 'reported' where order_id = new.order_id and state = 'held';
  return null;
end $$;

create trigger order_review_reported after update of outcome on order_review
  for each row when (new.outcome = 'reported') execute function note_reported_order();

-- A product that turns out to be controlled, or gets its family or base units, has a history, too.
create function note_controlled_product() returns trigger language plpgsql as $$
begin
  if new.dea_schedule = '' and not new.is_list_one and not exists (
    select from state_schedule
    where removed_at is null and is_counted and lower(substance) in (lower(new.generic_name), lower(new.drug_family)))
  then return null;
  end if;
  insert into controlled_line
    select * from controlled_line_source where product_id = new.id
  on conflict (order_id, line_no) do update set
    drug_family = excluded.drug_family, strength = excluded.strength, units = excluded.units,
    canceled_units = excluded.canceled_units, is_narcotic = excluded.is_narcotic;
  return null;
end $$;

create trigger product_controlled
  after update of dea_schedule, drug_family, base_units, strength, is_narcotic, is_list_one, generic_name on product
  for each row when ((old.dea_schedule, old.drug_family, old.base_units, old.strength, old.is_narcotic, old.is_list_one,
    old.generic_name) is distinct from (new.dea_schedule, new.drug_family, new.base_units, new.strength, new.is_narcotic,
    new.is_list_one, new.generic_name))
  execute function note_controlled_product();
