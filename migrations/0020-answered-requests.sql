-- One request, one act, however often it is sent.

create table answered_request (
  key_hash text primary key,
  request_hash text not null,
  result jsonb,
  created_at timestamptz not null default now()
);

comment on table answered_request is
  'Requests that came with an Idempotency-Key: a repeat within a day gets what came of the first. Written in the transaction of what they did.';
comment on column answered_request.key_hash is 'Of the caller and the key, which is kept nowhere.';
comment on column answered_request.request_hash is 'Of what was asked, with the key, so that nobody can guess a password in it.';
comment on column answered_request.result is 'What came of it, of which the answer is made again.';

create index answered_request_age on answered_request (created_at);
