import type pg from 'pg'

const message = 2 ** 20

/** Writes WAL until the disk is full: orders alone would take a minute. */
export const exhaustLog = async (pool: pg.Pool, isOver: () => Promise<boolean>): Promise<void> => {
  while (!(await isOver()))
    await pool.query(`select pg_logical_emit_message(false, 'proof', repeat('x', ${message}))`).catch(() => {})
}
