import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { ownPassword, expect } from './journey.ts'
import type { RunningPortal } from './portal.ts'

const admin = 'admin@demo.example'

/** The page on which an admin edits the customer with this email. */
export const customerPage = async (portal: RunningPortal, email: string): Promise<string> => {
  const { call } = await callAs(portal, admin)
  const query = encodeURIComponent(JSON.stringify({ email }))
  const [business] = await call<{ people: { _id: string; email: string }[] }[]>(
    'GET',
    `/api/users/customers?query=${query}`,
  )
  const customer = business?.people.find((person) => person.email === email)
  if (!customer) throw new Error(`There is no customer with the email ${email}.`)
  return `/admin/customer/${customer._id}`
}

interface Applicant {
  email: string
  companyName: string
  /** The account number of applicants who say that they are a customer already. */
  accountID?: string
}

/** An account request that waits for an admin, with the password of all accounts that journeys create. */
export const requestAccount = async (portal: RunningPortal, { accountID, ...applicant }: Applicant): Promise<void> => {
  const answer = await fetch(`${portal.url}/api/users/${accountID ? 'signupsap' : 'signup'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ivy',
      lastName: 'Lund',
      phone: '555-0100',
      password: ownPassword,
      ...(accountID ? { accountID, agreesToTerms: true } : { license: 'PH-22' }),
      ...applicant,
    }),
  })
  if (!answer.ok) throw new Error(`The request for an account got ${answer.status} ${await answer.text()}`)
}

/** Types into the customer search and waits until no later answer can move the options. */
export const searchCustomers = async (page: Page, typed: string): Promise<void> => {
  await page
    .getByRole('combobox', { name: 'Customer' })
    .or(page.getByRole('textbox', { name: 'Customer' }))
    .fill(typed)
  await expect(page.getByLabel('Searching')).toHaveCount(0)
}
