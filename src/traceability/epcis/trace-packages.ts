import { createHash } from 'node:crypto'
import { Refusal } from '#platform/http/refusal.ts'
import type { EpcisDocument, EpcisEvent } from './document-shapes.ts'
import { glnOf, keyOf, readIdentifier } from './read-identifier.ts'
import { cbvWord, masterField, transactionNumber } from './read-words.ts'

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
  quantities: { gtin: string; lot: string; quantity: number | null }[]
  /** Contradictions about its contents. */
  problems: string[]
}

export interface Traced {
  shipments: TracedShipment[]
  /** Events that the document declares to be wrong, by their IDs. */
  withdrawn: string[]
  problems: string[]
}

/**
 * Follows packing and unpacking through the events of a document to the packages of each shipment. A case answers for
 * its packages only as long as it was not opened.
 */
export const tracePackages = ({ epcisBody }: Pick<EpcisDocument, 'epcisBody'>): Traced => {
  const declared = epcisBody.eventList.filter(({ errorDeclaration }) => errorDeclaration)
  const withdrawn = new Set(declared.flatMap(({ eventID }) => (eventID ? [eventID] : [])))
  const problems = declared
    .filter(({ eventID }) => !eventID)
    .map(() => 'An error declaration does not name its event, so it is unknown which event is wrong.')
  const state = new Contents()
  const shipments: TracedShipment[] = []
  let shipped = 0
  const { events, reused } = withoutRepeats(epcisBody.eventList)
  for (const { event, position } of inOrder(events)) {
    if (event.errorDeclaration || (event.eventID && withdrawn.has(event.eventID))) continue
    const step = cbvWord(event.bizStep)
    if (event.type === 'AggregationEvent') state.aggregate(event, position)
    else if (event.type === 'ObjectEvent') {
      if (event.action === 'ADD') state.commission(event, position)
      else if (event.action === 'DELETE') state.decommission(event)
      if (step === 'shipping' && event.action === 'OBSERVE') {
        const shipment = shipmentOf(event, position, state)
        shipments.push(shipment)
        shipped += shipment.packages.length
        if (shipped > maxPackages)
          throw new Refusal(422, 'This document ships more than 500,000 packages. Send it in parts.')
      }
    }
  }
  problems.push(...reused, ...shippedTwice(shipments), ...state.problems)
  return { shipments, withdrawn: [...withdrawn], problems }
}

interface Numbered {
  event: EpcisEvent
  /** From 1. */
  position: number
}

/** An event that is captured twice happened once; two different ones cannot have the same ID. */
const withoutRepeats = (list: readonly EpcisEvent[]): { events: Numbered[]; reused: string[] } => {
  const seen = new Set<string>()
  const positions = new Map<string, number>()
  const reused: string[] = []
  const events = list.flatMap((event, at) => {
    const { recordTime: _, ...facts } = event
    // The digest, because the text of a hundred thousand packages is long.
    const text = createHash('sha256').update(JSON.stringify(facts)).digest('base64')
    if (seen.has(text)) return []
    seen.add(text)
    const position = at + 1
    const { eventID, errorDeclaration } = event
    const before = eventID && !errorDeclaration ? positions.get(eventID) : undefined
    if (before !== undefined) reused.push(`Event ${position} has the ID of event ${before}, but another content.`)
    else if (eventID && !errorDeclaration) positions.set(eventID, position)
    return [{ event, position }]
  })
  return { events, reused: reused.slice(0, maxProblems) }
}

const inOrder = (events: readonly Numbered[]) =>
  events
    .map((one) => ({ ...one, time: Date.parse(one.event.eventTime) }))
    .toSorted((one, other) => one.time - other.time || one.position - other.position)

/** The same seller cannot ship a package twice. */
const shippedTwice = (shipments: readonly TracedShipment[]): string[] => {
  if (shipments.length < 2) return []
  const first = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { event, seller, packages } of shipments)
    for (const { gtin, serial } of packages) {
      const key = `${seller} ${gtin}/${serial}`
      const before = first.get(key)
      if (before === undefined) first.set(key, event)
      else if (before !== event) {
        const pair = `Events ${before} and ${event}`
        counts.set(pair, (counts.get(pair) ?? 0) + 1)
      }
    }
  return [...counts].map(([pair, count]) => `${pair} both ship ${count === 1 ? '1 package' : `${count} packages`}.`)
}

type Of<T extends EpcisEvent['type']> = Extract<EpcisEvent, { type: T }>

const maxProblems = 100
const maxDepth = 20
const maxPackages = 500_000

/** Which item is in which container, and the lot of each item, at one moment. */
class Contents {
  readonly problems: string[] = []
  private readonly parents = new Map<string, string>()
  private readonly children = new Map<string, Set<string>>()
  private readonly facts = new Map<string, { lot: string; expiry: string }>()
  private readonly opened = new Set<string>()
  private readonly gone = new Set<string>()
  private readonly keys = new Map<string, string>()

  commission(event: Of<'ObjectEvent'>, position: number): void {
    const lot = masterField(event.ilmd, 'lotNumber')
    const expiry = masterField(event.ilmd, 'itemExpirationDate').slice(0, 10)
    // One object for all packages of the event.
    const facts = { lot, expiry }
    for (const epc of event.epcList ?? []) {
      const key = this.keyOf(epc)
      const before = this.facts.get(key)
      if (before && (before.lot !== lot || before.expiry !== expiry))
        this.report(`Event ${position} commissions ${key} again, with another lot or expiry date.`)
      this.facts.set(key, facts)
    }
  }

  decommission(event: Of<'ObjectEvent'>): void {
    for (const epc of event.epcList ?? []) {
      const key = this.keyOf(epc)
      this.gone.add(key)
      this.takeOut(key)
    }
  }

  aggregate({ parentID, childEPCs = [], action }: Of<'AggregationEvent'>, position: number): void {
    if (!parentID) return
    const parent = this.keyOf(parentID)
    const named = childEPCs.map((epc) => this.keyOf(epc))
    if (action === 'DELETE') {
      for (const child of named.length > 0 ? named : [...(this.children.get(parent) ?? [])]) this.takeOut(child)
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

  /** The packages in items that were shipped; reports containers whose contents the document does not say. */
  packagesIn(epcs: readonly string[], report: (problem: string) => void): TracedPackage[] {
    const found: TracedPackage[] = []
    const passed = new Set<string>()
    const visit = (key: string, container: string, depth: number): void => {
      if (passed.has(key)) return report(`${key} is in the shipment more than once, or inside itself.`)
      passed.add(key)
      if (depth > maxDepth) return report(`${key} is packed more than ${maxDepth} levels deep.`)
      if (this.gone.has(key)) report(`${key} was decommissioned before it was shipped.`)
      const inside = this.children.get(key)
      if (inside && inside.size > 0) {
        for (const child of inside) visit(child, key, depth + 1)
        return
      }
      const { gtin, serial } = partsOf(key)
      const isCase = /^[1-8]/.test(gtin)
      if (!gtin || isCase)
        return report(
          this.opened.has(key)
            ? `${key} was opened and is empty, but was shipped.`
            : `The document does not say which packages ${key} contains.`,
        )
      const { lot, expiry } = this.facts.get(key) ?? this.facts.get(container) ?? { lot: '', expiry: '' }
      found.push({ gtin, serial, lot, expiry, container })
    }
    for (const epc of epcs) {
      const key = this.keyOf(epc)
      const parent = this.parents.get(key)
      if (parent !== undefined) report(`${key} was shipped on its own, but is still in ${parent}.`)
      visit(key, '', 0)
    }
    return found
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

const shipmentOf = (event: Of<'ObjectEvent'>, position: number, contents: Contents): TracedShipment => {
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < maxProblems) problems.push(problem)
  }
  const packages = contents.packagesIn(event.epcList ?? [], report)
  const source = (type: string) => event.sourceList?.find((one) => cbvWord(one.type) === type)?.source
  const destination = (type: string) => event.destinationList?.find((one) => cbvWord(one.type) === type)?.destination
  return {
    event: position,
    eventId: event.eventID ?? '',
    at: new Date(event.eventTime).toISOString(),
    seller: glnOf(source('owning_party')),
    buyer: glnOf(destination('owning_party')),
    shipFrom: glnOf(source('location') ?? event.readPoint?.id),
    shipTo: glnOf(destination('location')),
    transactions: (event.bizTransactionList ?? []).map(({ type, bizTransaction }) => ({
      type: cbvWord(type),
      number: transactionNumber(bizTransaction),
    })),
    packages,
    quantities: (event.quantityList ?? []).flatMap(({ epcClass, quantity = null }) => {
      const identifier = readIdentifier(epcClass)
      return identifier.kind === 'class' ? [{ gtin: identifier.gtin, lot: identifier.lot, quantity }] : []
    }),
    problems,
  }
}
