import { statfs } from 'node:fs/promises'

const leastFreeBytes = 100 * 1024 ** 2
const rememberedMilliseconds = 60_000

let refusedAt = 0

/** The database refused to store something for want of room. */
export const noteFullDisk = (): void => {
  refusedAt = Date.now()
}

/** Whether the database said so within the last minute, or little is left on the disk of this folder. */
export const isDiskFull = async (folder: string): Promise<boolean> => {
  if (Date.now() - refusedAt < rememberedMilliseconds) return true
  // A portal with a database elsewhere may have made nothing there yet.
  const disk = await statfs(folder).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < leastFreeBytes
}
