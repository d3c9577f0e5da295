import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CustomerChooser } from '#customers/web/customer-chooser.tsx'
import { describePriceSource } from '#catalog/price-shapes.ts'
import { dayWords } from '#shared/day-words.ts'
import { asDollars } from '#shared/money.ts'
import { doubtOfDay } from '#shared/plausible-day.ts'
import { readPieces } from '#shared/read-number.ts'
import { queryOf } from '#web/api.ts'
import { DayField } from '#web/form/day-field.tsx'
import { type Customer, customer as chosenCustomer } from '#web/ordering-for.ts'
import { ListTable } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { portalSettings } from '#web/portal-settings.ts'
import { businessDay } from '#shared/business-day.ts'
import { priceLists } from '../contract.ts'
import type { Simulation } from '../list-shapes.ts'
import { ProductChoice } from './product-choice.tsx'
import formStyles from '#web/form/form.module.css'
import styles from '#customers/web/audience/audience.module.css'

interface Question {
  user: string
  product: string
  quantity: number
  day: string
}

export function SimulatorPage() {
  const input = useRef<HTMLInputElement>(null)
  const [customer, setCustomer] = useState<Customer | null>(chosenCustomer())
  const [product, setProduct] = useState<string | null>(null)
  const [typed, setTyped] = useState('1')
  const [day, setDay] = useState(() => businessDay(portalSettings.timeZone))
  const quantity = readPieces(typed)
  return (
    <div className={styles.page}>
      <PageHeading title="Price simulator" lead="See what a customer pays for a quantity on a given day, and why." />
      <Panel>
        <CustomerChooser customer={customer} choose={setCustomer} inputRef={input} />
        <div className={styles.row}>
          <ProductChoice value={product} choose={(chosen) => setProduct(chosen?._id ?? null)} />
          <TextInput
            label="Quantity"
            inputMode="numeric"
            value={typed}
            error={quantity ? undefined : 'Enter a whole number from 1 to 9,999.'}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DayField label="Day" value={day} onChange={(event) => setDay(event.currentTarget.value)} />
        </div>
      </Panel>
      {customer && product && quantity && day && !doubtOfDay(day) && (
        <Panel title="Price">
          <Answered question={{ user: customer._id, product, quantity, day }} />
        </Panel>
      )}
    </div>
  )
}

function Answered({ question }: { question: Question }) {
  return (
    <QueryStates query={useQuery(queryOf(priceLists.simulate, { query: question }))}>
      {(answer) => <Answer answer={answer} />}
    </QueryStates>
  )
}

const verdicts: Record<Simulation['considered'][number]['verdict'], [Tone, string]> = {
  decides: ['good', 'Applies'],
  belowLowestTier: ['notice', 'Applies: below its lowest quantity, so list price'],
  laterInOrder: ['neutral', 'Lower priority'],
  notOnThatDay: ['neutral', 'Not active that day'],
}

const nearnesses = { own: 'This business', business: 'This business', group: 'A group', class: 'Its class of trade' }

const validWords = ({ validFrom, validTo }: Simulation['considered'][number]): string =>
  validFrom ? `${dayWords(validFrom)} to ${validTo ? dayWords(validTo) : 'no end date'}` : 'No end date'

function Answer({ answer }: { answer: Simulation }) {
  const { price, listPrice, source, considered } = answer
  return (
    <>
      <output className={styles.answer}>
        <strong>{asDollars(price)}</strong> per unit: {source ? describePriceSource(source, true) : 'the list price'}.
        List price {asDollars(listPrice)}.
      </output>
      {considered.length === 0 ? (
        <p className={formStyles.note}>No contract has this product for this customer.</p>
      ) : (
        <ListTable
          caption="Prices considered, highest priority first"
          rows={considered}
          rowKey={({ priceListId, name }) => priceListId ?? name}
          columns={[
            {
              title: 'Price list',
              isName: true,
              cell: ({ name, contractNumber }) => (
                <>
                  {name} {contractNumber && <span className={formStyles.note}>{contractNumber}</span>}
                </>
              ),
            },
            { title: 'For', cell: ({ nearness }) => nearnesses[nearness] },
            {
              title: 'Priority',
              align: 'right',
              cell: ({ nearness, priority }) => (nearness === 'own' ? 'First' : priority),
            },
            { title: 'Valid', cell: validWords },
            {
              title: 'Prices',
              cell: ({ tiers }) => tiers.map((one) => `${one.fromQuantity}: ${asDollars(one.price)}`).join(' · '),
            },
            {
              title: 'Result',
              cell: ({ verdict }) => <Status tone={verdicts[verdict][0]}>{verdicts[verdict][1]}</Status>,
            },
          ]}
        />
      )}
    </>
  )
}
