import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DrugName, StrengthNote } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { Search } from 'lucide-react'
import { type MouseEvent, useEffect, useId, useState } from 'react'
import type { ProductCard, Remarks } from '#catalog/contract.ts'
import { orderedWords } from '#catalog/web/ordered-words.ts'
import { buyerPriceOf } from '#catalog/web/buyer-price.tsx'
import { useSuggestions } from './use-suggestions.ts'
import { packageWords } from '#catalog/unit-words.ts'
import { Picture } from '#files/web/picture.tsx'
import { useUser } from '#web/session.ts'
import { Money } from '#web/ui/money.tsx'
import { grouped } from '#shared/number-words.ts'
import { RecordOptions } from './record-options.tsx'
import type { Options } from './search-box-options.ts'
import shared from './search-options.module.css'
import { otherFormsOnly, shownInstead } from './search-remarks.tsx'
import texts from '#web/ui/text.module.css'
import styles from './suggestions.module.css'
import { type RecordGroup, useRecords } from './use-records.ts'

type Suggested = Remarks & { products: ProductCard[] }

interface Props {
  text: string
  options: Options
  /** Called when an option is opened in this tab. */
  choose: (isProduct: boolean) => void
}

const allId = 'suggestion-all'

/** Suggestions for the typed text; hidden until there are results. */
export function Suggestions({ text, options, choose }: Props) {
  const settled = useLater(text, 120)
  const { data: found } = useSuggestions(settled)
  const groups = useRecords(settled)
  const spoken = useLater(found ? spokenCount(found, groups) : '', 700)
  const shown = found && shownInstead(found)
  const { mark } = options

  // Clears the active option when the list changes.
  const recordIds = groups.flatMap(({ records }) => records.map(({ _id }) => _id)).join()
  useEffect(() => mark(''), [found, recordIds, mark])

  // Numbers usually identify a record; words list products first if there are any.
  const areFirst = /\d/.test(settled) || found?.products.length === 0
  const records = <RecordOptions groups={groups} typed={settled} options={options} chosen={() => choose(true)} />

  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (link && event.isDefaultPrevented()) choose(link.id !== allId)
  }
  const panel = { ...options.panel, onClick: follow }

  return (
    <>
      <output className={texts.unseen}>{spoken}</output>
      {found && (
        <div className={styles.panel} {...panel}>
          {found.meant && (
            <p className={styles.note}>
              Showing results for <strong>{found.meant}</strong>
            </p>
          )}
          {shown && <p className={styles.note}>{shown}</p>}
          {found.products.length === 0 && groups.length === 0 && <p className={styles.note}>{nothingFound(found)}</p>}
          <div id="suggestions" aria-label="Suggestions" className={styles.list} {...options.list}>
            {areFirst && records}
            <Products products={found.products} hasHeading={groups.length > 0} options={options} />
            {!areFirst && records}
            <Link
              to="/search"
              search={{ query: text }}
              className={`${shared.option} ${styles.all}`}
              {...options.option(allId)}
            >
              <Search size={16} aria-hidden />
              <span>All results for “{text}”</span>
            </Link>
          </div>
        </div>
      )}
    </>
  )
}

interface ProductsProps {
  products: readonly ProductCard[]
  hasHeading: boolean
  options: Options
}

/** Has a heading if there are other kinds of results. */
function Products({ products, hasHeading, options }: ProductsProps) {
  const id = useId()
  const shown = products.map((product) => <SuggestedProduct key={product._id} product={product} options={options} />)
  if (!hasHeading || products.length === 0) return shown
  return (
    <div {...options.group(id)}>
      <Text id={id} role="presentation" pt={8} pb={2} px="xs" c="dimmed" fz="xs" fw={620}>
        Products
      </Text>
      {shown}
    </div>
  )
}

const spokenCount = (found: Suggested, groups: readonly RecordGroup[]): string => {
  const count = found.products.length + groups.reduce((sum, { records }) => sum + records.length, 0)
  const said = [found.meant && `Showing results for ${found.meant}.`, shownInstead(found)]
  const counted = `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys.`
  return [...said, count === 0 ? nothingFound(found) : counted].filter(Boolean).join(' ')
}

const nothingFound = ({ notCarried, otherForms, offers }: Remarks): string => {
  if (notCarried) return `We do not carry ${notCarried}.${otherForms && ` ${otherFormsOnly} ${otherForms}.`}`
  return offers.length > 0 ? `No product found. Did you mean ${offers.join(' or ')}?` : 'No product found.'
}

/** The debounced text; empty until it settles. */
const useLater = (text: string, milliseconds: number): string => {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return settled
}

interface SuggestedProductProps {
  product: ProductCard
  options: Options
}

/** A suggestion with the facts that distinguish similar products, and its availability. */
function SuggestedProduct({ product, options }: SuggestedProductProps) {
  const price = buyerPriceOf(product, useUser()?.email)
  const { tone, words } = stockOf(product)
  const ordered = orderedWords(product)
  return (
    <Link
      to="/product/$slug"
      params={{ slug: product.slug }}
      className={`${shared.option} ${styles.option}`}
      {...options.option(`suggestion-${product._id}`)}
    >
      <span className={styles.picture}>
        <Picture src={product.image} isFirst />
      </span>
      <span className={styles.name}>
        <DrugName name={product.name} />
        <StrengthNote note={product.strengthNote} />
      </span>
      <span className={styles.facts}>
        <span>
          {product.dummyNDC ? 'Item Number' : 'NDC'} {product.ndcNumber}
          {product.unitOfMeasure && ` · ${packageWords(product)}`}
          {ordered && ` · ${ordered}`}
        </span>
        {product.manufacturer && <span>{product.manufacturer}</span>}
        <LineMarks line={product} />
      </span>
      {price !== null && (
        <span className={styles.price}>
          <Money amount={price} />
        </span>
      )}
      <span className={styles.stock} data-tone={tone}>
        {words}
      </span>
    </Link>
  )
}

const stockOf = ({ isNonStocked, countInStock }: ProductCard) => {
  if (isNonStocked) return { tone: 'notice', words: 'Special Order' }
  if (countInStock < 1) return { tone: 'bad', words: 'Out of stock' }
  return { tone: 'good', words: `${grouped(countInStock)} in stock` }
}
