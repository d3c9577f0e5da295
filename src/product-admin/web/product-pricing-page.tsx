import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContractPrice, Product } from '#catalog/contract.ts'
import { mergePrices } from '#pricing/web/merge-prices.ts'
import { PriceFileTools } from '#pricing/web/price-file-tools.tsx'
import { PriceListTable } from '#pricing/web/price-list.tsx'
import { Callout } from '#web/ui/callout.tsx'
import formStyles from '#web/form/form.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { useWayBack } from '#web/use-way-back.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { isStale, useProductById, useUpdateProduct } from './hooks.ts'
import { ProductHead } from './product-head.tsx'

export function ProductPricingPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const product = useProductById(id)
  return (
    <div>
      <ProductHead id={id} title="Product pricing" />
      <QueryStates query={product}>{(found) => <PricingForm key={found._id} product={found} />}</QueryStates>
    </div>
  )
}

interface Lists {
  customPricingList: ContractPrice[]
  customPricingListTrulla: ContractPrice[]
}

const listsOf = ({ customPricingList, customPricingListTrulla }: Product): Lists => ({
  customPricingList,
  customPricingListTrulla,
})

/** Edits both lists; Update saves them together. */
function PricingForm({ product }: { product: Product }) {
  const [loaded, setLoaded] = useState(product)
  const [lists, setLists] = useState(() => listsOf(product))
  const [isStaleNow, setIsStaleNow] = useState(false)
  const now = useProductById(product._id)
  const leave = useWayBack('/admin/products')
  const isDirty = JSON.stringify(lists) !== JSON.stringify(listsOf(loaded))
  const unsaved = useUnsaved(() => isDirty)
  const update = useUpdateProduct(() => unsaved.saved(leave))

  const save = () =>
    update.mutate(
      { params: { id: product._id }, body: { ...lists, __v: loaded.__v } },
      {
        onError: (error) => {
          if (!isStale(error)) return
          setIsStaleNow(true)
          void now.refetch()
        },
      },
    )
  /** Reapplies the edits to the stored version. */
  const adopt = (stored: Product) => {
    setLists({
      customPricingList: mergePrices(loaded.customPricingList, lists.customPricingList, stored.customPricingList),
      customPricingListTrulla: mergePrices(
        loaded.customPricingListTrulla,
        lists.customPricingListTrulla,
        stored.customPricingListTrulla,
      ),
    })
    setLoaded(stored)
    setIsStaleNow(false)
  }
  const reload = async () => {
    const { data } = await now.refetch()
    if (data) adopt(data)
  }
  const change = (patch: Partial<Lists>) => setLists((before) => ({ ...before, ...patch }))

  return (
    <div className={formStyles.form}>
      {unsaved.question}
      {isStaleNow && (
        <Callout tone="warning" title="This product was changed by someone else.">
          <p className={formStyles.note}>Your entries were not saved. You can apply them to the current version.</p>
          <Button size="compact-sm" variant="default" disabled={now.isFetching} onClick={() => void reload()}>
            Reload and keep my entries
          </Button>
        </Callout>
      )}
      <PriceListTable
        title="Custom prices"
        lead="These customers pay this price instead of the default."
        listPrice={product.price}
        entries={lists.customPricingList}
        change={(customPricingList) => change({ customPricingList })}
      />
      <PriceListTable
        title="Trulla"
        lead="Prices for orders that arrive through Trulla."
        listPrice={product.price}
        entries={lists.customPricingListTrulla}
        change={(customPricingListTrulla) => change({ customPricingListTrulla })}
      />
      <PriceFileTools
        address={`/api/products/${product._id}/prices.csv`}
        name={`prices-${product.slug}.csv`}
        about={{ product: product._id }}
        isDirty={isDirty}
      />
      <div className={formStyles.bar}>
        <FormActions cancel={leave} beside={isDirty && <p className={formStyles.note}>Not saved yet.</p>}>
          <Button loading={update.isPending} onClick={save}>
            Update
          </Button>
        </FormActions>
      </div>
    </div>
  )
}
