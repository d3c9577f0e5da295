import { statfs } from 'node:fs/promises'

const leastFreeBytes = 100 * 1024 ** 2
const rememberedMilliseconds = 60_000

const [leastRoomBytes, leastShare] = [1024 ** 3, 0.05]

/** Whether a disk has room for some days yet, and how much that is. */
export const roomOn = ({ free, size }: { free: number; size: number }): { isEnough: boolean; free: string } => ({
  // Of what has no size nothing is stored.
  isEnough: size === 0 || (free >= leastRoomBytes && free >= size * leastShare),
  free: `${(free / 1024 ** 3).toFixed(1)} GB`,
})

let refusedAt = 0

/** The database refused to store something for want of room. */
export const noteFullDisk = (): void => {
  refusedAt = Date.now()
}

/** A portal that is just being opened was refused nothing yet. */
export const forgetFullDisk = (): void => {
  refusedAt = 0
}

/** Whether the database said so within the last minute, or little is left on the disk of this folder. */
export const isDiskFull = async (folder: string): Promise<boolean> => {
  if (Date.now() - refusedAt < rememberedMilliseconds) return true
  // A portal with a database elsewhere may have made nothing there yet.
  const disk = await statfs(folder).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < leastFreeBytes
}
