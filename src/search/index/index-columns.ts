/**
 * Product facts for filters, counts and ranking: one typed array per fact, indexed by slot. Booleans are 0 and 1; texts
 * are numbers, because thousands of products share them.
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
  /** The number of its label text in `labels`. */
  label: new Int32Array(room),
  /**
   * 3 for swallowed immediate-release tablets and capsules, 2 for other tablets and capsules, 1 for other forms, 0 if
   * unknown.
   */
  oral: new Uint8Array(room),
  numReviews: new Int32Array(room),
  timesBought: new Int32Array(room),
  /**
   * Start of its words in the index's `tokens`, up to but not including `to`. The words of the name come first, in
   * order.
   */
  from: new Int32Array(room),
  /** End of the words of its names; manufacturer, item number and form follow. */
  named: new Int32Array(room),
  to: new Int32Array(room),
  price: new Float64Array(room),
  rating: new Float64Array(room),
  createdAt: new Float64Array(room),
  /** Scratch space for fits during a search; all zero before and after. */
  fit: new Uint8Array(room),
  /** The NDC digits as a number; -1 if there is none. */
  ndc: new Float64Array(room),
})

export type Columns = ReturnType<typeof makeColumns>

export const enlargeColumns = (columns: Columns, room: number): Columns => {
  const larger = makeColumns(room)
  for (const name of Object.keys(columns) as (keyof Columns)[]) larger[name].set(columns[name])
  return larger
}

/** Filters by a single value, with product counts for each value. */
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
