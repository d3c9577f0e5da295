/** The job kind of the daily backup. */
export const backupKind = 'portal.backup'

/** Named by the start time. */
export const backupName = (at: Date) => `apotheca-${at.toISOString().replaceAll(':', '-').slice(0, 19)}Z.backup`

export const backupTime = (name: string): Date | null => {
  const [, day, hour, minute, second] = /^apotheca-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}Z`) : null
}

/** In seconds; Infinity if there is none. */
export const ageOfNewest = (names: readonly string[]): number => {
  const times = names.flatMap((name) => backupTime(name)?.getTime() ?? [])
  return (Date.now() - Math.max(-Infinity, ...times)) / 1_000
}

/** Filters the portal's own backups, newest last. */
export const backupsAmong = (names: readonly string[]): string[] => names.filter((name) => backupTime(name)).toSorted()
