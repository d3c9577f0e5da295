/**
 * What of the products is filtered, counted and ranked by: a list for each fact, with a place for each slot. Truths are 0
 * and 1; texts are numbers, because thousands of products share them.
 */
export const makeColumns = (room: number) => ({
  isThere: new Uint8Array(room),
  isPublished: new Uint8Array(room),
  isCold: new Uint8Array(room),
  isInStock: new Uint8Array(room),
  isUnpictured: new Uint8Array(room),
  category: new Int32Array(room),
  manufacturer: new Int32Array(room),
  form: new Int32Array(room),
  schedule: new Int32Array(room),
  storage: new Int32Array(room),
  pack: new Int32Array(room),
  brand: new Int32Array(room),
  genericName: new Int32Array(room),
  formula: new Int32Array(room),
  /** Its text among those that tell strengths. */
  label: new Int32Array(room),
  /** 3 of tablets and capsules that are swallowed and work at once, 2 of others, 1 of other forms, 0 of what tells none. */
  oral: new Uint8Array(room),
  numReviews: new Int32Array(room),
  timesBought: new Int32Array(room),
  /** Its words stand in the index's `tokens` from here to before there: those of the name first, in their order. */
  from: new Int32Array(room),
  /** Before here stand the words of its names, behind it its maker, item number and form. */
  named: new Int32Array(room),
  to: new Int32Array(room),
  price: new Float64Array(room),
  rating: new Float64Array(room),
  createdAt: new Float64Array(room),
  /** How well a product fits while it is looked for; zero for all of them before and after. */
  fit: new Uint8Array(room),
  /** The digits as a number; -1 where there is none. */
  ndc: new Float64Array(room),
})

export type Columns = ReturnType<typeof makeColumns>

export const enlargeColumns = (columns: Columns, room: number): Columns => {
  const larger = makeColumns(room)
  for (const name of Object.keys(columns) as (keyof Columns)[]) larger[name].set(columns[name])
  return larger
}

/** Filters by one value, of which a listing shows how many products each has. */
export const facets = [
  'category',
  'manufacturer',
  'form',
  'schedule',
  'storage',
  'pack',
  'isCold',
  'isInStock',
] as const
export type Facet = (typeof facets)[number]
