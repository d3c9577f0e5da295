import { Checkbox, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { dayWords } from '#shared/day-words.ts'
import { useIsReadOnly } from '#web/read-only.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { ButtonLink, TextLink } from '#web/ui/button-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { dayIn } from '#web/ui/day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { StateButtons } from '#web/ui/state-buttons.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { CheckedLicense, extracts } from '../../extracts/contract.ts'
import type { Reply } from '#shared/endpoint.ts'
import { fieldWords } from '../licenses/license-words.ts'
import { useConfirmMatches, useExtract } from './hooks.ts'

type Detail = Reply<typeof extracts.byId>

/** What an extract says about our records; matches are verified once the admin confirms them. */
export function ExtractPage() {
  const { id = '' } = useParams({ strict: false })
  return (
    <QueryStates
      query={useExtract(id)}
      missing={<EmptyState title="Extract not found">It may have another address.</EmptyState>}
    >
      {(extract) => <ExtractDetail key={extract._id} extract={extract} />}
    </QueryStates>
  )
}

const isOpen = ({ outcome, confirmedAt, isChanged }: CheckedLicense): boolean =>
  outcome === 'matches' && confirmedAt === null && !isChanged

type Filter = CheckedLicense['outcome']

function ExtractDetail({ extract }: { extract: Detail }) {
  const { licenses, fileName, state, publishedOn, uploadedBy, uploadedAt, rows } = extract
  const isReadOnly = useIsReadOnly()
  const [filter, setFilter] = useState<Filter | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setIsAsking] = useState(false)
  const confirm = useConfirmMatches(() => setIsAsking(false))
  const chosen = licenses.filter((license) => isOpen(license) && !left.has(license._id))
  const toggle = (id: string) => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const shown = filter ? licenses.filter(({ outcome }) => outcome === filter) : licenses
  const choice: ListColumn<CheckedLicense> = {
    title: 'Verify',
    width: '4rem',
    phone: 'beside',
    cell: (license) =>
      isOpen(license) && (
        <Checkbox
          aria-label={`Verify ${license.number}`}
          checked={!left.has(license._id)}
          onChange={() => toggle(license._id)}
        />
      ),
  }
  return (
    <>
      <PageHeading
        title={fileName}
        lead={`${state}, as of ${dayWords(publishedOn)}. Compared by ${uploadedBy} on ${dayWords(dayIn(uploadedAt))}, ${rows.toLocaleString('en-US')} rows.`}
      >
        <ButtonLink size="xs" variant="default" to="/admin/licenses/extracts">
          All extracts
        </ButtonLink>
        {chosen.length > 0 && (
          <ActButton size="xs" onClick={() => setIsAsking(true)}>
            {chosen.length === 1 ? 'Verify 1 match' : `Verify ${chosen.length} matches`}
          </ActButton>
        )}
      </PageHeading>
      <StateButtons
        labels={filterLabels}
        counts={extract}
        state={filter ?? undefined}
        choose={(to) => setFilter(filter === to ? null : to)}
      />
      <ListTable
        caption="Compared licenses"
        columns={isReadOnly ? columns : [...columns, choice]}
        rows={shown}
        rowKey={({ _id }) => _id}
        empty={{ title: 'None', text: 'No license has this result.' }}
      />
      <Confirm
        isOpen={isAsking}
        question={chosen.length === 1 ? 'Verify 1 license?' : `Verify ${chosen.length} licenses?`}
        answer="Verify"
        isPending={confirm.isPending}
        confirm={() =>
          confirm.mutate({ params: { id: extract._id }, body: { licenses: chosen.map(({ _id }) => _id) } })
        }
        close={() => setIsAsking(false)}
      >
        <p>{`The record says that you looked them up today in ${fileName} of ${dayWords(publishedOn)}. Orders that wait for them are released.`}</p>
      </Confirm>
    </>
  )
}

const outcomeWords: Record<Filter, { words: string; tone: Tone }> = {
  differs: { words: 'Differs', tone: 'bad' },
  missing: { words: 'Not found', tone: 'notice' },
  matches: { words: 'Matches', tone: 'neutral' },
}

const filterLabels: Record<Filter, string> = {
  differs: outcomeWords.differs.words,
  missing: outcomeWords.missing.words,
  matches: outcomeWords.matches.words,
}

const resultOf = ({ outcome, confirmedAt, isChanged }: CheckedLicense): { words: string; tone: Tone } => {
  if (confirmedAt) return { words: 'Verified', tone: 'good' }
  return isChanged ? { words: 'Changed since', tone: 'notice' } : outcomeWords[outcome]
}

/** Dates stay in one line. */
const shownOf = (value: string): string =>
  (/^\d{4}-\d{2}-\d{2}$/.test(value) ? dayWords(value) : value).replaceAll(' ', '\u00a0')

const detailsOf = ({ business, place, differences }: CheckedLicense): string =>
  [
    business && place,
    ...differences.map(({ field, ours, theirs }) =>
      [
        `${fieldWords[field] ?? field}:`,
        ours && `ours ${field === 'expiry' ? shownOf(ours) : ours},`,
        `board ${field === 'expiry' ? shownOf(theirs) : theirs}`,
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ]
    .filter(Boolean)
    .join('. ')

const columns: ListColumn<CheckedLicense>[] = [
  {
    title: 'Holder',
    isName: true,
    cell: ({ business, place }) =>
      business ? (
        <TextLink to="/admin/customer/$id" params={{ id: business.userId }} search={{ tab: 'ordering' }}>
          {business.name}
        </TextLink>
      ) : (
        <TextLink to="/admin/licenses" search={{ tab: 'own' }}>
          {place ? `Our own, ${place}` : 'Our own'}
        </TextLink>
      ),
  },
  { title: 'Number', isUnbroken: true, width: '9rem', phone: 'start', cell: ({ number }) => number },
  {
    title: 'Valid until',
    isUnbroken: true,
    width: '8rem',
    cell: ({ expiresOn }) => (expiresOn ? dayWords(expiresOn) : 'No date'),
  },
  {
    title: 'Result',
    width: '9rem',
    phone: 'end',
    cell: (license) => {
      const { words, tone } = resultOf(license)
      return <Status tone={tone}>{words}</Status>
    },
  },
  {
    title: 'Differs in',
    width: '11rem',
    phone: 'middle',
    cell: ({ differences }) => differences.map(({ field }) => fieldWords[field] ?? field).join(', '),
  },
  {
    title: 'Details',
    cell: (license) => {
      const details = detailsOf(license)
      return (
        <Text span fz="inherit" lineClamp={2} title={details}>
          {details}
        </Text>
      )
    },
  },
]
