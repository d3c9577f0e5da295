import { TextInput, Text } from '@mantine/core'
import { BadgeCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { dayWords } from '#shared/day-words.ts'
import { businessToday } from '#web/business-day.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ButtonLink, TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { StateButtons } from '#web/ui/state-buttons.tsx'
import { Status } from '#web/ui/status.tsx'
import { useAddress } from '#web/use-address.ts'
import { licenseFilters, type ListedLicense } from '../../licenses/license-shapes.ts'
import { SchedulesPanel } from '../schedules/schedules-panel.tsx'
import { useLicenseSearch } from './hooks.ts'
import { LicensesPanel } from './licenses-panel.tsx'
import { fieldWords, filterWords, kindWords, sharedWords, statusOn } from './license-words.ts'
import { PageNumber } from '#shared/page-number.ts'

const Address = z.object({
  page: PageNumber,
  only: z.optional(z.enum(licenseFilters)),
  q: z._default(z.string(), ''),
  tab: z.optional(z.enum(['own', 'schedules'])),
})

const pageSize = 50

const headings = {
  all: { title: 'Licenses', lead: 'Licenses and registrations of customers and our own, soonest expiry first.' },
  own: { title: 'Our own licenses', lead: 'Licenses and registrations of our warehouses.' },
  schedules: { title: 'State schedules', lead: 'Substances that a State controls more strictly than federal law.' },
}

/** All licenses by what needs to be done, with tabs for our own and for the schedules of States. */
export function LicensesPage() {
  const [{ tab }] = useAddress(Address)
  return (
    <>
      <PageHeading {...headings[tab ?? 'all']}>
        <ButtonLink size="xs" variant="default" to="/admin/orders" search={{ query: { stage: 'held' } }}>
          Orders on hold
        </ButtonLink>
      </PageHeading>
      {tab === undefined && <LicenseList />}
      {tab === 'own' && <LicensesPanel />}
      {tab === 'schedules' && <SchedulesPanel />}
    </>
  )
}

function LicenseList() {
  const [{ page, only, q }, change] = useAddress(Address)
  const query = useLicenseSearch({ page, q, ...(only && { only }) })
  const counts = query.data?.counts
  return (
    <>
      <StateButtons
        labels={filterWords}
        counts={counts}
        state={only}
        choose={(to) => change({ only: only === to ? undefined : to, page: 1 })}
      >
        <Search key={q} q={q} search={(text) => change({ q: text, page: 1 })} />
      </StateButtons>
      <QueryStates query={query}>
        {({ rows }) => (
          <>
            <ListTable
              caption="Licenses"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              isStale={query.isPlaceholderData}
              empty={{
                icon: <BadgeCheck size={28} strokeWidth={1.5} />,
                title: 'No licenses found',
                text: only
                  ? 'No license is in this state. Choose another filter.'
                  : 'Search for another number or name.',
              }}
            />
            <PageNumbers
              page={page}
              pages={Math.ceil((counts?.[only ?? 'all'] ?? 0) / pageSize)}
              goTo={(to) => change({ page: to })}
            />
          </>
        )}
      </QueryStates>
    </>
  )
}

function Search({ q, search }: { q: string; search: (text: string) => void }) {
  const [text, setText] = useState(q)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text.trim())
  }
  return (
    <search>
      <form onSubmit={submit}>
        <TextInput
          size="xs"
          w="16rem"
          type="search"
          aria-label="Search licenses"
          placeholder="Number, customer or warehouse"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </form>
    </search>
  )
}

function Holder({ license: { business, warehouse } }: { license: ListedLicense }) {
  return business ? (
    <TextLink to="/admin/customer/$id" params={{ id: business.userId }} search={{ tab: 'ordering' }}>
      {business.name}
    </TextLink>
  ) : (
    <TextLink to="/admin/licenses" search={{ tab: 'own' }}>
      {warehouse ? `Our own, ${warehouse}` : 'Our own'}
    </TextLink>
  )
}

const noteOf = ({ renewal, differences, sharedWith, suspendedWhy, shipToId, location }: ListedLicense): string => {
  if (suspendedWhy) return suspendedWhy
  if (differences.length > 0)
    return `Board: ${differences.map(({ field, theirs }) => `${fieldWords[field] ?? field} ${theirs}`).join(', ')}`
  if (sharedWith.length > 0) return sharedWords(sharedWith)
  if (renewal) return `Renewal sent, valid until ${dayWords(renewal.renewedUntil)}`
  return shipToId && location ? location.name : ''
}

const columns: ListColumn<ListedLicense>[] = [
  { title: 'Holder', isName: true, cell: (license) => <Holder license={license} /> },
  { title: 'Kind', phone: 'start', width: '15rem', cell: ({ kind }) => kindWords[kind] },
  { title: 'State', width: '4rem', cell: ({ state }) => state },
  { title: 'Number', isUnbroken: true, width: '9rem', phone: 'middle', cell: ({ number }) => number || 'None' },
  {
    title: 'Valid until',
    isUnbroken: true,
    width: '8rem',
    phone: 'end',
    cell: ({ expiresOn }) => (expiresOn ? dayWords(expiresOn) : 'No date'),
  },
  {
    title: 'Status',
    width: '9rem',
    phone: 'beside',
    cell: (license) => {
      const { words, tone } = statusOn(license, businessToday())
      return <Status tone={tone}>{words}</Status>
    },
  },
  {
    title: 'Note',
    cell: (license) => {
      const note = noteOf(license)
      return (
        <Text span fz="inherit" lineClamp={2} title={note}>
          {note}
        </Text>
      )
    },
  },
]
