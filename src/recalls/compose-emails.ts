import { nameWithMarks } from '#catalog/line-words.ts'
import { type Addressee, composeEmail, facts, link } from '#mail/compose-email.ts'
import { dayWords } from '#shared/day-words.ts'
import { classWords, lotWords, type RecalledProduct, type RecallFields } from './recall-shapes.ts'

interface Sender {
  publicUrl: string
  /** Where customers ask; left out if unknown. */
  contact: string
}

const urgent = 'URGENT: DRUG RECALL'

type Recalled = Pick<RecallFields, 'firm' | 'class' | 'reason' | 'instructions' | 'replyBy' | 'soldSince'> & {
  _id: string
  products: readonly RecalledProduct[]
}

/** The letter of a recall (21 CFR 7.49): what, why, what to do, and no advertising. */
export const recallEmail = (
  to: Addressee,
  name: string,
  { recall, publicUrl, contact }: Sender & { recall: Recalled },
) =>
  composeEmail(to, `${urgent} – ${namesOf(recall.products)} (${classWords[recall.class]})`, [
    urgent,
    `To ${name}: ${recall.firm} has started a ${recall.class === 'withdrawal' ? 'market withdrawal' : classWords[recall.class]} of a product that you may have received from us since ${dayWords(recall.soldSince)}.`,
    ...recall.products.map(({ name, strength, packSize, ndcNumber, manufacturer, lots, ...marks }) =>
      facts([
        ['Product', [nameWithMarks(name, marks), strength, packSize].filter(Boolean).join(', ')],
        ndcNumber && ['NDC', ndcNumber],
        manufacturer && ['Manufacturer', manufacturer],
        ['Recalled', lotWords(lots)],
      ]),
    ),
    `Reason: ${recall.reason}`,
    `What to do: ${recall.instructions}`,
    'If you passed any of it on, notify your own customers now.',
    `Reply by ${dayWords(recall.replyBy)}, even if you have none: what you have on hand, returned and passed on.`,
    link(publicUrl, 'Reply to this recall', `/recalls/${recall._id}`),
    contact && `Questions: ${contact}`,
  ])

interface Suspected {
  product: Pick<RecalledProduct, 'name' | 'ndcNumber' | 'manufacturer' | 'deaSchedule' | 'coldStatus'>
  lots: readonly string[]
  serials: readonly string[]
}

const suspectFacts = ({ product, lots, serials }: Suspected) =>
  facts([
    ['Product', nameWithMarks(product.name, product)],
    product.ndcNumber && ['NDC', product.ndcNumber],
    product.manufacturer && ['Manufacturer', product.manufacturer],
    ['Lots', lotWords(lots)],
    serials.length > 0 && ['Serial numbers', serials.join(', ')],
  ])

export const illegitimateEmail = (to: Addressee, name: string, { contact, ...suspect }: Suspected & Sender) =>
  composeEmail(to, `URGENT: ILLEGITIMATE PRODUCT – ${suspect.product.name}`, [
    'URGENT: ILLEGITIMATE PRODUCT',
    `To ${name}: we found that a product you may have received from us is illegitimate under section 582 of the FD&C Act. We are notifying FDA.`,
    suspectFacts(suspect),
    'Stop using and selling it, set it apart, and contact us. If you passed any of it on, notify those customers.',
    contact && `Contact: ${contact}`,
  ])

export const endOfNoticeEmail = (to: Addressee, name: string, { contact, ...suspect }: Suspected & Sender) =>
  composeEmail(to, `Illegitimate product notice ended – ${suspect.product.name}`, [
    `To ${name}: our notice of an illegitimate product has ended, in agreement with FDA.`,
    suspectFacts(suspect),
    contact && `Contact: ${contact}`,
  ])

interface Loss {
  product_name: string
  dea_schedule: string
  cold_status?: string | undefined
  kind: string
  quantity: number
  note?: string | undefined
  deaDue: string
  formDue: string
}

/** To compliance, about a controlled product. */
export const lossEmail = (
  to: string,
  { product_name: name, dea_schedule: schedule, cold_status: storage, kind, quantity, note, deaDue, formDue }: Loss,
  publicUrl: string,
) =>
  composeEmail(to, `${schedule} reported ${kind}: ${name}`, [
    `A controlled line was reported as ${kind}.`,
    facts([
      ['Product', name],
      ['DEA schedule', schedule],
      storage && ['Storage', storage],
      ['Quantity', String(quantity)],
      ['Notify DEA by', dayWords(deaDue)],
      ['File DEA Form 106 by', dayWords(formDue)],
    ]),
    note,
    link(publicUrl, 'View losses', '/admin/losses'),
  ])

const namesOf = ([first, ...others]: readonly RecalledProduct[]): string =>
  `${first?.name ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`
