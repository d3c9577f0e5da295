import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { restore } from '#platform/db/backup.ts'
import { migrate, withoutLimits } from '#platform/db/migrate.ts'

/** Restores a backup into a scratch database, then drops it; throws whatever would make a restore fail. */
export const verifyBackup = async (
  owner: pg.Pool,
  file: string,
  keys: { key: string; signKey?: string },
): Promise<{ rows: number; files: number }> => {
  const name = `apotheca_verify_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client(withoutLimits(owner.options))
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    const scratch = new pg.Pool(scratchOf(owner.options, name))
    let files = 0
    const putFile = async (_name: string, content: Buffer) => {
      if (content.length > 0) files++
    }
    try {
      await migrate(scratch)
      return { rows: await restore(scratch, file, { ...keys, putFile }), files }
    } finally {
      await scratch.end()
      await admin.query(`drop database if exists ${name} with (force)`)
    }
  } finally {
    await admin.end()
  }
}

const scratchOf = (options: pg.PoolOptions, database: string): pg.PoolConfig => {
  const { connectionString, ...rest } = withoutLimits(options)
  if (!connectionString) return { ...rest, database }
  const address = new URL(connectionString)
  address.pathname = `/${database}`
  return { ...rest, connectionString: address.href }
}
