import type { LineFinding } from '#compliance/check-supply.ts'
import { joinByKind, type OrderHold } from '../join-reasons.ts'
import type { LockedLine } from './lock-lines.ts'

export interface OrderPart {
  lines: LockedLine[]
  /** Empty if the lines go on. */
  holds: OrderHold[]
}

/**
 * Lines on hold become an order of their own, after the order of the lines that go on. Lines under review are apart from
 * other lines on hold, because an order that is reported never ships.
 */
export const splitLines = (lines: readonly LockedLine[], findings: readonly LineFinding[]): OrderPart[] => {
  const waiting = new Set(findings.map(({ productId }) => productId))
  const reviewed = new Set(findings.flatMap(({ kind, productId }) => (kind === 'review' ? [productId] : [])))
  const partOf = (isIn: (productId: string) => boolean) => ({
    lines: lines.filter(({ productId }) => isIn(productId)),
    holds: joinByKind(findings.filter(({ productId }) => isIn(productId))),
  })
  const parts = [
    partOf((id) => !waiting.has(id)),
    partOf((id) => waiting.has(id) && !reviewed.has(id)),
    partOf((id) => reviewed.has(id)),
  ]
  return parts.filter((part) => part.lines.length > 0)
}
