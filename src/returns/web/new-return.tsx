import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { randomKey } from '#web/random-key.ts'
import { useMayOrder, viewerNote } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { useAddress } from '#web/use-address.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { NotFoundPage } from '#web/shell/error-page.tsx'
import { evaluateReturn, missingIn } from '../check-return.ts'
import type { Returnable, ReturnableLine } from '../contract.ts'
import { marksOf } from '../return-words.ts'
import { type Source, useRequestReturn, useReturnable, useReturns } from './hooks.ts'
import { type LineEntry, goodsOf, newEntry, ReturnFields } from './return-fields.tsx'
import styles from './returns.module.css'

const Address = z.object({ order: z.optional(z.string()), invoice: z.optional(z.string()) })

/** Asks for the return of shipped lines of an order or invoice, or reports them. */
export function NewReturn() {
  const [{ order, invoice }] = useAddress(Address)
  const source: Source = { ...(order && { order }), ...(invoice && { invoice }) }
  const query = useReturnable(source)
  const mayOrder = useMayOrder()
  return (
    <>
      <PageHeading
        title="Return or report"
        lead="Choose what you want to return, or report goods that are missing or damaged."
      >
        <BackLink source={source} />
      </PageHeading>
      {mayOrder ? (
        <QueryStates query={query} missing={<NotFoundPage />}>
          {(returnable) => <ReturnForm returnable={returnable} source={source} />}
        </QueryStates>
      ) : (
        <Callout>{viewerNote()}</Callout>
      )}
    </>
  )
}

function BackLink({ source: { order, invoice } }: { source: Source }) {
  if (order)
    return (
      <ButtonLink variant="default" to="/order/$id" params={{ id: order }}>
        Back to the order
      </ButtonLink>
    )
  if (!invoice) return null
  return (
    <ButtonLink variant="default" to="/viewInvoice/$id" params={{ id: invoice }}>
      Back to the invoice
    </ButtonLink>
  )
}

function ReturnForm({ returnable, source }: { returnable: Returnable; source: Source }) {
  const { problem, lines, rules } = returnable
  const user = useUser()
  const navigate = useNavigate()
  const request = useRequestReturn()
  const [entries, setEntries] = useState<LineEntry[]>([])
  const [contact, setContact] = useState(`${user?.name ?? ''} ${user?.lastName ?? ''}, ${user?.email ?? ''}`.trim())
  const [isChecked, setIsChecked] = useState(false)
  const unsaved = useUnsaved(() => entries.length > 0)
  if (problem)
    return (
      <EmptyState title="Nothing to return">
        <p>{problem}</p>
      </EmptyState>
    )
  const lineOf = (entry: LineEntry) => lines.find(({ lineNo }) => lineNo === entry.lineNo)
  const isOpen = (entry: LineEntry): boolean => {
    const line = lineOf(entry)
    if (!line) return true
    const goods = goodsOf(entry)
    return (
      entry.quantity < 1 ||
      goods === null ||
      missingIn(goods, line) !== null ||
      evaluateReturn(goods, line, rules).isRefused
    )
  }
  const send = () => {
    setIsChecked(true)
    if (entries.length === 0 || contact.trim() === '' || entries.some(isOpen)) return
    const items = entries.flatMap((entry) => {
      const goods = goodsOf(entry)
      return goods ? [{ lineNo: entry.lineNo, quantity: entry.quantity, ...goods }] : []
    })
    request.mutate(
      { body: { ...source, contact, lines: items } },
      {
        onSuccess: ({ returns: [first, ...others] }) =>
          unsaved.saved(() => {
            if (first && others.length === 0) void navigate({ to: '/returns/$id', params: { id: first._id } })
            else void navigate({ to: '/returns' })
          }),
      },
    )
  }
  const wordsFor = (line: ReturnableLine) =>
    entries.some(({ lineNo }) => lineNo === line.lineNo) ? 'Add another reason' : 'Return or report'
  const change = (key: string, patch: Partial<LineEntry>) =>
    setEntries((before) => before.map((entry) => (entry.key === key ? { ...entry, ...patch } : entry)))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {unsaved.question}
      <Stack gap="lg">
        <Earlier source={source} />
        <Panel
          title={
            returnable.order
              ? `Order ${returnable.order.orderIdSap ?? ''}`.trim()
              : `Invoice ${returnable.invoice ?? ''}`
          }
        >
          <ul className={styles.list} aria-label="Shipped lines">
            {lines.map((line) => (
              <li key={line.lineNo} className={styles.item}>
                <LineHead line={line}>
                  <Button
                    size="xs"
                    variant="default"
                    disabled={line.left === 0}
                    aria-label={`${wordsFor(line)}: ${line.name}`}
                    onClick={() => setEntries((before) => [...before, newEntry(randomKey(), line)])}
                  >
                    {wordsFor(line)}
                  </Button>
                </LineHead>
                {entries
                  .filter(({ lineNo }) => lineNo === line.lineNo)
                  .map((entry) => (
                    <ReturnFields
                      key={entry.key}
                      entry={entry}
                      line={line}
                      rules={rules}
                      isChecked={isChecked}
                      change={(patch) => change(entry.key, patch)}
                      remove={() => setEntries((before) => before.filter(({ key }) => key !== entry.key))}
                    />
                  ))}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Contact">
          <LimitedInput
            label="Who can we ask?"
            description="Name and phone number or email address."
            required
            most={200}
            maw="32rem"
            value={contact}
            error={isChecked && contact.trim() === '' && 'Enter a contact.'}
            onChange={({ currentTarget }) => setContact(currentTarget.value)}
          />
        </Panel>
        {isChecked && entries.length === 0 && <Callout tone="warning">Choose at least one line.</Callout>}
        {isChecked && entries.some(isOpen) && (
          <Callout tone="warning">Some lines are incomplete or can’t be returned. Correct or remove them.</Callout>
        )}
        <div>
          <Button type="submit" loading={request.isPending}>
            Send request
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function LineHead({ line, children }: { line: ReturnableLine; children: React.ReactNode }) {
  return (
    <div className={styles.head}>
      <div>
        <strong>
          <DrugName name={line.name} />
        </strong>{' '}
        <LineMarks line={marksOf(line)} />
        <Text c="dimmed" fz="sm">
          {line.number} · {line.shipped} shipped, {line.left} can be returned or reported
        </Text>
      </div>
      {children}
    </div>
  )
}

/** Requests for the same order or invoice, so that nothing is asked for twice. */
function Earlier({ source }: { source: Source }) {
  const { data } = useReturns({ ...source, page: 1 })
  if (!data || data.rows.length === 0) return null
  const count =
    data.rows.length === 1 ? 'is 1 request' : `are ${data.rows.length}${data.hasMore ? ' or more' : ''} requests`
  return (
    <Callout
      action={
        <ButtonLink size="xs" variant="default" to="/returns">
          Show returns
        </ButtonLink>
      }
    >
      There {count} for these lines.
    </Callout>
  )
}
