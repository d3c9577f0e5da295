import { Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import panel from '#web/ui/panel.module.css'
import { countOf } from '#cart/cart.ts'
import { ArrivalNote } from '#ordering-rules/web/delivery/arrival-note.tsx'
import { portalSettings } from '#web/portal-settings.ts'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TermsOfSale } from '#web/ui/terms-of-sale.tsx'
import { TotalsList } from '../totals-list.tsx'
import text from '#web/ui/text.module.css'
import styles from './checkout-summary.module.css'
import type { Checkout } from './use-checkout.ts'
import type { VerificationCode } from './use-verification-code.ts'

interface Props {
  checkout: Checkout
  /** The signed-in user's address, which receives the code. */
  email: string
  budgets: ReactNode
  /** A blocking budget would refuse the order. */
  isOverBudget: boolean
  isForApproval: boolean
  credit: ReactNode
  /** Notes to read before placing the order. */
  children: ReactNode
}

/** Next to the order on wide screens; on narrow ones the button sticks to the bottom. */
export function CheckoutSummary({ checkout, email, budgets, isOverBudget, isForApproval, credit, children }: Props) {
  const { totals, items, priced, customer } = checkout
  const isPriced = priced.data !== undefined
  const isBlocked = isOverBudget && isPriced
  return (
    <aside className={styles.side} aria-label="Summary">
      <div className={`${panel.surface} ${styles.sticky}`}>
        <section className={styles.panel}>
          <h2 className={panel.title}>Summary</h2>
          {customer && (
            <Text mt={-8} mb="sm" c="dimmed" fz="sm">
              {customer.companyName}
            </Text>
          )}
          <TotalsList totals={totals} count={countOf(items)} isKnown={isPriced} />
          {budgets}
          {!checkout.shipping.requestedDay && (
            <ArrivalNote items={items} method={checkout.shipping.shippingMethod ?? ''} />
          )}
          {credit}
        </section>
        {children}
        <section className={styles.panel}>
          {isBlocked ? (
            <OverBudget />
          ) : (
            <VerificationFields
              code={checkout.code}
              inputRef={checkout.codeInput}
              email={email}
              isDisabled={!checkout.isSettled}
            />
          )}
        </section>
      </div>
      {portalSettings.brand.legal.terms && (
        <Text c="dimmed" fz="sm">
          The <TermsOfSale /> apply.
        </Text>
      )}
      <div className={styles.action}>
        <span className={styles.total}>
          <span className={text.small}>Total</span>
          {isPriced ? <Money amount={totals.totalPrice} /> : <Skeleton width="5rem" />}
        </span>
        {!isBlocked && (
          <Button
            type="submit"
            size="md"
            disabled={!checkout.isReady}
            loading={checkout.isPending}
            className={styles.button}
          >
            {isForApproval ? 'Send for approval' : 'Place Order'}
          </Button>
        )}
      </div>
    </aside>
  )
}

/** Replaces the code and the button, because the order would be refused. */
function OverBudget() {
  return (
    <Stack component="output" gap="xs">
      <p>
        This order is over budget and can’t be placed as it is. Remove something from the <Link to="/cart">cart</Link>,
        charge it to another cost center, or ask a manager at your business to raise the budget.
      </p>
    </Stack>
  )
}

interface VerificationFieldsProps {
  code: VerificationCode
  inputRef: RefObject<HTMLInputElement | null>
  email: string
  isDisabled: boolean
}

function VerificationFields({ code, inputRef, email, isDisabled }: VerificationFieldsProps) {
  const { isSent, isOver, isForAnother, isSending, isByPasskey, isLate, endsAt, secondsLeft, byPasskey } = code
  const isDelayed = isSent && !isByPasskey && isLate
  return (
    <Stack gap="xs">
      <TextInput
        ref={inputRef}
        label="Verification code"
        description="Six digits, sent to you by email."
        name="otp"
        value={code.code}
        error={code.error}
        onChange={(event) => code.setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="md"
        classNames={{ input: styles.digits }}
      />
      <Button
        variant="default"
        fullWidth
        onClick={() => code.send(() => inputRef.current?.focus())}
        loading={isSending}
        disabled={isDisabled || secondsLeft > 0}
      >
        {secondsLeft > 0 ? `Send again in ${pause(secondsLeft)}` : isSent ? sendAgain : 'Send verification code'}
      </Button>
      {byPasskey && (
        <Button variant="default" fullWidth onClick={byPasskey.ask} loading={byPasskey.isPending} disabled={isDisabled}>
          Use your passkey instead
        </Button>
      )}
      <output className={styles.sent} data-late={isDelayed || undefined}>
        {isDelayed && <LateCode hasPasskey={byPasskey !== null} />}
        {isSent && isByPasskey && 'Your passkey confirmed it. Place the order within 10 minutes.'}
        {isSent && !isByPasskey && !isLate && `We sent a code to ${masked(email)}. It is valid ${validity(endsAt)}.`}
        {isOver && 'The last code is no longer valid. Send a new one to place the order.'}
        {isForAnother && 'The last code was for another customer. Send a new one for this order.'}
      </output>
    </Stack>
  )
}

/** Alternatives while the code is delayed. */
function LateCode({ hasPasskey }: { hasPasskey: boolean }) {
  const { contactPhone: phone } = portalSettings
  return (
    <>
      <strong>Your code is delayed.</strong> The mail server has not accepted it yet. We are still trying.
      {hasPasskey && ' You can use your passkey instead.'}
      {phone && (
        <>
          {' '}
          To order by phone, call <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>.
        </>
      )}
    </>
  )
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

const validity = (endsAt: number | null): string =>
  endsAt === null ? 'for 10 minutes' : `until ${timeOfDay.format(endsAt)}`

const sendAgain = 'Send a new verification code'

const pause = (seconds: number): string => (seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`)

/** Enough of the address to recognize it: `b•••r@demo.example`. */
const masked = (email: string): string => email.replace(/^(.)(.*?)(.?)@/, '$1•••$3@')
