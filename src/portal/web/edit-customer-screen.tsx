import text from '#web/ui/text.module.css'
import { RulesPanel } from '#purchasing/web/approvals/rules-panel.tsx'
import { StepsPanel } from '#purchasing/web/approvals/steps-panel.tsx'
import { CreditLine } from '#billing/web/invoices/credit-line.tsx'
import { QuestionLine } from '#billing/web/invoices/question-line.tsx'
import { useOpenQuestions } from '#billing/web/invoices/use-open-questions.ts'
import { PeoplePanel } from '#colleagues/web/people/people-panel.tsx'
import { ShipToPanel } from '#colleagues/web/ship-to/ship-to-panel.tsx'
import { EditCustomerPage } from '#customers/web/edit-customer-page.tsx'
import type { User } from '#identity/account-shapes.ts'
import { InvoiceLink } from '#orders/web/invoice-link.tsx'
import formStyles from '#web/form/form.module.css'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function EditCustomerScreen() {
  return <EditCustomerPage People={PeoplePanel} Rules={RulesToRead} Trade={CustomerTrade} />
}

function RulesToRead({ of }: { of: string }) {
  return (
    <>
      <ShipToPanel of={of} />
      <RulesPanel of={of} isReadOnly />
      <StepsPanel of={of} isReadOnly />
    </>
  )
}

/** A business's orders, invoices, price lists, credit and open questions. */
function CustomerTrade({ user: { _id, accountID } }: { user: User }) {
  const { data: questions = [] } = useOpenQuestions()
  const own = questions.filter(({ account }) => account === accountID)
  if (!accountID) return null
  return (
    <Panel title="Trade">
      <div className={formStyles.stack}>
        <div className={formStyles.actions}>
          <ButtonLink size="xs" variant="default" to="/admin/orders" search={{ query: { billToPartyID: accountID } }}>
            Orders
          </ButtonLink>
          <ButtonLink size="xs" variant="default" to="/admin/invoices" search={{ query: { account: accountID } }}>
            Invoices
          </ButtonLink>
          <ButtonLink size="xs" variant="default" to="/admin/customerprices/$id" params={{ id: _id }}>
            Contract prices
          </ButtonLink>
          <ButtonLink size="xs" variant="default" to="/admin/pricelists">
            Price lists
          </ButtonLink>
        </div>
        <CreditLine of={_id} />
        {own.length > 0 && (
          <ul className={text.bullets} aria-label="Open questions">
            {own.map((question) => (
              <li key={question._id}>
                Question about invoice <InvoiceLink id={question.invoiceID} />:
                <QuestionLine question={question} /> {question.words}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
