import * as z from 'zod/mini'

/** How many of the products found have one value of a property. */
const FacetCount = z.object({ value: z.string(), count: z.number() })

/** Counts for the filters of a search: each is made with all filters but its own. */
export const Facets = z.object({
  category: z.array(FacetCount),
  manufacturer: z.array(FacetCount),
  form: z.array(FacetCount),
  schedule: z.array(FacetCount),
  storage: z.array(FacetCount),
  pack: z.array(FacetCount),
  refrigerated: z.number(),
  inStock: z.number(),
})
export type Facets = z.infer<typeof Facets>
