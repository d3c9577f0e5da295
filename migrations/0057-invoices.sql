create table mail_attachment (
  mail_id uuid primary key references mail (id) on delete cascade,
  name text not null,
  content bytea not null
);

comment on table mail_attachment is 'The document that a mail brings along, for as long as the mail is kept.';

create table statement_wish (
  user_id uuid primary key references user_account (id),
  chosen_at timestamptz not null default now()
);

comment on table statement_wish is 'Who wants the statement of his business by mail, each month anew.';

create table monthly_statement (
  business_id uuid not null references business (id),
  month date not null check (month = date_trunc('month', month)),
  queued_at timestamptz not null default now(),
  settled_at timestamptz,
  mails integer not null default 0 check (mails >= 0),
  primary key (business_id, month)
);

comment on table monthly_statement is 'The statements that go out by mail: one for each business and month, whatever happens.';
comment on column monthly_statement.month is 'The first day of the month that it states.';
comment on column monthly_statement.settled_at is 'When its mails were queued, or nothing was found to state.';
comment on column monthly_statement.mails is 'To how many people it went; nobody where there was nothing to state.';
