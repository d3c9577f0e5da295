import type pg from 'pg'
import { jobChannel } from './queue.ts'

/** Wakes the worker when a commit brings work; when the line breaks, the worker's own looking is enough until it is back. */
export const listenForJobs = (pool: pg.Pool, wake: () => void): { stop(): void } => {
  let client: pg.PoolClient | null = null
  let retry: NodeJS.Timeout | null = null
  let stopped = false

  const connect = async (): Promise<void> => {
    const line = await pool.connect()
    if (stopped) return line.release(true)
    client = line
    line.on('notification', wake)
    line.once('error', again)
    line.once('end', again)
    await line.query(`listen ${jobChannel}`)
    wake()
  }

  const again = () => {
    client?.release(true)
    client = null
    if (stopped || retry) return
    retry = setTimeout(() => {
      retry = null
      connect().catch(again)
    }, 2_000)
    retry.unref()
  }

  connect().catch(again)
  return {
    stop: () => {
      stopped = true
      if (retry) clearTimeout(retry)
      client?.removeListener('error', again)
      client?.removeListener('end', again)
      client?.release(true)
      client = null
    },
  }
}
