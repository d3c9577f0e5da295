import type { Trade } from './business-places.ts'
import type { DemoBusiness } from './businesses.ts'
import { between, randomFrom } from './history-numbers.ts'
import type { DemoProduct } from './products.ts'

export interface Regular {
  product: DemoProduct
  /** The usual order quantity. */
  quantity: number
  /** Likelihood relative to the last item of its list. */
  weight: number
}

/** Demand by month, January first, relative to the average: vaccines before the winter, colds in it. */
const seasons: Readonly<Record<string, readonly number[]>> = {
  'Vaccines & Immune Globulins': [0.6, 0.4, 0.4, 0.4, 0.5, 0.5, 0.7, 1.8, 2.6, 2.4, 1.2, 0.7],
  'Cough, Cold & Allergy': [1.9, 1.7, 1.2, 1.1, 1, 0.5, 0.4, 0.4, 0.6, 0.9, 1.3, 1.7],
  'Anti-Infectives': [1.3, 1.3, 1.1, 1, 0.9, 0.8, 0.8, 0.8, 0.9, 1, 1.1, 1.2],
  'Skin Protectants & Sunscreens': [0.4, 0.5, 0.7, 1, 1.6, 2, 2, 1.6, 0.9, 0.5, 0.4, 0.4],
}

export const seasonOf = (category: string, month: number): number => seasons[category]?.[month] ?? 1

interface Taste {
  categories: string[]
  size: number
  upTo: number
}

const everyday = [
  'Cardiovascular',
  'Psychiatry',
  'Gastroenterology',
  'Anti-Infectives',
  'Cough, Cold & Allergy',
  'Diabetes Care',
  'Endocrinology & Metabolism',
  'Analgesics & Addiction',
  'Pulmonary & Respiratory',
]
const tastes: Record<Trade, Taste> = {
  retail: { categories: [...everyday, 'Dermatology', 'Vitamins & Minerals', 'Ophthalmic & Otic'], size: 26, upTo: 450 },
  clinic: {
    categories: [
      'Vaccines & Immune Globulins',
      'Anti-Infectives',
      'Pulmonary & Respiratory',
      'Antiseptics & Hand Hygiene',
      'Diabetes Care',
      'Reproductive Health',
    ],
    size: 20,
    upTo: 600,
  },
  hospital: {
    categories: [
      'Anesthesia',
      'IV Fluids & Nutrition',
      'Anti-Infectives',
      'Hematology',
      'Cardiovascular',
      'Medical Imaging & Diagnostics',
      'Antiseptics & Hand Hygiene',
      'Medical Gases',
    ],
    size: 32,
    upTo: 900,
  },
  care: {
    categories: [
      'Cardiovascular',
      'Neurology',
      'Psychiatry',
      'Diabetes Care',
      'Gastroenterology',
      'Skin Protectants & Sunscreens',
      'Antiseptics & Hand Hygiene',
    ],
    size: 24,
    upTo: 350,
  },
  oncology: {
    categories: ['Oncology', 'Hematology', 'Immunology & Rheumatology', 'IV Fluids & Nutrition'],
    size: 18,
    upTo: 2500,
  },
  eyes: { categories: ['Ophthalmic & Otic', 'Anesthesia', 'Antiseptics & Hand Hygiene'], size: 14, upTo: 700 },
  skin: {
    categories: ['Dermatology', 'Skin Protectants & Sunscreens', 'Anti-Infectives', 'Anesthesia'],
    size: 14,
    upTo: 800,
  },
  dental: {
    categories: ['Dental & Oral Care', 'Anesthesia', 'Antiseptics & Hand Hygiene', 'Anti-Infectives'],
    size: 12,
    upTo: 250,
  },
  animals: {
    categories: ['Anesthesia', 'Anti-Infectives', 'IV Fluids & Nutrition', 'Antiseptics & Hand Hygiene'],
    size: 14,
    upTo: 250,
  },
}

/**
 * A business's regular products: most of what every business of its trade needs, and many of its own. Depends only on
 * the business and the catalog.
 */
export const assortmentOf = (business: DemoBusiness, products: DemoProduct[]): Regular[] => {
  const { categories, size, upTo } = tastes[business.trade]
  const random = randomFrom(`assortment:${business.accountID}`)
  const choices = products.filter(
    (product) =>
      isFor(business.trade, product) && product.price <= upTo && (product.coldStatus === '' || random() < 0.4),
  )
  const staples = staplesOf(business.trade, products).filter(() => random() < shareOfStaples)
  const perCategory = Math.ceil((size - staples.length) / categories.length)
  const medicines = categories.flatMap((category) =>
    pick(
      choices.filter((product) => product.category === category && !staples.includes(product)),
      perCategory,
      random,
    ),
  )
  const supplies = pick(
    products.filter((product) => product.category === 'Supplies'),
    4,
    random,
  )
  const own = [...medicines.slice(0, size - staples.length), ...supplies]
  return [...shuffled(staples, random), ...shuffled(own, random)].map((product, rank) => ({
    product,
    quantity: usualQuantity(product.price, random),
    weight: 1 / (rank + 3),
  }))
}

const maxStaples = 14
const shareOfStaples = 0.7

const staplesOf = (trade: Trade, products: DemoProduct[]): DemoProduct[] => {
  const { categories, upTo } = tastes[trade]
  const choices = products.filter(
    (product) =>
      isFor(trade, product) &&
      product.price <= upTo / 4 &&
      product.coldStatus === '' &&
      !product.isNonStocked &&
      product.countInStock > 0 &&
      categories.includes(product.category),
  )
  return pick(choices, maxStaples, randomFrom(`staples:${trade}`))
}

/** Schedule II drugs need a special order form, and pharmacies that only dispense rarely buy vials. */
const isFor = (trade: Trade, product: DemoProduct): boolean => {
  if (!product.isPublished || product.category === 'Supplies' || product.dea === 'CII' || product.price < 1)
    return false
  const dispenses = trade === 'retail' || trade === 'care'
  return !dispenses || product.route !== 'Injection' || product.category === 'Diabetes Care'
}

const usualQuantity = (price: number, random: () => number): number => {
  if (price < 15) return between(random, 2, 6) * 4
  if (price < 100) return between(random, 2, 10)
  return price < 500 ? between(random, 1, 4) : 1
}

const pick = (products: DemoProduct[], count: number, random: () => number): DemoProduct[] =>
  shuffled(products, random).slice(0, count)

const shuffled = <T>(items: T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
