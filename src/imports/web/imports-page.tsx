import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { Day } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import type { Import } from '../import-shapes.ts'
import type { ImportOf } from '../import-fields.ts'
import { useImports } from './hooks.ts'
import styles from './imports-page.module.css'
import { PageNumber } from '#shared/page-number.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))

const PictureDialog = lazyPart(() => import('./picture-dialog.tsx').then((module) => module.PictureDialog))

const Address = z.object({
  page: PageNumber,
  /** Opens the dialog right away, for links from the prices of a product, a customer or a list. */
  begin: z._default(z.enum(['', 'products', 'prices', 'list', 'pictures', 'customers']), ''),
  product: z._default(z.string(), ''),
  customer: z._default(z.string(), ''),
  list: z._default(z.string(), ''),
})

const importsAPage = 30

/** All imports with their owner and progress. */
export function ImportsPage() {
  const [{ page, begin: asked, product, customer, list }, change] = useAddress(Address)
  const begin = useIsReadOnly() ? '' : asked
  const [opened, setOpened] = useState<ImportOf>('products')
  if (begin !== '' && begin !== 'pictures' && begin !== opened) setOpened(begin)
  const [isChoosing, setIsChoosing] = useState(false)
  const query = useImports(page)
  const about = {
    of: opened,
    ...(product && { productId: product }),
    ...(customer && { userId: customer }),
    ...(list && { priceListId: list }),
  }
  return (
    <>
      <PageHeading title="Imports" lead="Product, price, picture and customer imports: pending, running and finished.">
        <ActButton onClick={() => setIsChoosing(true)}>Import a file</ActButton>
      </PageHeading>
      <Dialog isOpen={isChoosing} title="Import a file" close={() => setIsChoosing(false)}>
        <KindChoice
          choose={(kind) => {
            setIsChoosing(false)
            change({ begin: kind })
          }}
        />
      </Dialog>
      <QueryStates query={query}>
        {({ imports, count }) => (
          <>
            <ListTable
              caption="Imports"
              columns={columns}
              rows={imports}
              rowKey={({ _id }) => _id}
              empty={{
                title: 'No imports yet',
                text: 'A file shows what it would change before anything is saved. It stays here, and can be undone for a while.',
              }}
            />
            <PageNumbers page={page} pages={Math.ceil(count / importsAPage)} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
      <Suspense>
        <ImportDialog
          key={opened}
          about={about}
          isOpen={begin !== '' && begin !== 'pictures' && (begin !== 'list' || list !== '')}
          close={() => change({ begin: '', product: '', customer: '', list: '' }, { replace: true })}
        />
        <PictureDialog isOpen={begin === 'pictures'} close={() => change({ begin: '' }, { replace: true })} />
      </Suspense>
    </>
  )
}

const choices = [
  { kind: 'products', title: 'Products', text: 'New products and changes, by NDC. XLSX, XLS or CSV.' },
  { kind: 'prices', title: 'Contract prices', text: 'Prices of customers, by NDC and account. XLSX, XLS or CSV.' },
  { kind: 'pictures', title: 'Pictures', text: 'Files named by NDC. PNG, JPEG, WebP or a ZIP archive of them.' },
  { kind: 'customers', title: 'Customers', text: 'New customers and changes, by email. XLSX, XLS or CSV.' },
] as const

function KindChoice({ choose }: { choose: (kind: (typeof choices)[number]['kind']) => void }) {
  return (
    <div className={styles.kinds}>
      {choices.map(({ kind, title, text }, at) => (
        <button
          key={kind}
          type="button"
          className={styles.kind}
          onClick={() => choose(kind)}
          data-autofocus={at === 0 || undefined}
        >
          <strong>{title}</strong>
          <span>{text}</span>
        </button>
      ))}
    </div>
  )
}

const kindNames: Record<Import['kind'], string> = {
  products: 'Products',
  prices: 'Contract prices',
  list: 'Price list',
  pictures: 'Pictures',
  customers: 'Customers',
}
const stateNames: Record<Import['state'], string> = {
  sending: 'Incomplete',
  ready: 'Pending',
  applying: 'Importing',
  stopped: 'Stopped',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
}
const tones: Record<Import['state'], Tone> = {
  sending: 'neutral',
  ready: 'notice',
  applying: 'notice',
  stopped: 'bad',
  done: 'good',
  undoing: 'notice',
  undone: 'neutral',
}

const columns: ListColumn<Import>[] = [
  {
    title: 'File',
    isName: true,
    cell: ({ _id: id, fileName }) => (
      <Link to="/admin/import/$id" params={{ id }}>
        {fileName}
      </Link>
    ),
  },
  {
    title: 'Kind',
    phone: 'middle',
    cell: ({ kind, about }) => `${kindNames[kind]}${about ? ` ${kind === 'list' ? '' : 'for '}${about}` : ''}`,
  },
  { title: 'By', cell: ({ owner }) => owner },
  { title: 'Date', phone: 'start', cell: ({ createdAt }) => <Day at={createdAt} /> },
  {
    title: 'Status',
    phone: 'end',
    cell: ({ state, done, toDo }) => (
      <>
        <Status tone={tones[state]}>{stateNames[state]}</Status>
        {(state === 'applying' || state === 'undoing') && ` ${Math.floor((done / Math.max(1, toDo)) * 100)}%`}
      </>
    ),
  },
  { title: 'Rows', isWide: true, cell: (one) => rowsIn(one) },
]

const rowsIn = ({ state, received, rowCount, counts, result }: Import): string => {
  const number = (value: number) => value.toLocaleString('en-US')
  if (state === 'sending') return `${number(received)} of ${number(rowCount)} sent`
  const isWritten = state === 'done' || state === 'undone' || state === 'undoing'
  const from = isWritten ? result : counts
  const refused = counts.refused + result.refused
  return `${number(from.new)} new, ${number(from.changed)} changed, ${number(refused)} rejected`
}
