import type { EpcisEvent } from './document-shapes.ts'
import { keyOf, readIdentifier } from './read-identifier.ts'
import { masterField } from './read-words.ts'

export interface TracedPackage {
  /** 14 digits. */
  gtin: string
  serial: string
  /** Empty if the document does not say, like the expiry (YYYY-MM-DD). */
  lot: string
  expiry: string
  /** Key of the case or pallet that contains it; empty if it was shipped by itself. */
  container: string
}

export interface TracedQuantity {
  gtin: string
  lot: string
  /** Null if the document does not say. */
  quantity: number | null
}

/** One shipping event. Empty texts are what the document does not say. */
export interface TracedShipment {
  /** Position in the document, from 1. */
  event: number
  eventId: string
  /** UTC. */
  at: string
  seller: string
  buyer: string
  shipFrom: string
  shipTo: string
  transactions: { type: string; number: string }[]
  packages: TracedPackage[]
  /** Goods without serial numbers. */
  quantities: TracedQuantity[]
  /** Contradictions about its contents. */
  problems: string[]
}

export type Of<T extends EpcisEvent['type']> = Extract<EpcisEvent, { type: T }>

export const maxProblems = 100
const maxDepth = 20

interface Shipped {
  packages: TracedPackage[]
  quantities: TracedQuantity[]
}

/** Which item is in which container, and the lot of each item, at one moment. */
export class Contents {
  readonly problems: string[] = []
  private readonly parents = new Map<string, string>()
  private readonly children = new Map<string, Set<string>>()
  private readonly facts = new Map<string, { lot: string; expiry: string }>()
  private readonly opened = new Set<string>()
  /** Why an item is no longer there. */
  private readonly gone = new Map<string, string>()
  /** Goods without serial numbers in a container. */
  private readonly loose = new Map<string, TracedQuantity[]>()
  private readonly keys = new Map<string, string>()

  commission(epcs: readonly string[] = [], ilmd: Of<'ObjectEvent'>['ilmd'], position: number): void {
    const lot = masterField(ilmd, 'lotNumber')
    const expiry = dayOf(masterField(ilmd, 'itemExpirationDate'))
    // One object for all packages of the event.
    const facts = { lot, expiry }
    for (const epc of epcs) {
      const key = this.keyOf(epc)
      const before = this.facts.get(key)
      if (before && (before.lot !== lot || before.expiry !== expiry))
        this.report(`Event ${position} commissions ${key} again, with another lot or expiry date.`)
      this.facts.set(key, facts)
    }
  }

  /** The reason is worded as `was …`. */
  remove(epcs: readonly string[] = [], reason: string): void {
    for (const epc of epcs) {
      const key = this.keyOf(epc)
      this.gone.set(key, reason)
      this.takeOut(key)
    }
  }

  /** Outputs that have no lot of their own keep what was said of them before. */
  transform({ inputEPCList, outputEPCList, ilmd }: Of<'TransformationEvent'>, position: number): void {
    this.remove(inputEPCList, 'was used up by a transformation')
    if (ilmd) this.commission(outputEPCList, ilmd, position)
  }

  aggregate(event: Of<'AggregationEvent'>, position: number): void {
    const { parentID, childEPCs = [], childQuantityList, action } = event
    if (!parentID) {
      if (action !== 'OBSERVE') this.report(`Event ${position} does not say into or out of what it packs.`)
      return
    }
    const parent = this.keyOf(parentID)
    const named = childEPCs.map((epc) => this.keyOf(epc))
    const loose = quantitiesOf(childQuantityList)
    if (action === 'DELETE') {
      const isAll = named.length === 0 && loose.length === 0
      for (const child of isAll ? [...(this.children.get(parent) ?? [])] : named) this.takeOut(child)
      this.loose.set(parent, isAll ? [] : without(this.loose.get(parent) ?? [], loose))
      this.opened.add(parent)
      return
    }
    if (action === 'OBSERVE' && this.children.has(parent)) return this.compare(parent, named, position)
    const inside = this.children.get(parent) ?? new Set()
    for (const child of named) {
      const other = this.parents.get(child)
      if (other !== undefined && other !== parent)
        this.report(`Event ${position} packs ${child} into ${parent}, but it is still in ${other}.`)
      this.parents.set(child, parent)
      inside.add(child)
    }
    this.children.set(parent, inside)
    if (loose.length > 0) this.loose.set(parent, [...(this.loose.get(parent) ?? []), ...loose])
  }

  private compare(parent: string, named: readonly string[], position: number): void {
    const inside = this.children.get(parent) ?? new Set()
    if (named.length !== inside.size || named.some((child) => !inside.has(child)))
      this.report(`Event ${position} observes other contents of ${parent} than were packed.`)
  }

  private takeOut(child: string): void {
    const parent = this.parents.get(child)
    if (parent === undefined) return
    this.parents.delete(child)
    this.children.get(parent)?.delete(child)
    this.opened.add(parent)
  }

  /** The packages and loose goods in items that were shipped; reports containers whose contents the document does not say. */
  packagesIn(epcs: readonly string[], report: (problem: string) => void): Shipped {
    const found: Shipped = { packages: [], quantities: [] }
    const passed = new Set<string>()
    const visit = (key: string, container: string, depth: number): void => {
      if (passed.has(key)) return report(`${key} is in the shipment more than once, or inside itself.`)
      passed.add(key)
      if (depth > maxDepth) return report(`${key} is packed more than ${maxDepth} levels deep.`)
      const reason = this.gone.get(key)
      if (reason) report(`${key} ${reason} before it was shipped.`)
      const inside = this.children.get(key) ?? []
      const loose = this.loose.get(key) ?? []
      found.quantities.push(...loose)
      for (const child of inside) visit(child, key, depth + 1)
      if ([...inside].length > 0 || loose.length > 0) return
      const { gtin, serial } = partsOf(key)
      const isCase = /^[1-8]/.test(gtin)
      if (!gtin || isCase)
        return report(
          this.opened.has(key)
            ? `${key} was opened and is empty, but was shipped.`
            : `The document does not say which packages ${key} contains.`,
        )
      const { lot, expiry } = this.facts.get(key) ?? this.facts.get(container) ?? { lot: '', expiry: '' }
      found.packages.push({ gtin, serial, lot, expiry, container })
    }
    for (const epc of epcs) {
      const key = this.keyOf(epc)
      const parent = this.parents.get(key)
      if (parent !== undefined) report(`${key} was shipped on its own, but is still in ${parent}.`)
      visit(key, '', 0)
    }
    return found
  }

  /** The item and all that it contains at this moment. */
  keysUnder(epc: string): string[] {
    const found = new Set([this.keyOf(epc)])
    // A set visits what is added on the way.
    for (const key of found) for (const child of this.children.get(key) ?? []) found.add(child)
    return [...found]
  }

  /** The same string each time, because every package is named by several events. */
  private keyOf(epc: string): string {
    const known = this.keys.get(epc)
    if (known !== undefined) return known
    const key = keyOf(readIdentifier(epc))
    this.keys.set(epc, key)
    return key
  }

  private report(problem: string): void {
    if (this.problems.length < maxProblems) this.problems.push(problem)
  }
}

const partsOf = (key: string): { gtin: string; serial: string } => {
  const [, gtin = '', serial = ''] = /^(\d{14})\/(?!\/)(.+)$/s.exec(key) ?? []
  return { gtin, serial }
}

/** A date with a time or a zone is its day; another text stays, for the finding. */
const dayOf = (text: string): string => {
  const [, day = text] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? []
  return day.slice(0, 100)
}

/** Goods without serial numbers in the list. */
export const quantitiesOf = (list: Of<'ObjectEvent'>['quantityList'] = []): TracedQuantity[] =>
  list.flatMap(({ epcClass, quantity = null }) => {
    const identifier = readIdentifier(epcClass)
    return identifier.kind === 'class' ? [{ gtin: identifier.gtin, lot: identifier.lot, quantity }] : []
  })

const without = (all: readonly TracedQuantity[], taken: readonly TracedQuantity[]): TracedQuantity[] => {
  const left = all.map((one) => ({ ...one }))
  for (const { gtin, lot, quantity } of taken) {
    const one = left.find((other) => other.gtin === gtin && other.lot === lot)
    if (one) one.quantity = quantity === null || one.quantity === null ? 0 : one.quantity - quantity
  }
  return left.filter(({ quantity }) => quantity === null || quantity > 0)
}
