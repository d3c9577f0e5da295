import { Group, Stack } from '@mantine/core'
import { CreditLine } from '#billing/web/invoices/credit-line.tsx'
import { CustomerInvoices, OwedInvoices } from '#billing/web/invoices/customer-invoices.tsx'
import { QuestionLine } from '#billing/web/invoices/question-line.tsx'
import { useCreditLimit } from '#billing/web/invoices/use-credit-limit.ts'
import { useOpenQuestions } from '#billing/web/invoices/use-open-questions.ts'
import { PeoplePanel } from '#colleagues/web/people/people-panel.tsx'
import { ShipToPanel } from '#colleagues/web/ship-to/ship-to-panel.tsx'
import { LicensesPanel } from '#compliance/web/licenses/licenses-panel.tsx'
import type { CustomerRecord } from '#customers/customer-shapes.ts'
import { type CustomerTabs, EditCustomerPage } from '#customers/web/edit-customer-page.tsx'
import { EquivalentsPanel } from '#customers/web/equivalents-panel.tsx'
import { NotesPanel } from '#customers/web/notes/notes-panel.tsx'
import { SignInMethodsPanel } from '#identity/web/factors/sign-in-methods-panel.tsx'
import { SignOnPanel } from '#identity/web/sign-on/sign-on-panel.tsx'
import { CustomerOrders, LatestOrders } from '#orders/web/history/customer-orders.tsx'
import { InvoiceLink } from '#orders/web/invoice-link.tsx'
import { RulesPanel } from '#purchasing/web/approvals/rules-panel.tsx'
import { StepsPanel } from '#purchasing/web/approvals/steps-panel.tsx'
import { PartnerPanel } from '#traceability/web/partner-panel.tsx'
import { Block } from '#web/ui/block.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import text from '#web/ui/text.module.css'

interface Props {
  customer: CustomerRecord
}

export function EditCustomerScreen() {
  return <EditCustomerPage tabs={tabs} />
}

const tabs: CustomerTabs = {
  overview: Overview,
  people: People,
  orders: Orders,
  invoices: Invoices,
  ordering: OrderingRules,
  signin: SignIn,
}

function Overview({ customer: { _id, accountID } }: Props) {
  return (
    <Group align="start" gap="md">
      <Stack flex="3 1 34rem" miw={0}>
        <Block title="Latest orders">
          <LatestOrders userId={_id} />
        </Block>
        <Block title="Open invoices">
          <OwedInvoices userId={_id} />
        </Block>
      </Stack>
      <Stack flex="2 1 18rem" miw={0}>
        <Credit of={_id} />
        {accountID && <OpenQuestions account={accountID} />}
        <NotesPanel userId={_id} />
      </Stack>
    </Group>
  )
}

function Credit({ of }: { of: string }) {
  const { data: credit } = useCreditLimit(of)
  if (!credit) return null
  return (
    <Panel title="Credit">
      <CreditLine of={of} />
    </Panel>
  )
}

function OpenQuestions({ account: own }: { account: string }) {
  const { data: questions = [] } = useOpenQuestions()
  const shown = questions.filter(({ account }) => account === own)
  if (shown.length === 0) return null
  return (
    <Panel title="Open questions">
      <ul className={text.bullets} aria-label="Open questions">
        {shown.map((question) => (
          <li key={question._id}>
            Question about invoice <InvoiceLink id={question.invoiceID} />:
            <QuestionLine question={question} /> {question.words}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function People({ customer }: Props) {
  if (!customer.isActive)
    return <EmptyState title="No users yet">Accept the request to invite more users of this business.</EmptyState>
  return <PeoplePanel user={customer} />
}

function Orders({ customer: { _id, accountID } }: Props) {
  return (
    <Block
      title="Orders"
      controls={
        accountID && (
          <ButtonLink size="xs" variant="default" to="/admin/orders" search={{ query: { billToPartyID: accountID } }}>
            Filter and export
          </ButtonLink>
        )
      }
    >
      <CustomerOrders userId={_id} />
    </Block>
  )
}

function Invoices({ customer: { _id, accountID } }: Props) {
  return (
    <Block
      title="Invoices"
      controls={
        accountID && (
          <ButtonLink size="xs" variant="default" to="/admin/invoices" search={{ query: { account: accountID } }}>
            Filter and export
          </ButtonLink>
        )
      }
    >
      <CustomerInvoices userId={_id} />
    </Block>
  )
}

/** Where the business may ship to, what needs approval, and what it is offered instead of sold-out products. */
function OrderingRules({ customer }: Props) {
  return (
    <>
      <LicensesPanel of={customer._id} />
      {customer.isActive && (
        <>
          <PartnerPanel of={customer._id} />
          <ShipToPanel of={customer._id} />
          <RulesPanel of={customer._id} isReadOnly />
          <StepsPanel of={customer._id} isReadOnly />
        </>
      )}
      <EquivalentsPanel user={customer} />
    </>
  )
}

function SignIn({ customer }: Props) {
  return (
    <>
      <SignInMethodsPanel user={customer} />
      <SignOnPanel user={customer} />
    </>
  )
}
