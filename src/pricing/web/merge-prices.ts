import type { ContractPrice } from '#catalog/contract.ts'

/** Reapplies the user's unsaved edits to the current list, so entries saved by others are not lost. */
export const mergePrices = (loaded: ContractPrice[], mine: ContractPrice[], now: ContractPrice[]): ContractPrice[] => {
  const before = new Map(loaded.map((entry) => [entry.userId, entry.price]))
  const kept = new Set(mine.map(({ userId }) => userId))
  const removed = new Set(loaded.flatMap(({ userId }) => (kept.has(userId) ? [] : [userId])))
  const decided = mine.filter(({ userId, price }) => before.get(userId) !== price)
  const decidedIds = new Set(decided.map(({ userId }) => userId))
  return [...now.filter(({ userId }) => !removed.has(userId) && !decidedIds.has(userId)), ...decided]
}
