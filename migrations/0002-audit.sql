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
  'Who did what, when and for whom. Append-only, without foreign keys, so that it outlives the records.';
comment on column audit_entry.actor_id is 'Null for jobs and the ERP.';
comment on column audit_entry.on_behalf_of is 'The customer for whom a sales rep or an admin acted.';
comment on column audit_entry.action is 'What happened, in the past tense: `order placed`.';
comment on column audit_entry.before is 'Only the changed values, never secrets.';
comment on column audit_entry.request_id is 'The request id of the log.';

create index audit_entry_entity on audit_entry (entity, entity_id, at);
create index audit_entry_at on audit_entry (at);
create index audit_entry_actor on audit_entry (actor_id, at);
create index audit_entry_action on audit_entry (action, at);

-- A contract price belongs to a product, which is its record, and to a business.
create index audit_entry_price on audit_entry ((coalesce(after, before) ->> 'businessId'), at)
  where entity = 'contract price';

create table audit_link (
  position bigint primary key,
  entry_id uuid not null unique references audit_entry (id),
  key_id text not null,
  hash bytea not null
);

comment on table audit_link is
  'The hash chain of the audit trail: every HMAC covers its entry and the previous hash. Written in batches after '
  'the entries, so that concurrent entries never wait for each other.';
comment on column audit_link.key_id is 'The key used for the HMAC; the key itself is never in the database.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;

create trigger audit_entry_guard before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

create trigger audit_link_guard before update or delete or truncate on audit_link
  for each statement execute function refuse_change();
