create table known_device (
  user_id uuid not null references user_account (id),
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

comment on table known_device is
  'Browsers in which somebody signed in: others who guess do not lock them out. They open nothing by themselves; of '
  'the token only the SHA-256 is kept.';

create index known_device_expiry on known_device (last_used_at);

comment on column attempt.key is 'What is counted, and a hash of for whom: no address is kept, and none can be made to look like another''s.';
