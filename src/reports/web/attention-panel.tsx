import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { questionReasons } from '#billing/invoices/question-shapes.ts'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { Attention, StuckOrder } from '../contract.ts'
import styles from './attention-panel.module.css'
import { Block } from '#web/ui/block.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { useAttention } from './hooks.ts'

/** What needs a person's attention today; empty topics are hidden. */
export function AttentionPanel() {
  return (
    <Block title="Needs attention">
      <QueryStates query={useAttention()} skeleton={<Skeleton height="8rem" />}>
        {(attention) => <Matters attention={attention} />}
      </QueryStates>
    </Block>
  )
}

function Matters({ attention }: { attention: Attention }) {
  const { troubles, waitingCustomers, failed, held, licenses, questions, soldOut } = attention
  const isAllWell =
    troubles.length +
      waitingCustomers +
      failed.count +
      held.count +
      licenses.count +
      licenses.unknown +
      questions.count +
      soldOut.count ===
    0
  if (isAllWell)
    return (
      <p className={styles.well}>
        <CircleCheck size={18} aria-hidden /> Nothing needs attention.
      </p>
    )
  return (
    <ul className={styles.matters}>
      <Matter count={troubles.length} tone="bad" title="For the portal operator">
        {troubles.map(({ text, reason }) => (
          <Entry key={text} note="">
            {text} {reason}
          </Entry>
        ))}
      </Matter>
      <Matter count={waitingCustomers} tone="notice" title="Waiting customers" to="/admin/customers" search={waiting} />
      <Matter
        count={failed.count}
        tone="bad"
        title="Failed order exports to the ERP"
        to="/admin/orders"
        search={stage('failed')}
      >
        <OrderList orders={failed.orders} word={(state) => exportWords[state] ?? state} />
        <More shown={failed.orders.length} count={failed.count} to="/admin/orders" search={stage('failed')} />
      </Matter>
      <Matter count={held.count} tone="notice" title="Orders on hold" to="/admin/orders" search={stage('held')}>
        <OrderList orders={held.orders} word={() => 'license'} />
        <More shown={held.orders.length} count={held.count} to="/admin/orders" search={stage('held')} />
      </Matter>
      <Matter
        count={licenses.count + licenses.unknown}
        tone="notice"
        title="Licenses"
        to="/admin/customers"
        search={licensesDue}
      >
        {licenses.customers.map(({ _id, companyName, day, daysLeft }) => (
          <Entry key={_id} note={licenseWords(day, daysLeft)}>
            <Link to="/admin/customer/$id" params={{ id: _id }}>
              {companyName || 'No name'}
            </Link>
          </Entry>
        ))}
        <More shown={licenses.customers.length} count={licenses.count} to="/admin/customers" search={licensesEnding} />
        {licenses.unknown > 0 && (
          <Entry note="no expiry date">
            <Link to="/admin/customers" search={withoutExpiry}>
              {licenses.unknown.toLocaleString('en-US')} {licenses.unknown === 1 ? 'customer' : 'customers'}
            </Link>
          </Entry>
        )}
      </Matter>
      <Matter count={questions.count} tone="notice" title="Invoice questions" to="/admin/invoices">
        {questions.rows.map((question) => (
          <Entry key={question._id} note={questionReasons[question.reason]}>
            <Link to="/admin/viewInvoice/$invoiceID" params={{ invoiceID: question.invoiceID }}>
              {question.customer || question.account}, {question.invoiceID}
            </Link>
          </Entry>
        ))}
        <More shown={questions.rows.length} count={questions.count} to="/admin/invoices" />
      </Matter>
      <Matter
        count={soldOut.count}
        tone="notice"
        title="Out of stock and in demand"
        to="/admin/products"
        search={missed}
      >
        {soldOut.products.map(({ _id, name, pieces }) => (
          <Entry key={_id} note={`${pieces.toLocaleString('en-US')} sold recently`}>
            <Link to="/admin/product/$id" params={{ id: _id }}>
              {name}
            </Link>
          </Entry>
        ))}
        <More shown={soldOut.products.length} count={soldOut.count} to="/admin/products" search={missed} />
      </Matter>
    </ul>
  )
}

const waiting = { query: { status: 'waiting' } }
const stage = (of: string) => ({ query: { stage: of } })
/** Sorted by expiry, earliest first. */
const licensesDue = { sort: 'license', query: { license: 'due', status: 'active' } }
const licensesEnding = { sort: 'license', query: { license: 'ending', status: 'active' } }
const withoutExpiry = { query: { license: 'none', status: 'active' } }
const missed = { query: { stock: 'missed' } }

interface Behind {
  /** The list behind the number. */
  to?: string
  search?: Record<string, unknown>
}

interface MatterProps extends Behind {
  count: number
  tone: Tone
  title: string
  children?: ReactNode
}

/** On phones the list behind the number stands for the entries. */
function Matter({ count, tone, title, to, search, children }: MatterProps) {
  if (count === 0) return null
  return (
    <li className={styles.matter} data-linked={to !== undefined || undefined}>
      <h3 className={styles.title}>
        <Status tone={tone}>{count.toLocaleString('en-US')}</Status>{' '}
        {to ? (
          <Link to={to} {...(search && { search })}>
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      <div className={styles.entries}>{children}</div>
    </li>
  )
}

function Entry({ note, children }: { note: string; children: ReactNode }) {
  return (
    <p className={styles.entry}>
      <span className={styles.what}>{children}</span>
      <span className={styles.note}>{note}</span>
    </p>
  )
}

function OrderList({ orders, word }: { orders: StuckOrder[]; word: (state: string) => string }) {
  return orders.map(({ _id, companyName, state, createdAt }) => (
    <Entry key={_id} note={`${businessDayWords(createdAt)}, ${word(state)}`}>
      <Link to="/order/$id" params={{ id: _id }}>
        {companyName || 'Order'}
      </Link>
    </Entry>
  ))
}

function More({ shown, count, to = '/', search = {} }: Behind & { shown: number; count: number }) {
  if (count <= shown) return null
  return (
    <p className={styles.entry}>
      <Link to={to} search={search}>
        {(count - shown).toLocaleString('en-US')} more
      </Link>
    </p>
  )
}

const exportWords: Record<string, string> = {
  rejected: 'rejected by the ERP',
  conflict: 'conflict in the ERP',
  unknown: 'unconfirmed',
}

const licenseWords = (day: string, daysLeft: number): string => {
  if (daysLeft < 0) return `expired ${businessDayWords(day)}`
  if (daysLeft === 0) return 'expires today'
  return daysLeft === 1 ? 'expires tomorrow' : `expires in ${daysLeft} days`
}
