import type pg from 'pg'

export interface Channel {
  name: string
  heard(): void
  /** Called when the connection is established and notifications arrive. */
  ready?(): void
}

/** Listens for notifications on a dedicated connection and reconnects when it breaks. */
export const listen = (pool: pg.Pool, channels: readonly Channel[]): { stop(): void } => {
  let client: pg.PoolClient | null = null
  let retry: NodeJS.Timeout | null = null
  let stopped = false

  const connect = async (): Promise<void> => {
    const line = await pool.connect()
    if (stopped) return line.release(true)
    client = line
    line.on('notification', ({ channel }) => channels.find(({ name }) => name === channel)?.heard())
    line.once('error', again)
    line.once('end', again)
    await line.query(channels.map(({ name }) => `listen ${name}`).join(';'))
    for (const { ready } of channels) ready?.()
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
