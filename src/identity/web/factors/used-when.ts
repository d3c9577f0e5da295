import { localMomentWords } from '#shared/day-words.ts'

export const usedWhen = ({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string =>
  `Added ${localMomentWords(createdAt)} · ${lastUsedAt ? `last used ${localMomentWords(lastUsedAt)}` : 'not used yet'}`
