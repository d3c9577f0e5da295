import { Alert, Button } from '@mantine/core'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { Product } from '#catalogue/contract.ts'
import styles from './edit-product-page.module.css'
import { useProductById } from './hooks.ts'
import { productLabels, valuesOf, type ProductValues } from './product-values.ts'

interface Props {
  id: string
  mine: ProductValues
  /** Goes on from what is stored now: with what was typed, or without. */
  adopt: (now: Product, isMine: boolean) => void
}

/** Nothing is lost silently: what differs is shown, and the person decides. */
export function StaleProduct({ id, mine, adopt }: Props) {
  const now = useProductById(id)
  return (
    <Alert color="yellow" role="alert" title="This product was changed meanwhile." className={styles.stale ?? ''}>
      <QueryStates query={now}>
        {(product) => {
          const stored = valuesOf(product)
          const differing = fields.filter((field) => String(stored[field]) !== String(mine[field]))
          return (
            <>
              <p className={styles.note}>What you typed was not saved. It differs from what is stored now:</p>
              <ul>
                {differing.map((field) => (
                  <li key={field}>
                    <strong>{productLabels[field]}</strong>: stored “{String(stored[field])}”, yours “
                    {String(mine[field])}”
                  </li>
                ))}
                {differing.length === 0 && <li>Nothing in this form.</li>}
              </ul>
              <div className={styles.actions}>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={now.isFetching}
                  onClick={() => adopt(product, false)}
                >
                  Load what is stored
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={now.isFetching}
                  onClick={() => adopt(product, true)}
                >
                  Save mine anyway
                </Button>
              </div>
            </>
          )
        }}
      </QueryStates>
    </Alert>
  )
}

const fields = Object.keys(productLabels) as (keyof typeof productLabels)[] // the keys of an object literal
