import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Connection } from '../src/platform/embedded-postgres/postmaster.ts'

/** What each portal of a run starts from. */
export interface Template {
  server: Connection
  database: string
  /** A file with the initial books of the ERP simulator. */
  books: string
}

const variable = 'APOTHECA_JOURNEY_TEMPLATE'

/** Workers of Playwright read it from the environment. */
export const readTemplate = (): Template => JSON.parse(process.env[variable] ?? '') as Template

export const makeTemplate = async (server: Connection): Promise<void> => {
  const program = resolve(import.meta.dirname, 'make-template.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(server)])
  process.env[variable] = JSON.stringify({ server, ...(JSON.parse(stdout) as Omit<Template, 'server'>) })
}

const administer = async <T>(server: Connection, work: (admin: pg.Client) => Promise<T>): Promise<T> => {
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

const clones = 'journey_'

/** A database for one portal, with its address for the role that the portal uses. */
export const cloneTemplate = async ({ server, database }: Template) => {
  const name = `${clones}${process.pid}_${Date.now()}`
  await administer(server, (admin) =>
    admin.query(`create database ${name} template ${database} strategy file_copy owner ${ownerRole}`),
  )
  const host = encodeURIComponent(server.host)
  return {
    url: `postgres://${portalRole}@localhost/${name}?host=${host}&port=${server.port}`,
    remove: () => administer(server, (admin) => admin.query(`drop database if exists ${name} with (force)`)),
  }
}

/** Removes what workers left that ended early. */
export const removeClones = ({ server }: Template): Promise<void> =>
  administer(server, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [clones],
    )
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`)
  })

/** As required by docs/deployment.md: the owner of the tables is not the role that works with them. */
export const ownerRole = 'apotheca_owner'
const portalRole = 'apotheca_portal'
