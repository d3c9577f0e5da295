import * as z from 'zod/mini'

/** How many of the matching products have this value. */
const FacetCount = z.object({ value: z.string(), count: z.number() })

/** Filter counts. Each facet is counted with all filters except its own. */
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
