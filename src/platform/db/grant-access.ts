import type pg from 'pg'
import { escapeIdentifier } from 'pg'

/** Whom the portal works as where it sets up its own database. */
export const portalRole = 'apotheca_portal'

/**
 * Lets the role do what the portal does: read and write rows, and only read and add where a table refuses change. Nothing is
 * touched where that is so already. For the owner of the tables, who needs no grant, there is nothing to do.
 */
export const grantAccess = async (client: pg.ClientBase, role: string): Promise<void> => {
  const { rows: grants } = await client.query<{ grant: string }>(missingGrants, [role])
  for (const { grant } of grants) await client.query(grant)
  const { rows: tables } = await client.query<Table>(tablesOf, [role])
  const to = escapeIdentifier(role)
  for (const { name, has, wanted } of tables) {
    if (has.toSorted().join() === wanted.toSorted().join()) continue
    await client.query(`revoke all on ${name} from ${to}; grant ${wanted.join(', ')} on ${name} to ${to}`)
  }
}

interface Table {
  name: string
  has: string[]
  wanted: string[]
}

const missingGrants = `
  select format('grant usage on schema %I to %I', current_schema(), $1::text) as "grant"
  where not has_schema_privilege($1, current_schema(), 'usage')
  union all
  select format('grant %s on database %I to %I', wanted, current_database(), $1::text)
  from unnest(array['connect', 'temporary']) wanted
  where not has_database_privilege($1, current_database(), wanted)`

// What refuses change by trigger is not even asked to. A view shows what the portal may see, and writes nothing.
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
