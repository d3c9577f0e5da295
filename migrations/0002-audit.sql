create table audit_entry (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  on_behalf_of uuid,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  ip text
);

comment on table audit_entry is
  'Who did what, when, for whom. Append-only, and without references, so that it outlives what it tells of.';
comment on column audit_entry.actor_id is 'Nobody when a job or the ERP did it.';
comment on column audit_entry.on_behalf_of is 'The customer for whom a sales representative or an admin acted.';
comment on column audit_entry.action is 'What happened, in the past tense: `order placed`.';
comment on column audit_entry.before is 'Only what changed, never secrets.';
comment on column audit_entry.request_id is 'As in the log.';

create index audit_entry_entity on audit_entry (entity, entity_id, at);
create index audit_entry_at on audit_entry (at);
create index audit_entry_actor on audit_entry (actor_id, at);
create index audit_entry_action on audit_entry (action, at);

-- A contract price is of a product, which is its record, and of a business.
create index audit_entry_price on audit_entry ((coalesce(after, before) ->> 'businessId'), at)
  where entity = 'contract price';

create table audit_link (
  position bigint primary key,
  entry_id uuid not null unique references audit_entry (id),
  key_id text not null,
  hash bytea not null
);

comment on table audit_link is
  'The chain over the audit trail: every hash (HMAC) covers its entry and the hash before it. Written in batches after '
  'the entries, so that what is recorded at the same time never waits for each other.';
comment on column audit_link.key_id is 'Which key it was sealed with; the key itself is never in the database.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;

create trigger audit_entry_guard before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

create trigger audit_link_guard before update or delete or truncate on audit_link
  for each statement execute function refuse_change();
