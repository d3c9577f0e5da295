import { readFileSync } from 'node:fs'

import type { PictureKind } from './pictures/picture.ts'

export interface DemoProduct {
  /** 11 digits, 5-4-2; an item number such as SUP-10034 for supplies, which have no NDC. */
  ndcNumber: string
  /** The FDA's 10-digit form; empty for supplies. */
  ndc10: string
  dummyNDC: boolean
  name: string
  description: string
  brand: string
  generic: string
  manufacturer: string
  strength: string
  form: string
  route: string
  package: string
  unitOfMeasure: string
  category: string
  coldStatus: '' | 'Refrigerated' | 'Frozen'
  /** US dollars. */
  price: number
  /** The color of the tablet or capsule as listed: 'white', 'green/white', or empty. */
  color: string
  dea: '' | 'CII' | 'CIII' | 'CIV' | 'CV'
  rxOtc: '' | 'Rx' | 'OTC'
  packQuantity: number | null
  packUnit: '' | 'EA' | 'mL' | 'g'
  pictureKind: PictureKind
  pictureColor: string
  countInStock: number
  isNonStocked: boolean
  isPublished: boolean
}

/** The file omits what can be derived: most descriptions, and a generic name that equals the brand. */
export const demoProducts = (): DemoProduct[] => {
  const { columns, products } = JSON.parse(readFileSync(new URL('products.json', import.meta.url), 'utf8')) as {
    columns: string[]
    products: (string | number)[][]
  }
  return products.map((row) => productOf(Object.fromEntries(columns.map((column, at) => [column, row[at]]))))
}

const productOf = (row: Record<string, string | number | undefined>): DemoProduct => {
  const text = (column: string) => String(row[column] ?? '')
  const [pictureKind = '', pictureColor = ''] = splitPicture(text('picture'))
  const facts = {
    ndcNumber: text('ndc'),
    ndc10: text('ndc10'),
    dummyNDC: text('ndc10') === '',
    name: text('name'),
    brand: text('brand'),
    generic: text('generic') || text('brand'),
    manufacturer: text('manufacturer'),
    strength: text('strength'),
    form: text('form'),
    route: text('route'),
    package: text('package'),
    unitOfMeasure: text('uom'),
    category: text('category'),
    coldStatus: text('cold') as DemoProduct['coldStatus'],
    price: Number(row.price),
    color: text('color'),
    dea: text('dea') as DemoProduct['dea'],
    rxOtc: text('rxOtc') as DemoProduct['rxOtc'],
    packQuantity: row.packQuantity ? Number(row.packQuantity) : null,
    packUnit: text('packUnit') as DemoProduct['packUnit'],
    pictureKind: pictureKind as PictureKind,
    pictureColor,
    countInStock: Number(row.stock),
    isNonStocked: text('flags').includes('s'),
    isPublished: !text('flags').includes('d'),
  }
  return { ...facts, description: text('description') || describe(facts) }
}

const splitPicture = (picture: string): string[] => [picture.replace(/-.*/, ''), picture.replace(/^[^-]*-/, '')]

type Described = Pick<
  DemoProduct,
  'brand' | 'generic' | 'strength' | 'form' | 'route' | 'package' | 'rxOtc' | 'dea' | 'coldStatus'
>
const describe = (product: Described): string => {
  const what = [product.generic, product.strength, formWithRoute(product)].filter(Boolean).join(' ')
  const notes = [
    product.rxOtc === 'Rx' ? 'Rx only' : product.rxOtc,
    product.dea && `Schedule ${product.dea}`,
    product.coldStatus && `Store ${product.coldStatus.toLowerCase()}`,
  ].filter(Boolean)
  return [what, product.package, ...notes].map((sentence) => `${sentence}.`).join(' ')
}

const formWithRoute = ({ form, route }: Described): string => {
  const plain = /^(?:injection|powder)/i.test(form)
    ? form.toLowerCase().replace(', for', ' for')
    : form.toLowerCase().split(', ').toReversed().join(' ')
  const implied =
    plain.includes(route.toLowerCase()) || (route === 'Injection' && /inject|syringe|cartridge/.test(plain))
  return implied || route === '' ? plain : `${plain} (${route.toLowerCase()})`.trim()
}

/** Favorites of the demo buyers: well-known names, all published and in stock. */
export const demoFavorites: string[] = [
  '00002-7510-01',
  '00003-0894-31',
  '00006-0221-28',
  '00088-2219-05',
  '00169-2101-25',
  '00378-1803-77',
  '16714-0612-04',
  '16714-0662-01',
  '33342-0015-10',
  '49483-0604-01',
  '55111-0158-01',
  'SUP-10032',
]
