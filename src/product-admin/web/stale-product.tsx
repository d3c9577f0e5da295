import { StaleForm } from '#web/form/stale-form.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { Product } from '#catalog/contract.ts'
import { useProductById } from './hooks.ts'
import { productLabels, valuesOf, type ProductValues } from './product-values.ts'

interface Props {
  base: Product
  mine: ProductValues
  /** Continues from the stored version, with or without the edits made here. */
  adopt: (now: Product, isMine: boolean) => void
}

/** Shows the differences after a concurrent change and asks which to keep. */
export function StaleProduct({ base, mine, adopt }: Props) {
  const now = useProductById(base._id)
  return (
    <QueryStates query={now}>
      {(product) => (
        <StaleForm
          title="This product was changed meanwhile."
          labels={productLabels}
          base={valuesOf(base)}
          mine={mine}
          stored={valuesOf(product)}
          isWaiting={now.isFetching}
          load={() => adopt(product, false)}
          keep={() => adopt(product, true)}
        />
      )}
    </QueryStates>
  )
}
