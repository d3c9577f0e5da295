create table legal_hold (
  id uuid primary key,
  business_id uuid references business (id),
  product_id uuid references product (id),
  lot text check (lot <> ''),
  reference text not null check (reference <> ''),
  reason text not null check (reason <> ''),
  set_at timestamptz not null default now(),
  set_by uuid not null references user_account (id),
  released_at timestamptz,
  released_by uuid references user_account (id),
  release_reason text not null default '',
  check (num_nonnulls(business_id, product_id, lot) = 1),
  check ((released_at is null) = (released_by is null)),
  check ((released_at is null) = (release_reason = ''))
);

comment on table legal_hold is
  'Legal holds: the purge keeps the records of the customer, the product or the lot until the hold is released.';
comment on column legal_hold.lot is 'A lot number of any product.';
comment on column legal_hold.reference is 'The case, investigation or letter that asks for it.';

create index legal_hold_set on legal_hold (set_at desc, id);
create index legal_hold_open on legal_hold (set_at desc, id) where released_at is null;
create index legal_hold_business on legal_hold (business_id) where business_id is not null;
create index legal_hold_product on legal_hold (product_id) where product_id is not null;

-- One open hold per subject and reference.
create unique index legal_hold_once on legal_hold (business_id, product_id, upper(lot), lower(reference))
  nulls not distinct where released_at is null;

-- The oldest removed license, and the documents that name another one as withdrawn.
create index license_removed on license (removed_at) where removed_at is not null;
create index trace_shipment_withdrawn_by on trace_shipment (withdrawn_by) where withdrawn_by is not null;

create function refuse_record_deletion() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('apotheca.deletes_records', true) = 'yes' then
    return old;
  end if;
  raise exception 'Records in % are deleted only by the purge when their retention period is over', tg_table_name
    using errcode = 'restrict_violation';
end $$;

comment on function refuse_record_deletion is
  'Guards the tables of src/retention/record-kinds.ts. Only deleteRecords of src/platform/db/delete-records.ts passes it.';

create function guard_records(variadic guarded regclass[]) returns void language plpgsql as $$
declare
  one regclass;
begin
  foreach one in array guarded loop
    execute format('create trigger records_kept before delete on %s
      for each row execute function refuse_record_deletion()', one);
    execute format('create trigger records_never_truncated before truncate on %s
      for each statement execute function refuse_record_deletion()', one);
  end loop;
end $$;

comment on function guard_records is 'Guards tables of records, also those of later migrations.';

select guard_records('sales_order', 'order_line', 'order_hold', 'stock_movement', 'invoice', 'invoice_line',
  'trace_document', 'trace_shipment', 'trace_reference', 'trace_package', 'legal_hold', 'license_file',
  'license_notice', 'license_check', 'license_extract', 'order_review', 'review_flag', 'review_entry', 'statistics_review', 'trace_push',
  'trace_request', 'suspect_case', 'suspect_note', 'notice_recipient', 'recall_reply', 'recall_call',
  'loss_report');

-- Only a draft, which nobody got, can be deleted.
create trigger records_kept before delete on recall
  for each row when (old.status <> 'draft') execute function refuse_record_deletion();
create trigger records_never_truncated before truncate on recall
  for each statement execute function refuse_record_deletion();

-- A sign-up that finds its email address taken discards the business and license that it added.
create trigger records_kept before delete on license
  for each row when (old.created_at <> now()) execute function refuse_record_deletion();
create trigger records_never_truncated before truncate on license
  for each statement execute function refuse_record_deletion();
