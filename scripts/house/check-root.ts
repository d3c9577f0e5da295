const most = 20

/** Fails if the root folder has too many entries to overview; dotfiles belong to tools and do not count. */
export const checkRoot = (tracked: readonly string[]): string[] => {
  const entries = new Set(tracked.map((file) => file.replace(/\/.*/s, '')).filter((name) => !name.startsWith('.')))
  return entries.size > most
    ? [
        `The root folder has ${entries.size} entries without a leading dot, ${most} are allowed: ${[...entries].join(', ')}`,
      ]
    : []
}
