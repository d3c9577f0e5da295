import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const megabytes = 1_024
const block = 4_096

export interface SmallDisk {
  fill(): void
  empty(): void
  unmount(): void
}

/** Mounts a small disk for the folder, so that it can be filled; null without the permission to mount. */
export const mountSmallDisk = (image: string, folder: string): SmallDisk | null => {
  try {
    run('truncate', '--size', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-F', '-m', '0', image)
    run('mount', '-o', 'loop', image, folder)
  } catch {
    rmSync(image, { force: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    fill: () => {
      let size = 0
      for (let piece = 2 ** 29; piece >= block;)
        try {
          run('fallocate', '--offset', String(size), '--length', String(piece), filler)
          size += piece
        } catch {
          piece /= 2
        }
    },
    empty: () => rmSync(filler, { force: true }),
    // Lazily, because a killed process may not be gone yet.
    unmount: () => run('umount', '--lazy', folder),
  }
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'ignore' })
