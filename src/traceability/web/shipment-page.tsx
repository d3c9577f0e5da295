import { Button, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { dayWords } from '#shared/day-words.ts'
import { saveFile } from '#web/download.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import facts from '#web/ui/facts.module.css'
import { Fold } from '#web/ui/fold.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import text from '#web/ui/text.module.css'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import type { TransactionData } from '../contract.ts'
import { countWords, referenceWords } from './document-words.ts'
import { useShipment } from './hooks.ts'

/** Transaction information and statement of one delivery. */
export function ShipmentPage() {
  const { id } = useParams({ from: '/transactions/$id' })
  const query = useShipment(id)
  return (
    <QueryStates query={query} missing={<NotFoundPage />}>
      {(data) => <ShipmentView data={data} />}
    </QueryStates>
  )
}

function ShipmentView({ data }: { data: TransactionData }) {
  const { shippedAt, packages, order, lines, from, to, shipFrom, shipTo, isAffirmed, statement, guideline } = data
  return (
    <>
      <RecordHead
        title="Transaction data"
        name={referenceWords(data) || 'Without a reference'}
        facts={[
          `Shipped ${businessDayWords(shippedAt)}`,
          countWords(packages),
          order ? (
            <Link key="order" to="/order/$id" params={{ id: order._id }}>
              Order {order.orderIdSap ?? 'without a number yet'}
            </Link>
          ) : (
            'No order named'
          ),
        ]}
      >
        <ButtonLink size="xs" variant="default" to="/transactions">
          All deliveries
        </ButtonLink>
        <Button
          size="xs"
          variant="default"
          onClick={() => saveFile(JSON.stringify(data, null, 2), 'application/json', `transaction-${data._id}.json`)}
        >
          Save a copy (JSON)
        </Button>
      </RecordHead>
      <Stack>
        <Panel title="Transaction information">
          <ListTable
            caption="Products by lot"
            columns={columns}
            rows={lines}
            rowKey={({ gtin, lot, expiry }) => `${gtin} ${lot} ${expiry ?? ''}`}
          />
        </Panel>
        <Fold title="Serial numbers" summary={countWords(packages)}>
          <dl className={`${facts.facts} ${facts.ruled}`}>
            {lines.map(({ gtin, name, lot, serials }) => (
              <div key={`${gtin} ${lot}`}>
                <dt>
                  {name || gtin}, lot {lot || 'not stated'}
                </dt>
                <dd>{serials.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </Fold>
        <Panel title="Parties">
          <dl className={`${facts.facts} ${facts.ruled}`}>
            <PlaceFact label="Sold by" place={from} />
            <PlaceFact label="Sold to" place={to} />
            <PlaceFact label="Shipped from" place={shipFrom} />
            <PlaceFact label="Shipped to" place={shipTo} />
          </dl>
        </Panel>
        <Panel title="Transaction statement">
          <p>
            {isAffirmed
              ? statement || 'Affirmed by the seller.'
              : 'The document does not affirm a transaction statement.'}
          </p>
          <p>{guideline && `From an EPCIS document, ${guideline}. This page is a copy.`}</p>
        </Panel>
      </Stack>
    </>
  )
}

function PlaceFact({ label, place }: { label: string; place: TransactionData['from'] }) {
  if (!place) return null
  const { name, street, city, state, postalCode, gln } = place
  const address = [street, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {name || 'Name not stated'}
        {address && `, ${address}`} (GLN {gln})
      </dd>
    </div>
  )
}

const columns: ListColumn<TransactionData['lines'][number]>[] = [
  {
    title: 'Product',
    isName: true,
    cell: ({ name, strength, dosageForm, containerSize, manufacturer, ...line }) => (
      <>
        {name || 'Name not stated'} <LineMarks line={line} />
        <br />
        <span className={text.small}>
          {[strength, dosageForm, containerSize, manufacturer].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    title: 'NDC and GTIN',
    phone: 'start',
    isUnbroken: true,
    cell: ({ ndc, gtin }) => (
      <>
        {ndc || 'No NDC'}
        <br />
        <span className={text.small}>{gtin}</span>
      </>
    ),
  },
  { title: 'Lot', phone: 'middle', isUnbroken: true, cell: ({ lot }) => lot || 'Not stated' },
  { title: 'Expires', isUnbroken: true, cell: ({ expiry }) => (expiry ? dayWords(expiry) : 'Not stated') },
  { title: 'Packages', phone: 'end', align: 'right', cell: ({ serials }) => serials.length },
]
