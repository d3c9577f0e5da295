import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Product } from '#catalog/contract.ts'
import { asDollars } from '#shared/money.ts'
import { grouped } from '#shared/number-words.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import { useProductById } from './hooks.ts'

interface Props {
  id: string
  title: string
  children?: ReactNode
}

/** The head and the tabs of a product's pages. */
export function ProductHead({ id, title, children }: Props) {
  const { data: product } = useProductById(id)
  return (
    <>
      <RecordHead
        title={title}
        name={product?.name}
        marks={product && <Marks product={product} />}
        facts={product ? factsOf(product) : []}
      >
        {children}
      </RecordHead>
      <PageTabs
        label="Product"
        tabs={[
          { to: `/admin/product/${id}`, label: 'Details' },
          { to: `/admin/productpricing/${id}`, label: 'Prices' },
          { to: `/admin/limits/${id}`, label: 'Allocation' },
        ]}
      />
    </>
  )
}

function Marks({ product: { ndcNumber, isPublished } }: { product: Product }) {
  return (
    <>
      <Text span>{ndcNumber}</Text>
      {isPublished ? <Status tone="good">Published</Status> : <Status tone="notice">Draft</Status>}
    </>
  )
}

const factsOf = ({ price, countInStock, isNonStocked }: Product): string[] => [
  `Default price ${asDollars(price ?? 0)}`,
  isNonStocked ? 'Special order' : `${grouped(countInStock)} in stock`,
]
