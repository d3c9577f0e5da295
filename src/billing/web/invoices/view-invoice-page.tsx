import { Button, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ArrowLeft, FileDown, MessageCircleQuestionMark, ReceiptText } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import panel from '#web/ui/panel.module.css'
import { InvoiceLink } from '#orders/web/invoice-link.tsx'
import { asDollars } from '#shared/money.ts'
import { releaseStatus } from '#shared/release-status.ts'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { lastSearchOf } from '#web/use-way-back.ts'
import { ButtonLink, TextLink } from '#web/ui/button-link.tsx'
import { businessDayWords, Day, MomentText } from '#web/ui/day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { TrackingLinks } from '#web/ui/tracking-links.tsx'
import { type InvoiceDetail, waysToPay } from '../../invoices/contract.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { documentAddress, useInvoice } from './hooks.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceMoney } from './invoice-money.tsx'
import { PriceDifferenceNote } from './price-difference.tsx'
import { QuestionsPanel, QuestionDialog } from './questions-panel.tsx'
import { SettlementBadge } from './settlement-badge.tsx'
import facts from '#web/ui/facts.module.css'
import text from '#web/ui/text.module.css'
import styles from './view-invoice-page.module.css'

interface Props {
  /** A link to the payment of this invoice, if it can be paid online. */
  PayInvoice: ComponentType<{ invoiceId: string; amount: number }>
  /** Payments of this invoice alone or with other invoices. */
  Payments: ComponentType<{ invoiceId: string }>
  /** Transaction data of a line, below its name. */
  TraceMark: ComponentType<{ invoiceId: string; number: string }>
  /** Transaction data of the whole invoice. */
  TracePanel: ComponentType<{ invoiceId: string }>
  /** Whether both can be rendered without shifting the page. */
  isTraceLoading: boolean
  /** A link to the form for returns. */
  ReturnLink: ComponentType<{ invoice: string }>
}

/** One invoice, read-only, for customers and admins. */
export function ViewInvoicePage({ PayInvoice, isTraceLoading, ReturnLink, ...parts }: Props) {
  // Sales reps can read a customer's invoices but not dispute them.
  const isOnlyRead = useCustomer() !== null
  const { id, invoiceID } = useParams({ strict: false })
  const number = invoiceID ?? id ?? ''
  const query = useInvoice(number)
  return (
    <>
      <PageHeading title={`${query.data?.isCredit ? 'Credit note' : 'Invoice'} ${number}`}>
        <BackLink />
        <ForBuyers>
          {query.data && isOwed(query.data) && <PayInvoice invoiceId={number} amount={query.data.openAmount ?? 0} />}
          {query.data && !isOnlyRead && <QuestionButton invoice={query.data} />}
        </ForBuyers>
        {query.data && isForGoods(query.data) && <ReturnLink invoice={number} />}
        {query.data && (
          <Button
            component="a"
            variant="subtle"
            leftSection={<FileDown size={16} aria-hidden />}
            href={documentAddress(number)}
            target="_blank"
            rel="noopener"
            aria-label="Download PDF (opens in a new tab)"
          >
            Download PDF
          </Button>
        )}
      </PageHeading>
      <QueryStates query={query} missing={<NoInvoice />}>
        {(invoice) => (isTraceLoading ? <PageSkeleton /> : <Detail invoice={invoice} {...parts} />)}
      </QueryStates>
    </>
  )
}

function QuestionButton({ invoice }: { invoice: InvoiceDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<MessageCircleQuestionMark size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Ask a question
      </Button>
      <QuestionDialog invoice={invoice} isOpen={isOpen} close={() => setIsOpen(false)} />
    </>
  )
}

/** Back to the list with its last filters. */
function BackLink() {
  const isAdmin = useUser()?.isAdmin ?? false
  return (
    <ButtonLink
      variant="default"
      leftSection={<ArrowLeft size={16} aria-hidden />}
      to={isAdmin ? '/admin/invoices' : '/MyInvoices'}
      search={lastSearchOf(isAdmin ? '/admin/invoices' : '/MyInvoices')}
    >
      Back
    </ButtonLink>
  )
}

function NoInvoice() {
  return (
    <EmptyState icon={<ReceiptText size={28} strokeWidth={1.5} />} title="Invoice not found">
      <p>This invoice does not exist, or it belongs to another account.</p>
    </EmptyState>
  )
}

const isForGoods = ({ isCredit, cancels, cancelledBy }: InvoiceDetail): boolean =>
  !isCredit && cancels === null && cancelledBy === null

/** Credit notes and canceled invoices have no delivery. */
const NoMark = () => null

const isOwed = ({ settlement, openAmount }: InvoiceDetail): boolean =>
  openAmount !== null && (settlement === 'open' || settlement === 'overdue')

function Detail({
  invoice,
  Payments,
  TraceMark,
  TracePanel,
}: { invoice: InvoiceDetail } & Omit<Props, 'PayInvoice' | 'isTraceLoading' | 'ReturnLink'>) {
  return (
    <>
      <PriceDifferenceNote difference={invoice.priceDifference} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <Amounts invoice={invoice} />
          <Facts invoice={invoice} />
          <Payments invoiceId={invoice.invoiceID} />
          <ErpFacts invoice={invoice} />
        </div>
        <Stack gap="lg" miw={0}>
          <InvoiceLines invoice={invoice} TraceMark={isForGoods(invoice) ? TraceMark : NoMark} />
          {isForGoods(invoice) && <TracePanel invoiceId={invoice.invoiceID} />}
          <QuestionsPanel questions={invoice.questions} />
        </Stack>
      </div>
    </>
  )
}

/** What is owed first, then its parts. */
function Amounts({ invoice }: { invoice: InvoiceDetail }) {
  const { currencyCode, ShippingChargeAmountcontent_KUT: charge, openAmount, paidInPortal } = invoice
  return (
    <section className={`${panel.surface} ${styles.panel}`} aria-label="Amounts">
      <dl className={`${facts.facts} ${facts.ruled} ${facts.amounts} ${styles.amounts}`}>
        <Fact word="Due" isTotal>
          {invoice.dueDate && <Day at={invoice.dueDate} />}
        </Fact>
        <Fact word="Open amount" isTotal>
          {openAmount !== null && <InvoiceMoney amount={openAmount} currency={currencyCode} />}
        </Fact>
        <Fact word="Payment">
          <SettlementBadge settlement={invoice.settlement} />
        </Fact>
        {paidInPortal && (
          <Fact word="Paid online">
            {asDollars(paidInPortal.amount)} {waysToPay[paidInPortal.way]}
            {paidInPortal.at && ` on ${businessDayWords(paidInPortal.at)}`}
            {invoice.settlement === 'onItsWay' && ', not posted yet'}
          </Fact>
        )}
        {invoice.openAmountAt && openAmount !== null && (
          <Fact word="As reported on">
            <Day at={invoice.openAmountAt} />
          </Fact>
        )}
      </dl>
      <dl className={`${facts.facts} ${facts.ruled} ${facts.amounts} ${styles.amounts}`}>
        <Fact word="Total net amount">
          <InvoiceMoney amount={invoice.TotalNetAmount} currency={currencyCode} />
        </Fact>
        <Fact word="Shipping charge">
          {charge !== null && <InvoiceMoney amount={charge} currency={currencyCode} />}
        </Fact>
        <Fact word="Total gross amount" isTotal>
          <InvoiceMoney amount={invoice.TotalGrossAmount} currency={currencyCode} /> {currencyCode}
        </Fact>
      </dl>
    </section>
  )
}

function Facts({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <section className={`${panel.surface} ${styles.panel}`} aria-label="Invoice">
      <dl className={`${facts.facts} ${facts.ruled}`}>
        {invoice.order && (
          <Fact word="Order">
            <TextLink to="/order/$id" params={{ id: invoice.order._id }} inherit>
              {invoice.order.orderIdSap ?? 'Order'}
            </TextLink>
          </Fact>
        )}
        <Fact word="Purchase order">{invoice.PurchaseOrder_KUT}</Fact>
        <Fact word="Buyer">
          <Party name={invoice.buyerName} account={invoice.BuyerPartyID} />
        </Fact>
        <Fact word="Payer">
          <Party name={invoice.payerName} account={invoice.PayerPartyID} />
        </Fact>
        <Fact word="Date">{invoice.Date && <Day at={invoice.Date} />}</Fact>
        <Fact word="Ship via">{invoice.ShipVia_KUT}</Fact>
        <Fact word="Tracking number">
          {invoice.TrackingNumber_KUT && (
            <TrackingLinks codes={invoice.TrackingNumber_KUT} shipVia={invoice.ShipVia_KUT} />
          )}
        </Fact>
        {invoice.cancels && (
          <Fact word="Cancels invoice">
            <InvoiceLink id={invoice.cancels} />
          </Fact>
        )}
        {invoice.cancelledBy && (
          <Fact word="Canceled by">
            <InvoiceLink id={invoice.cancelledBy} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** What only the ERP's accounting asks for. */
function ErpFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { FedExAccount_KUT: carrierAccount, ReleaseStatusCode: status, CreationDateTime: createdAt } = invoice
  return (
    <Fold title="Details">
      <dl className={`${facts.facts} ${text.small} ${styles.quiet}`}>
        {status && <Fact word="Release status">{releaseStatus(status)}</Fact>}
        {createdAt && (
          <Fact word="Creation date time">
            <MomentText at={createdAt} />
          </Fact>
        )}
        {carrierAccount && <Fact word="FedEx account">{carrierAccount}</Fact>}
      </dl>
    </Fold>
  )
}

/** The name if it is known, and always the account number that is on the document. */
function Party({ name, account }: { name: string; account: string }) {
  if (!account) return name || '–'
  return (
    <>
      {name && (
        <Text span display="block" inherit fw={550}>
          {name}
        </Text>
      )}{' '}
      account {account}
    </>
  )
}

interface FactProps {
  word: string
  isTotal?: boolean
  children: ReactNode
}

function Fact({ word, isTotal, children }: FactProps) {
  const isEmpty = children === null || children === '' || children === false
  return (
    <div data-total={isTotal}>
      <dt>{word}</dt>
      <dd>{isEmpty ? '–' : children}</dd>
    </div>
  )
}
