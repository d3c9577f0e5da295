alter table payment alter column order_id drop not null;

comment on column payment.order_id is 'None where it pays invoices: then its shares say which.';
comment on column payment.actor_id is 'The admin who wrote it down, or who pays the invoices.';

create table invoice_share (
  payment_id uuid not null references payment (id),
  invoice_id text not null references invoice (id),
  cents bigint not null check (cents > 0),
  is_held boolean not null default true,
  primary key (payment_id, invoice_id)
);

comment on table invoice_share is 'Which invoices a payment pays, and with how much of it.';
comment on column invoice_share.is_held is
  'No other payment may take money for the invoice: while this one is open, being taken, or paid. One that ended holds nothing.';

-- The last word on 'an invoice is paid once': one payment at a time holds it.
create unique index invoice_share_once on invoice_share (invoice_id) where is_held;
create index invoice_share_of on invoice_share (invoice_id, payment_id);

alter table invoice add column paid_here numeric(14, 2);

comment on column invoice.paid_here is
  'Paid of it in the portal by a payment of invoices; on its way while the ERP says that as much is open.';
