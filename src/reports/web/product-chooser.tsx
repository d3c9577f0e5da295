import { Autocomplete, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { type ProductName, shortestSearch } from '../contract.ts'
import { useProductNames } from './hooks.ts'
import styles from './product-report.module.css'

interface Props {
  chosen: Pick<ProductName, 'name' | 'ndcNumber'> | null
  choose: (ndc: string) => void
}

export function ProductChooser({ chosen, choose }: Props) {
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 200)
  const { data, isFetching, error } = useProductNames(query)
  const isShort = typed.trim().length < shortestSearch
  const products = isShort ? [] : (data ?? []).filter(({ ndcNumber }) => ndcNumber !== '')
  const byLabel = new Map(products.map((product) => [labelOf(product), product]))

  const submit = (label: string) => {
    const product = byLabel.get(label)
    if (!product) return
    choose(product.ndcNumber)
    setTyped('')
  }

  return (
    <div className={styles.chooser}>
      <Autocomplete
        label="Product"
        placeholder={chosen ? `${chosen.name}` : 'Product name or NDC'}
        description={hintOf({ isShort, isSearching: isFetching || query !== typed.trim(), count: products.length })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error?.message}
        leftSection={isFetching ? <Loader size={14} /> : <Search size={14} aria-hidden />}
        value={typed}
        onChange={setTyped}
        onOptionSubmit={submit}
        // The server has searched already.
        filter={({ options }) => options}
        data={[...byLabel.keys()]}
        renderOption={({ option }) => <Option product={byLabel.get(option.value)} />}
        maxDropdownHeight={320}
      />
    </div>
  )
}

const labelOf = ({ name, ndcNumber, dummyNDC }: ProductName): string =>
  `${name} (${dummyNDC ? 'Item Number' : 'NDC'}: ${ndcNumber})`

function Option({ product }: { product: ProductName | undefined }) {
  if (!product) return null
  return (
    <span>
      {product.name}
      <span className={styles.optionNdc}>
        {product.dummyNDC ? 'Item Number' : 'NDC'}: {product.ndcNumber}
      </span>
    </span>
  )
}

const hintOf = ({ isShort, isSearching, count }: { isShort: boolean; isSearching: boolean; count: number }): string => {
  if (isShort) return 'Type min 3 letters'
  if (isSearching) return 'Searching…'
  return count === 0 ? 'No Product Found' : `${count} ${count === 1 ? 'product' : 'products'} found`
}
