-- Append-only: who did what, when, for whom. It refers to nobody, so that it outlives everything.
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

create index audit_entry_entity on audit_entry (entity, entity_id, at);
create index audit_entry_at on audit_entry (at);
create index audit_entry_actor on audit_entry (actor_id, at);
create index audit_entry_action on audit_entry (action, at);

-- The chain over the audit trail: every hash covers its entry and the hash before it. Written in batches after the
-- entries, so that what is recorded at the same time never waits for each other.
create table audit_link (
  position bigint primary key,
  entry_id uuid not null unique references audit_entry (id),
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;

create trigger audit_entry_guard before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

create trigger audit_link_guard before update or delete or truncate on audit_link
  for each statement execute function refuse_change();
