import { isDecimal } from './decimal.ts'
import type { Initial } from './initial.ts'

type Rule = (value: unknown, place: string) => void

/** Checks a text against the format of initial.ts; an empty text is an empty file. */
export const parseInitial = (text: string): Initial => {
  if (text.trim() === '') return {}
  const parsed: unknown = JSON.parse(text)
  file(parsed, 'initial')
  return parsed as Initial // the rules below are initial.ts, name by name
}

const fail = (place: string, wanted: string): never => {
  throw new Error(`${place}: expected ${wanted}`)
}

const matching =
  (wanted: string, test: (text: string) => boolean): Rule =>
  (value, place) => {
    if (typeof value !== 'string' || !test(value)) fail(place, wanted)
  }

const record = (required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule => {
  const rules = new Map(Object.entries({ ...required, ...optional }))
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(place, 'an object')
    for (const name of Object.keys(required)) if (!Object.hasOwn(value, name)) fail(`${place}.${name}`, 'a value')
    for (const [name, entry] of Object.entries(value)) {
      const rule = rules.get(name) ?? fail(`${place}.${name}`, `one of ${[...rules.keys()].join(', ')}`)
      rule(entry, `${place}.${name}`)
    }
  }
}

const list =
  (rule: Rule): Rule =>
  (value, place) => {
    if (!Array.isArray(value)) return fail(place, 'a list')
    for (const [position, entry] of value.entries()) rule(entry, `${place}[${position}]`)
  }

const yesNo: Rule = (value, place) => {
  if (typeof value !== 'boolean') fail(place, 'true or false')
}

const text = (longest: number) =>
  matching(`a text of at most ${longest} characters`, (value) => value.length <= longest)
const id = (longest: number) =>
  matching(
    `an id of 1 to ${longest} characters without * and '`,
    (value) => /^[^*']+$/.test(value) && value.length <= longest,
  )
const number = matching('a number as text, of at most 12 digits', (value) => /^\d{1,12}$/.test(value))
const amount = matching('a decimal as text', isDecimal)
const positive = matching('a decimal above zero as text', (value) => isDecimal(value) && Number(value) > 0)
const oneOf = (...allowed: readonly string[]) =>
  matching(`one of ${allowed.join(', ')}`, (value) => allowed.includes(value))
const moment = matching(
  'a date, or a distance such as "-12d"',
  (value) => /^-\d+(\.\d+)?[dh]$/.test(value) || (/^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))),
)
const usages = list(oneOf('XXDEFAULT', 'SHIP_TO', 'BILL_TO'))

const lines = list(record({ product: id(60), quantity: positive }, { unit: id(3), price: amount, cancelled: yesNo }))

const file = record(
  {},
  {
    accounts: list(
      record(
        { id: id(10), name: text(80) },
        {
          status: oneOf('active', 'blocked'),
          created: moment,
          changed: moment,
          credit: record({ limit: amount }, { left: amount, currency: id(3) }),
          identifications: list(record({ type: text(6), id: text(60) })),
          addresses: list(
            record(
              { street: text(60), city: text(40), region: text(6), postalCode: text(10) },
              {
                uuid: text(36),
                house: text(10),
                country: text(3),
                careOf: text(40),
                email: text(255),
                phone: text(40),
                usages,
                defaultFor: usages,
              },
            ),
          ),
        },
      ),
    ),
    materials: list(
      record(
        { id: id(40), description: text(500), unit: id(3), price: amount },
        { currency: id(3), cold: yesNo, gtin: text(14) },
      ),
    ),
    orders: list(
      record(
        { id: number, account: id(10), created: moment, lines },
        {
          reference: text(35),
          name: text(255),
          status: oneOf('1', '2', '3', '4'),
          cancelled: yesNo,
          changed: moment,
          purchaseOrder: text(60),
          shipVia: text(60),
          tracking: text(255),
          comment: text(5000),
        },
      ),
    ),
    invoices: list(
      record(
        { id: number, date: moment },
        {
          order: number,
          account: id(10),
          payer: id(10),
          created: moment,
          changed: moment,
          released: yesNo,
          cancellation: yesNo,
          cancels: number,
          creditMemo: yesNo,
          purchaseOrder: text(60),
          shipVia: text(60),
          tracking: text(255),
          fedExAccount: text(20),
          net: amount,
          shipping: amount,
          currency: id(3),
          lines,
          open: amount,
        },
      ),
    ),
  },
)
