import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { users } from '#customers/contract.ts'
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
import { countedQueryOf } from '#web/table/use-table.ts'
import { useAddress } from '#web/use-address.ts'
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

const Address = z.object({ account: z._default(z.string(), '') })

/** The customer whose account number the address has, or the one chosen here. */
const useCustomerOfAddress = () => {
  const [{ account }, change] = useAddress(Address)
  const [chosen, setChosen] = useState<Customer | null>(() => (account ? null : chosenCustomer()))
  const isChosen = chosen !== null && (account === '' || chosen.accountID === account)
  const found = useQuery({
    ...countedQueryOf(users.list, { query: { query: account, businesses: 'true', pageSize: 20 } }),
    enabled: !isChosen && account !== '',
  })
  const choose = (customer: Customer) => {
    setChosen(customer)
    change({ account: customer.accountID }, { replace: true, keepScroll: true })
  }
  const customer = isChosen ? chosen : found.data?.rows.find(({ accountID }) => accountID === account)
  return [customer ?? null, choose] as const
}

export function SimulatorPage() {
  const input = useRef<HTMLInputElement>(null)
  const [customer, choose] = useCustomerOfAddress()
  const [product, setProduct] = useState<string | null>(null)
  const [typed, setTyped] = useState('1')
  const [day, setDay] = useState(() => businessDay(portalSettings.timeZone))
  const quantity = readPieces(typed)
  return (
    <div className={formStyles.page}>
      <PageHeading title="Price simulator" lead="See what a customer pays for a quantity on a given day, and why." />
      <div className={formStyles.form}>
        <Panel>
          <CustomerChooser customer={customer} choose={choose} inputRef={input} />
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
        {customer && product && quantity && day && !doubtOfDay(day) ? (
          <Panel title="Price">
            <Answered question={{ user: customer._id, product, quantity, day }} />
          </Panel>
        ) : (
          <p className={formStyles.note}>Choose a customer, a product, a quantity and a day.</p>
        )}
      </div>
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

type Considered = Simulation['considered'][number]

const validWords = ({ validFrom, validTo }: Considered): string =>
  validFrom ? `${dayWords(validFrom)} to ${validTo ? dayWords(validTo) : 'no end date'}` : 'No end date'

const tierWords = ({ fromQuantity, price }: Considered['tiers'][number]): string =>
  fromQuantity > 1 ? `${asDollars(price)} from ${fromQuantity.toLocaleString('en-US')}` : asDollars(price)

/** From the list price to the price list that decides. */
const stepsOf = ({ listPrice, source, considered }: Simulation) => {
  const isListPrice = source === null
  const result: [Tone, string] = isListPrice ? ['good', 'Applies'] : ['neutral', 'Replaced by a contract']
  const first = {
    key: 'list price',
    name: 'List price',
    contract: '',
    holder: 'Everyone',
    valid: 'No end date',
    priority: '–',
    prices: asDollars(listPrice),
    result,
  }
  const contracts = considered.toReversed().map((one) => ({
    key: one.priceListId ?? one.name,
    name: one.name,
    contract: one.contractNumber,
    holder: nearnesses[one.nearness],
    valid: validWords(one),
    priority: one.nearness === 'own' ? 'First' : String(one.priority),
    prices: one.tiers.map(tierWords).join(', '),
    result: verdicts[one.verdict],
  }))
  return [first, ...contracts].map((step, at) => ({ ...step, number: at + 1 }))
}

function Answer({ answer }: { answer: Simulation }) {
  const { price, listPrice, source, considered } = answer
  return (
    <>
      <output className={styles.answer}>
        <strong>{asDollars(price)}</strong> per unit: {source ? describePriceSource(source, true) : 'the list price'}.
        List price {asDollars(listPrice)}.
      </output>
      <ListTable
        caption="How the price was determined"
        rows={stepsOf(answer)}
        rowKey={({ key }) => key}
        columns={[
          { title: 'Step', width: '3rem', cell: ({ number }) => number },
          {
            title: 'Price list',
            isName: true,
            cell: ({ name, contract }) => (
              <>
                {name} {contract && <span className={formStyles.note}>{contract}</span>}
              </>
            ),
          },
          { title: 'For', cell: ({ holder }) => holder },
          { title: 'Valid', cell: ({ valid }) => valid },
          { title: 'Priority', align: 'right', cell: ({ priority }) => priority },
          { title: 'Prices', align: 'right', cell: ({ prices }) => prices },
          { title: 'Result', cell: ({ result: [tone, words] }) => <Status tone={tone}>{words}</Status> },
        ]}
      />
      <p className={formStyles.note}>
        {considered.length === 0
          ? 'No contract has this product for this customer.'
          : 'The business’s own price comes first, then the list with the highest priority. At the same priority, a list for the business comes before one for a group, and that before one for its class of trade.'}
      </p>
    </>
  )
}
