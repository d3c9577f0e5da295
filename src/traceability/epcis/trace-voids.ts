import type { Contents, Of, TracedShipment } from './trace-contents.ts'
import { glnOf } from './read-identifier.ts'
import { cbvWord } from './read-words.ts'

/** What a void_shipping event takes back of shipments that are not in its document. */
export interface TracedVoid {
  event: number
  /** UTC. */
  at: string
  /** GLN; empty if the event does not say. */
  seller: string
  items: VoidedItem[]
}

/** One named item, with itself and what it contains as far as the document says. */
interface VoidedItem {
  key: string
  keys: string[]
}

interface TakenBack {
  taken: number
  left: TracedShipment[]
  open: TracedVoid
}

interface Voiding {
  event: Of<'ObjectEvent'>
  position: number
  shipments: readonly TracedShipment[]
  contents: Contents
}

/**
 * Reads void_shipping as the Core Business Vocabulary defines it: its items did not leave as the latest earlier
 * shipping event of the seller says. Returns how many packages it took out of shipments of its own document, the
 * shipments that are left, and what it takes back of other documents.
 */
export const takeBack = ({ event, position, shipments, contents }: Voiding): TakenBack => {
  const source = event.sourceList?.find(({ type }) => cbvWord(type) === 'owning_party')?.source
  const seller = glnOf(source)
  const shippedIn = new Map<string, TracedShipment>()
  /** By case, or empty for packages on their own. */
  const packagesIn = new Map<string, string[]>()
  for (const shipment of shipments) {
    if (seller !== '' && shipment.seller !== seller) continue
    for (const { gtin, serial, container } of shipment.packages) {
      const key = `${gtin}/${serial}`
      shippedIn.set(key, shipment)
      const inside = packagesIn.get(container) ?? []
      if (inside.length === 0) packagesIn.set(container, inside)
      inside.push(key)
    }
  }
  const taken = new Set<string>()
  const items: VoidedItem[] = []
  for (const epc of event.epcList ?? []) {
    const keys = contents.keysUnder(epc)
    const found = keys.flatMap((key) => (shippedIn.has(key) ? [key] : (packagesIn.get(key) ?? [])))
    for (const key of found) taken.add(key)
    if (found.length === 0) items.push({ key: keys[0] ?? epc, keys })
  }
  const changed = new Set([...taken].flatMap((key) => shippedIn.get(key) ?? []))
  for (const shipment of changed)
    shipment.packages = shipment.packages.filter(({ gtin, serial }) => {
      const key = `${gtin}/${serial}`
      return !taken.has(key) || shippedIn.get(key) !== shipment
    })
  const isLeft = (one: TracedShipment) => !changed.has(one) || one.packages.length > 0 || one.quantities.length > 0
  const open = { event: position, at: new Date(event.eventTime).toISOString(), seller, items }
  return { taken: taken.size, left: shipments.filter(isLeft), open }
}
