import { createHash } from 'node:crypto'
import { Refusal } from '#platform/http/refusal.ts'
import { isGln } from '#shared/check-digit.ts'
import type { EpcisDocument, EpcisEvent } from './document-shapes.ts'
import { glnOf } from './read-identifier.ts'
import { cbvWord, transactionNumber } from './read-words.ts'
import { Contents, maxProblems, type Of, quantitiesOf, type TracedShipment } from './trace-contents.ts'
import { takeBack, type TracedVoid } from './trace-voids.ts'

export interface Traced {
  shipments: TracedShipment[]
  /** Events that the document declares to be wrong, by their IDs. */
  withdrawn: string[]
  /** Those of them that are not in the document themselves. */
  absent: string[]
  /** What void_shipping events take back of other documents. */
  voids: TracedVoid[]
  problems: string[]
}

const maxPackages = 500_000

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
  const contents = new Contents()
  let shipments: TracedShipment[] = []
  const voids: TracedVoid[] = []
  let shipped = 0
  let steps = 0
  const { events, reused } = withoutRepeats(epcisBody.eventList)
  for (const { event, position } of inOrder(events)) {
    if (event.errorDeclaration || (event.eventID && withdrawn.has(event.eventID))) continue
    const step = cbvWord(event.bizStep)
    problems.push(...problemsOfStep(event, step, position))
    if (event.type === 'AggregationEvent') contents.aggregate(event, position)
    else if (event.type === 'TransformationEvent') contents.transform(event, position)
    if (event.type !== 'ObjectEvent') continue
    const isShipping = step === 'shipping' || step === 'void_shipping'
    if (isShipping) steps += 1
    // Another action than OBSERVE is a mistake there, and says nothing about the packages.
    if (event.action === 'ADD' && (!isShipping || event.ilmd)) contents.commission(event.epcList, event.ilmd, position)
    else if (event.action === 'DELETE' && !isShipping) contents.remove(event.epcList, 'was decommissioned')
    if (step === 'void_shipping') {
      const { taken, left, open } = takeBack({ event, position, shipments, contents })
      shipments = left
      if (taken > 0) problems.push(`Event ${position} takes back ${packagesText(taken)} (void_shipping).`)
      if (open.items.length > 0) voids.push(open)
    }
    if (step !== 'shipping') continue
    const shipment = shipmentOf(event, position, contents)
    shipments.push(shipment)
    shipped += shipment.packages.length
    if (shipped > maxPackages)
      throw new Refusal(422, 'This document ships more than 500,000 packages. Send it in parts.')
  }
  const present = new Set(epcisBody.eventList.flatMap((one) => (one.errorDeclaration ? [] : (one.eventID ?? []))))
  const absent = [...withdrawn].filter((id) => !present.has(id))
  if (steps === 0 && withdrawn.size === 0) problems.push('The document has no shipping event.')
  problems.push(...reused, ...shippedTwice(shipments), ...contents.problems)
  return { shipments, withdrawn: [...withdrawn], absent, voids, problems }
}

/** Shipping that is written in another way than the guideline's, which other readers may not read as shipping. */
const problemsOfStep = (event: EpcisEvent, step: string, position: number): string[] => {
  if (step !== 'shipping' && step !== 'void_shipping')
    return /^(?:void_?)?shipp(?:ing|ed)$/i.test(
      step
        .split(/[:/#-]/)
        .at(-1)
        ?.trim() ?? '',
    )
      ? [`Event ${position} has the business step "${step.slice(0, 80)}", which is not shipping.`]
      : []
  if (event.type !== 'ObjectEvent')
    return [`Event ${position} has the step ${step}, but an ${event.type} ships nothing.`]
  return [
    ...(event.action === 'OBSERVE' ? [] : [`Event ${position}: ${step} has the action ${event.action}, not OBSERVE.`]),
    ...(step === 'void_shipping' && (event.quantityList?.length ?? 0) > 0
      ? [`Event ${position} takes back goods without serial numbers, which belong to no known package.`]
      : []),
  ]
}

export const packagesText = (count: number): string => (count === 1 ? '1 package' : `${count} packages`)

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
  return [...counts].map(([pair, count]) => `${pair} both ship ${packagesText(count)}.`)
}

const shipmentOf = (event: Of<'ObjectEvent'>, position: number, contents: Contents): TracedShipment => {
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.length < maxProblems) problems.push(problem)
  }
  const sources = (event.sourceList ?? []).map(({ type, source }) => ({ type: cbvWord(type), uri: source }))
  const destinations = (event.destinationList ?? []).map(({ type, destination }) => ({
    type: cbvWord(type),
    uri: destination,
  }))
  const seller = partyOf(sources, 'owning_party', { name: 'sellers', report })
  const buyer = partyOf(destinations, 'owning_party', { name: 'buyers', report })
  if (sources.every(({ type }) => type !== 'owning_party')) report('the seller (source owning party) is missing.')
  if (destinations.every(({ type }) => type !== 'owning_party'))
    report('the buyer (destination owning party) is missing.')
  const shipFrom = partyOf(sources, 'location', { name: 'source locations', report })
  const shipTo = partyOf(destinations, 'location', { name: 'destination locations', report })
  const { packages, quantities } = contents.packagesIn(event.epcList ?? [], report)
  return {
    event: position,
    eventId: event.eventID ?? '',
    at: new Date(event.eventTime).toISOString(),
    seller,
    buyer,
    shipFrom: shipFrom || glnOf(event.readPoint?.id),
    shipTo,
    transactions: (event.bizTransactionList ?? []).map(({ type, bizTransaction }) => ({
      type: cbvWord(type),
      number: transactionNumber(bizTransaction),
    })),
    packages,
    quantities: [...quantitiesOf(event.quantityList), ...quantities],
    problems,
  }
}

/** The GLN of the one party or place of the type; empty if there is none, or if several contradict each other. */
const partyOf = (
  parties: readonly { type: string; uri: string }[],
  wanted: string,
  { name, report }: { name: string; report: (problem: string) => void },
): string => {
  const found = new Set(parties.flatMap(({ type, uri }) => (type === wanted ? [glnOf(uri) || uri.slice(0, 80)] : [])))
  const [uri = ''] = found
  if (found.size > 1) report(`several ${name} are named: ${[...found].slice(0, 5).join(' and ')}.`)
  else if (uri !== '' && !isGln(uri) && wanted === 'owning_party') report(`one of its ${name} is no GLN: ${uri}.`)
  return found.size === 1 && isGln(uri) ? uri : ''
}
