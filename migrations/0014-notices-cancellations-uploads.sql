-- Which notice before a licence ends went out for which last day: each once. The day itself counts as 0.
create table license_notice (
  user_id uuid not null references user_account (id),
  license_expiry_date date not null,
  days_before integer not null check (days_before in (60, 30, 7, 0)),
  noted_at timestamptz not null default now(),
  -- When the admins' digest took it in; null until then.
  digested_at timestamptz,
  primary key (user_id, license_expiry_date, days_before)
);

create index license_notice_undigested on license_notice (license_expiry_date, user_id) where digested_at is null;

alter table invoice
  -- On a cancellation: the number of the invoice it cancels, as far as the ERP names one.
  add column cancels text not null default '',
  -- On a cancelled invoice: the number of its released cancellation, whichever of the two arrived first.
  add column cancelled_by text;

create index invoice_cancels on invoice (cancels) where cancels <> '';

-- Neither a cancellation nor what it cancels is money.
drop index invoice_unpaid;
drop index invoice_billed;
create index invoice_unpaid on invoice (due_date) include (open_amount, currency_code)
  where open_amount > 0 and not is_cancellation and cancelled_by is null;
create index invoice_billed on invoice (invoice_date)
  include (currency_code, total_gross_amount, open_amount, open_amount_at)
  where not is_cancellation and cancelled_by is null;

-- Pictures that were uploaded, by the name their sizes share. One that no product took in time is removed.
create table upload (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  -- The first time a product was saved with it; order lines may show it ever after.
  applied_at timestamptz,
  -- From here on its files go, and no product may take it.
  removing_since timestamptz
);

create index upload_unapplied on upload (created_at) where applied_at is null;

insert into upload (name, applied_at)
select distinct substring(picture from '^/uploads/([0-9a-f]{32})-\d{2,4}\.webp$'), now()
from product, unnest(images || image) as picture
where picture ~ '^/uploads/[0-9a-f]{32}-\d{2,4}\.webp$';
