import type { LineFinding } from '#compliance/check-supply.ts'
import { joinByKind, type OrderHold } from '../join-reasons.ts'
import type { LockedLine } from './lock-lines.ts'

export interface OrderPart {
  lines: LockedLine[]
  /** Empty if the lines go on. */
  holds: OrderHold[]
}

/** Lines on hold become an order of their own, after the order of the lines that go on. */
export const splitLines = (lines: readonly LockedLine[], findings: readonly LineFinding[]): OrderPart[] => {
  const waiting = new Set(findings.map(({ productId }) => productId))
  const parts = [
    { lines: lines.filter(({ productId }) => !waiting.has(productId)), holds: [] },
    { lines: lines.filter(({ productId }) => waiting.has(productId)), holds: joinByKind(findings) },
  ]
  return parts.filter((part) => part.lines.length > 0)
}
