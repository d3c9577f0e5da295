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
  'A mail, from the moment it is asked for until a mail server took it: mails carry codes and keys, so what was '
  'delivered is not kept.';
comment on column mail.html is 'What is sent, as a page.';
comment on column mail.body is 'The same as plain text.';
comment on column mail.sent_at is 'In the demo without a mail server, which shows mails instead of sending them.';

create index mail_created on mail (created_at desc);

create table mail_attachment (
  mail_id uuid primary key references mail (id) on delete cascade,
  name text not null,
  content bytea not null
);

comment on table mail_attachment is 'The document that a mail brings along, for as long as the mail is kept.';
