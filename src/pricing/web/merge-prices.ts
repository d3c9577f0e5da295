import type { ContractPrice } from '#catalog/contract.ts'

/** What was decided since the list was loaded, applied to the list as it is now: nobody's other entries are lost. */
export const mergePrices = (loaded: ContractPrice[], mine: ContractPrice[], now: ContractPrice[]): ContractPrice[] => {
  const before = new Map(loaded.map((entry) => [entry.userId, entry.price]))
  const kept = new Set(mine.map(({ userId }) => userId))
  const removed = new Set(loaded.flatMap(({ userId }) => (kept.has(userId) ? [] : [userId])))
  const decided = mine.filter(({ userId, price }) => before.get(userId) !== price)
  const decidedIds = new Set(decided.map(({ userId }) => userId))
  return [...now.filter(({ userId }) => !removed.has(userId) && !decidedIds.has(userId)), ...decided]
}
