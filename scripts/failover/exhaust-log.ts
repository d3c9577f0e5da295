import type pg from 'pg'

const message = 2 ** 20

/** Writes to PostgreSQL's log until it is over: orders alone would need a minute for what a full disk leaves of it. */
export const exhaustLog = async (pool: pg.Pool, isOver: () => Promise<boolean>): Promise<void> => {
  while (!(await isOver()))
    await pool.query(`select pg_logical_emit_message(false, 'proof', repeat('x', ${message}))`).catch(() => {})
}
