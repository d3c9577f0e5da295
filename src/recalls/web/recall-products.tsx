import { Group, Input, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProductChoice } from '#pricing/web/product-choice.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { ActButton } from '#web/ui/act-button.tsx'

export interface TypedProduct {
  productId: string
  label: string
  lots: string
}

interface Props {
  products: readonly TypedProduct[]
  change: (products: TypedProduct[]) => void
  error: ReactNode
}

/** The products of a recall, each with its lots. */
export function RecallProducts({ products, change, error }: Props) {
  return (
    <fieldset className={formStyles.form} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Text component="legend" fw={620}>
        Products
      </Text>
      {products.map((product) => (
        <Group key={product.productId} wrap="nowrap" align="start">
          <LimitedArea
            label={product.label}
            description="Lots, one per line. Leave blank for all lots."
            most={8_000}
            autosize
            minRows={1}
            flex={1}
            value={product.lots}
            onChange={({ currentTarget: { value } }) =>
              change(products.map((one) => (one === product ? { ...one, lots: value } : one)))
            }
          />
          <ActButton
            size="compact-sm"
            variant="default"
            aria-label={`Remove ${product.label}`}
            onClick={() => change(products.filter((one) => one !== product))}
          >
            Remove
          </ActButton>
        </Group>
      ))}
      <ProductChoice
        key={products.length}
        value={null}
        choose={(product) => {
          if (!product || products.some(({ productId }) => productId === product._id)) return
          const label = [product.name, product.ndcNumber].filter(Boolean).join(' · ')
          change([...products, { productId: product._id, label, lots: '' }])
        }}
      />
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </fieldset>
  )
}
