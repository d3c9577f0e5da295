import type pg from 'pg'
import { escapeIdentifier } from 'pg'

/** The portal's role in a database that it creates itself. */
export const portalRole = 'apotheca_portal'

/** Read and write, but only read and insert on append-only tables. An owner of the tables needs no grants. */
export const grantAccess = async (client: pg.ClientBase, role: string): Promise<void> => {
  const { rows: grants } = await client.query<{ grant: string }>(missingGrants, [role])
  for (const { grant } of grants) await client.query(grant)
  const { rows: tables } = await client.query<{ name: string; has: string[]; wanted: string[] }>(tablesOf, [role])
  const to = escapeIdentifier(role)
  for (const { name, has, wanted } of tables) {
    if (has.toSorted().join() === wanted.toSorted().join()) continue
    await client.query(`revoke all on ${name} from ${to}; grant ${wanted.join(', ')} on ${name} to ${to}`)
  }
}

const missingGrants = `
  select format('grant usage on schema %I to %I', current_schema(), $1::text) as "grant"
  where not has_schema_privilege($1, current_schema(), 'usage')
  union all
  select format('grant %s on database %I to %I', wanted, current_database(), $1::text)
  from unnest(array['connect', 'temporary']) wanted
  where not has_database_privilege($1, current_database(), wanted)`

// Append-only tables have a trigger that refuses changes, so those privileges aren't granted at all. Views are
// read-only.
const tablesOf = `
  select format('%I.%I', current_schema(), it.relname) as name,
    array(select acl.privilege_type from aclexplode(it.relacl) acl where acl.grantee = $1::regrole) as has,
    case
      when it.relkind = 'v' or it.relname = 'migration' then array['SELECT']
      when exists (
        select from pg_trigger guard join pg_proc on pg_proc.oid = guard.tgfoid
        where guard.tgrelid = it.oid and pg_proc.proname = 'refuse_change'
      ) then array['INSERT', 'SELECT']
      else array['DELETE', 'INSERT', 'SELECT', 'UPDATE']
    end as wanted
  from pg_class it
  where it.relnamespace = current_schema()::regnamespace and it.relkind in ('r', 'v')
    and not pg_has_role($1, it.relowner, 'member')
  order by it.relname`
