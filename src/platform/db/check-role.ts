import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Names, in one sentence, an excessive privilege of the connected role; null if there is none. */
export const excessRightsOf = async (db: Db): Promise<string | null> => {
  const { rows } = await faultOfRole.execute(db)
  const { name = '', fault = null } = rows[0] ?? {}
  return (
    fault &&
    `The database role "${name}" ${fault}, so anyone with its password could rewrite the audit trail: give the portal a separate role (docs/deployment.md, "Two roles").`
  )
}

const faultOfRole = sql<{ name: string; fault: string | null }>`
  select current_user::text as name, case
    when me.rolsuper then 'is a superuser'
    when me.rolcreaterole then 'may make and change roles'
    when exists (
      select from pg_class it
      where it.relnamespace = current_schema()::regnamespace and it.relkind = 'r' and pg_has_role(it.relowner, 'member')
    ) then 'owns tables of the portal'
    when has_schema_privilege(current_schema(), 'create') then 'may make and drop tables'
    when exists (
      select from pg_trigger guard
      join pg_proc on pg_proc.oid = guard.tgfoid and pg_proc.proname = 'refuse_change'
      where has_table_privilege(guard.tgrelid, 'update, delete, truncate')
    ) then 'may change what the trail recorded'
  end as fault
  from pg_roles me where me.rolname = current_user`
