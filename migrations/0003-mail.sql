create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

comment on table mail is
  'An email until a mail server accepts it. Delivered emails are deleted, because they may contain codes and keys.';
comment on column mail.html is 'The HTML part.';
comment on column mail.body is 'The text part.';
comment on column mail.sent_at is 'Set in the demo without a mail server, which shows emails instead of sending them.';

create index mail_created on mail (created_at desc);

create table mail_attachment (
  mail_id uuid primary key references mail (id) on delete cascade,
  name text not null,
  content bytea not null
);

comment on table mail_attachment is 'The attachment of an email, stored as long as the email.';
