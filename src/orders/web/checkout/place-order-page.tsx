import { Box, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, type ReactNode, type SyntheticEvent, useState } from 'react'
import { TextLink } from '#web/ui/button-link.tsx'
import panel from '#web/ui/panel.module.css'
import { LineNoteField } from '#cart/web/line-note.tsx'
import { CustomerChooser } from '#customers/web/customer-chooser.tsx'
import { LicenseNote } from '#customers/web/license-note.tsx'
import { perPackage } from '#catalog/unit-words.ts'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { limitNote } from '#ordering-rules/limits/check-limits.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import type { Customer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { AddressBlock } from '../address-block.tsx'
import { LinesTable, type TableLine } from '../lines-table.tsx'
import { AddressSkeleton, LinesSkeleton } from './checkout-skeletons.tsx'
import { BackorderField } from './backorder-field.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { CostCenterField } from './cost-center-field.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import styles from './place-order-page.module.css'
import { profileBillTo, type PreviewLine, profileShipTo } from './preview-order.ts'
import { EmptyCheckout, RepricedAlert, UnavailableDialog } from './refused-lines.tsx'
import { ShipToChoice } from './ship-to-choice.tsx'
import { DeliveryPanel, ShippingPanel } from './shipping-panels.tsx'
import { type Checkout, type CheckoutPolicy, useCheckout } from './use-checkout.ts'

interface PageProps {
  /** A slot: a note that the order needs approval, and whether it does. */
  Approval: ComponentType<{
    lines: readonly { _id: string; quantity: number }[]
    costCenterId: string | undefined
    /** The buyer's note to the approvers. */
    reason: string
    setReason: (reason: string) => void
    children: (note: ReactNode, isNeeded: boolean) => ReactNode
  }>
  /** A slot: what is left of the budgets that the order counts toward, and whether it is over a blocking one. */
  Budgets: ComponentType<{
    forUser: string | undefined
    costCenterId: string | undefined
    total: number
    children: (budgets: ReactNode, isOverBudget: boolean) => ReactNode
  }>
  /** A slot: the remaining credit limit. */
  CreditLine: ComponentType<{ total: number }>
  policy: CheckoutPolicy
}

export function PlaceOrderPage(props: PageProps) {
  const user = useUser()
  return user && <PlaceOrder key={user._id} user={user} {...props} />
}

function PlaceOrder({ user, Approval, Budgets, CreditLine, policy }: PageProps & { user: SignedInUser }) {
  const checkout = useCheckout(user, policy)
  const { isStaff, items, customer, lines, priced, charge, unavailable, repriced } = checkout

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void checkout.place()
  }

  if (checkout.isLeaving || (items.length === 0 && !checkout.isKnown)) return <PageSkeleton />
  if (items.length === 0)
    return (
      <>
        <PageHeading title="Place Order">{customer && <OrderingFor customer={customer} />}</PageHeading>
        <CheckoutSteps at="Place Order" />
        {isStaff && <CustomerPanel checkout={checkout} />}
        <EmptyCheckout>
          <Button disabled>Place Order</Button>
        </EmptyCheckout>
      </>
    )
  return (
    <>
      <PageHeading title="Place Order">{customer && <OrderingFor customer={customer} />}</PageHeading>
      <CheckoutSteps at="Place Order" />
      <form className={styles.columns} noValidate onSubmit={submit} aria-label="Order">
        <div className={styles.what}>
          {repriced && <RepricedAlert repriced={repriced} items={items} />}
          {isStaff && <CustomerPanel checkout={checkout} />}
          <LicenseNote email={isStaff ? customer?.email : user.email} />
          {isStaff ? <ShippingPanel checkout={checkout} /> : <DeliveryPanel checkout={checkout} />}
          {charge.choices && (
            <Panel>
              <CostCenterField
                choices={charge.choices}
                value={charge.costCenterId}
                choose={charge.choose}
                error={charge.error}
                inputRef={charge.field}
              />
            </Panel>
          )}
          {checkout.backorders && (
            <Panel>
              <BackorderField value={checkout.backorders} choose={checkout.chooseBackorders} />
            </Panel>
          )}
          <Box component="section" mt={4} aria-labelledby="order-items">
            <Group gap={0} align="baseline" justify="space-between" wrap="nowrap" mb={8}>
              <h2 id="order-items" className={panel.heading}>
                Items
              </h2>
              <TextLink to="/cart" fz="sm" lh="24px" td="underline">
                Edit cart
              </TextLink>
            </Group>
            <QueryStates query={priced} skeleton={<LinesSkeleton count={items.length} />}>
              {() => <PreviewTable lines={lines} isStale={priced.isFetching} />}
            </QueryStates>
          </Box>
        </div>
        <Budgets forUser={customer?._id} costCenterId={charge.costCenterId} total={checkout.totals.totalPrice}>
          {(budgets, isOverBudget) => (
            <Approval lines={items} costCenterId={charge.costCenterId} {...checkout.approval}>
              {(note, isNeeded) => (
                <CheckoutSummary
                  checkout={checkout}
                  email={user.email}
                  budgets={budgets}
                  isOverBudget={isOverBudget}
                  isForApproval={isNeeded}
                  credit={<CreditLine total={checkout.totals.totalPrice} />}
                >
                  {note}
                </CheckoutSummary>
              )}
            </Approval>
          )}
        </Budgets>
      </form>
      <UnavailableDialog
        unavailable={unavailable}
        repriced={repriced}
        items={items}
        adjust={checkout.adjustCart}
        close={checkout.forgetRefusal}
      />
    </>
  )
}

/** The customer that staff order for, with the ship-to and bill-to addresses. */
function CustomerPanel({ checkout }: { checkout: Checkout }) {
  const { customer, choose, chooser, profile } = checkout
  return (
    <Panel>
      <CustomerChooser asksPerson customer={customer} choose={choose} inputRef={chooser} />
      {customer && (
        <div className={styles.addresses}>
          <QueryStates query={profile} skeleton={<AddressSkeleton />}>
            {(found) => (
              <>
                <ShipToChoice forUser={customer._id} own={profileShipTo(found)} />
                <AddressBlock title="Bill to" address={profileBillTo(found)} />
              </>
            )}
          </QueryStates>
        </div>
      )}
    </Panel>
  )
}

/** Shown in the page heading, so that staff notice a wrong customer. */
function OrderingFor({ customer }: { customer: Customer }) {
  return (
    <output className={styles.for}>
      <Text span fz="sm">
        Ordering for
      </Text>
      <strong>{customer.companyName || `${customer.name} ${customer.lastName}`}</strong>
      {customer.accountID && <span className={styles.account}>{customer.accountID}</span>}
    </output>
  )
}

interface Props {
  lines: PreviewLine[]
  /** True while newer prices are loading. */
  isStale: boolean
}

/** Few enough that the code and the total stay within reach on a phone. */
const fewLines = 4

function PreviewTable({ lines, isStale }: Props) {
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isWhole, setIsWhole] = useState(false)
  // Lines with a problem are always shown.
  const first = lines.filter((line, at) => at < fewLines || line.notice)
  const shown = isNarrow && !isWhole ? first : lines
  return (
    <div className={styles.preview} data-stale={isStale || undefined} aria-busy={isStale}>
      <LinesTable label="Items" lines={shown.map(asTableLine)} />
      {shown.length < lines.length && (
        <Button variant="default" fullWidth mt="xs" onClick={() => setIsWhole(true)}>
          Show all {lines.length.toLocaleString('en-US')} lines
        </Button>
      )}
    </div>
  )
}

const asTableLine = (line: PreviewLine): TableLine => ({
  ...line.item,
  price: line.price,
  listPrice: line.listPrice,
  priceSource: line.priceSource,
  sold: perPackage(line.item),
  was: line.was,
  facts: <LineFacts line={line} />,
  note: <LineNoteField item={line.item} />,
})

function LineFacts({ line }: { line: PreviewLine }) {
  const note = limitNote(line.item, line.item.quantity)
  return (
    <>
      <LineMarks line={line} />
      {line.item.isNonStocked && <Status tone="neutral">Special Order</Status>}
      {line.notice && <Status tone="bad">{line.notice}</Status>}
      {!line.notice && note && <Status tone="notice">{note}</Status>}
    </>
  )
}
