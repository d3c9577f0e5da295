-- Every mail that was ever asked for; a job sends it.
create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create index mail_created on mail (created_at desc);
