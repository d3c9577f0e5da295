import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ScanSearch } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { useAddress } from '#web/use-address.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { ShipmentRow } from '../contract.ts'
import { referenceWords } from './document-words.ts'
import { useShipments } from './hooks.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({
  page: PageNumber,
  q: z._default(z.string().check(z.maxLength(300)), ''),
})

/** Transaction information and statements of the buyer's own purchases. */
export function ShipmentsPage() {
  const [{ page, q }, change] = useAddress(Address)
  const [typed, setTyped] = useState(q)
  const query = useShipments({ page, q })
  return (
    <>
      <PageHeading
        title="Transaction data"
        lead="DSCSA transaction information and statements of your deliveries, as we received or sent them."
      >
        <ButtonLink size="xs" variant="default" to="/orderhistory">
          Orders
        </ButtonLink>
      </PageHeading>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            change({ q: typed.trim().slice(0, 300), page: 1 })
          }}
        >
          <TextInput
            type="search"
            label="Find a package or delivery"
            description="NDC, lot, serial number, order, PO or invoice. You can scan the 2D barcode."
            placeholder="Scan or type, then press Enter"
            maw="32rem"
            mb="md"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </form>
      </search>
      <QueryStates query={query}>
        {({ rows, hasMore }) => (
          <>
            <ListTable
              caption="Deliveries with transaction data"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={
                q
                  ? {
                      title: 'Nothing found',
                      text: `None of your deliveries with transaction data has “${q}”. Data can arrive after the goods; contact us if it is missing.`,
                    }
                  : {
                      icon: <ScanSearch size={28} strokeWidth={1.5} />,
                      title: 'No transaction data yet',
                      text: 'It appears here when a delivery of serialized drugs is shipped to you.',
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

const columns: ListColumn<ShipmentRow>[] = [
  {
    title: 'Delivery',
    isName: true,
    cell: (row) => (
      <Link to="/transactions/$id" params={{ id: row._id }}>
        {referenceWords(row) || 'Without a reference'}
      </Link>
    ),
  },
  { title: 'Shipped', phone: 'start', width: '9rem', cell: ({ shippedAt }) => <Day at={shippedAt} /> },
  {
    title: 'Order',
    phone: 'middle',
    width: '8rem',
    cell: ({ order }) => order?.orderIdSap ?? '–',
  },
  {
    title: 'Packages',
    phone: 'end',
    isTitledOnPhone: true,
    align: 'right',
    width: '7rem',
    cell: ({ packages }) => packages.toLocaleString('en-US'),
  },
]
