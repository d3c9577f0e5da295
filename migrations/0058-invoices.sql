alter table invoice add column is_credit boolean not null default false;

comment on column invoice.is_credit is
  'A credit note: its amounts are below zero, it lowers what is open, and nobody pays it.';

create index invoice_credit on invoice (currency_code) include (open_amount)
  where is_credit and open_amount < 0 and not is_cancellation and cancelled_by is null;

create table business_credit (
  business_id uuid primary key references business (id),
  credit_limit numeric(14, 2) not null check (credit_limit >= 0),
  credit_left numeric(14, 2),
  currency_code text not null,
  said_at timestamptz not null
);

comment on table business_credit is
  'The credit limit of a business as the ERP last said it. Of a business that is not here nothing is known.';
comment on column business_credit.credit_left is
  'What was left of it then, below zero where it was exceeded; null where the ERP does not say.';
