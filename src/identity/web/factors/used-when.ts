import { momentWords } from '#web/ui/day.tsx'

export const usedWhen = ({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string =>
  `Added ${momentWords(createdAt)} · ${lastUsedAt ? `last used ${momentWords(lastUsedAt)}` : 'not used yet'}`
