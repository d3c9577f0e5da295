import { statfs } from 'node:fs/promises'

const leastFreeBytes = 100 * 1024 ** 2
const rememberedMilliseconds = 60_000

const [leastRoomBytes, leastShare] = [1024 ** 3, 0.05]

/** Whether a disk has enough space for the next days, and how much is free. */
export const roomOn = ({ free, size }: { free: number; size: number }): { isEnough: boolean; free: string } => ({
  // A file system without a size stores nothing.
  isEnough: size === 0 || (free >= leastRoomBytes && free >= size * leastShare),
  free: `${(free / 1024 ** 3).toFixed(1)} GB`,
})

let refusedAt = 0

/** Records that the database ran out of disk space. */
export const noteFullDisk = (): void => {
  refusedAt = Date.now()
}

/** For tests: a newly opened portal has no failure on record. */
export const forgetFullDisk = (): void => {
  refusedAt = 0
}

/** Whether the database ran out of space within the last minute, or the disk of this folder is nearly full. */
export const isDiskFull = async (folder: string): Promise<boolean> => {
  if (Date.now() - refusedAt < rememberedMilliseconds) return true
  // With a remote database the folder may not exist yet.
  const disk = await statfs(folder).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < leastFreeBytes
}
