import { NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PackageCheck } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { NextPage } from '#web/ui/next-page.tsx'
import formStyles from '#web/form/form.module.css'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { deskStates, type ReturnRow } from '../contract.ts'
import { Desk, desks } from '../return-shapes.ts'
import { PreparedAnswers } from './prepared-answers.tsx'
import { useDeskReturns } from './hooks.ts'
import styles from './returns.module.css'
import { returnName } from '../return-words.ts'
import { ProductWords } from './product-words.tsx'
import { states } from './state-words.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({
  tab: z.optional(z.enum(['answers'])),
  page: PageNumber,
  state: z._default(z.enum(deskStates), 'open'),
  desk: z.optional(Desk),
  q: z._default(z.string().check(z.maxLength(60)), ''),
})

const stateChoices = deskStates.map((value) => ({ value, label: value === 'open' ? 'Open' : states[value].words }))
const deskChoices = [{ value: '', label: 'All' }, ...Object.entries(desks).map(([value, label]) => ({ value, label }))]

/** The work list of return requests, and the prepared answers. */
export function ReturnDeskPage() {
  const [{ tab }] = useAddress(Address)
  return tab === 'answers' ? <PreparedAnswers /> : <Requests />
}

function Requests() {
  const [{ page, state, desk, q }, change] = useAddress(Address)
  const [typed, setTyped] = useState(q)
  const query = useDeskReturns({ page, state, q, ...(desk && { desk }) })
  return (
    <>
      <PageHeading title="Returns" lead="Requests of customers. The ERP’s credit note closes them." />
      <search className={styles.filters}>
        <form
          className={formStyles.fields}
          onSubmit={(event) => {
            event.preventDefault()
            change({ q: typed.trim().slice(0, 60), page: 1 })
          }}
        >
          <NativeSelect
            label="Status"
            data={stateChoices}
            value={state}
            onChange={({ currentTarget }) =>
              change({ state: z.parse(Address, { state: currentTarget.value }).state, page: 1 })
            }
          />
          <NativeSelect
            label="Desk"
            data={deskChoices}
            value={desk ?? ''}
            onChange={({ currentTarget }) =>
              change({ desk: currentTarget.value ? z.parse(Desk, currentTarget.value) : undefined, page: 1 })
            }
          />
          <TextInput
            type="search"
            label="Find a return"
            placeholder="RMA, order, invoice or account"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </form>
      </search>
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Returns"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={
                q || desk || state !== 'open'
                  ? { title: 'Nothing found', text: 'No return matches these filters.' }
                  : {
                      icon: <PackageCheck size={28} strokeWidth={1.5} />,
                      title: 'Nothing to do',
                      text: 'Requests of customers appear here.',
                    }
              }
            />
            <NextPage page={page} hasMore={hasMore} goTo={(to) => change({ page: to })} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const columns: ListColumn<ReturnRow>[] = [
  {
    title: 'Return',
    isName: true,
    isUnbroken: true,
    width: '11rem',
    cell: (row) => (
      <Link to="/returns/$id" params={{ id: row._id }}>
        {returnName(row)}
      </Link>
    ),
  },
  { title: 'Customer', phone: 'middle', cell: ({ company }) => company },
  { title: 'Product', cell: (row) => <ProductWords row={row} /> },
  { title: 'Desk', width: '9rem', cell: ({ desk }) => desks[desk] },
  {
    title: 'Requested',
    phone: 'start',
    width: '8rem',
    isUnbroken: true,
    cell: ({ requestedAt }) => <Day at={requestedAt} />,
  },
  {
    title: 'Status',
    phone: 'end',
    width: '8rem',
    cell: ({ state }) => <Status tone={states[state].tone}>{states[state].words}</Status>,
  },
]
