const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const usedWhen = ({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string =>
  `Added ${moment.format(new Date(createdAt))} · ${
    lastUsedAt ? `last used ${moment.format(new Date(lastUsedAt))}` : 'not used yet'
  }`
