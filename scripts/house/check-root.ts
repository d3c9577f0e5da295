const most = 20

/** Whether the root folder shows more than a reader takes in at a glance; names with a dot first belong to tools. */
export const checkRoot = (tracked: readonly string[]): string[] => {
  const entries = new Set(tracked.map((file) => file.replace(/\/.*/s, '')).filter((name) => !name.startsWith('.')))
  return entries.size > most
    ? [
        `The root folder has ${entries.size} entries without a leading dot, ${most} are allowed: ${[...entries].join(', ')}`,
      ]
    : []
}
