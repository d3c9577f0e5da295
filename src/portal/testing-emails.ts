import { licenseExpired } from '#compliance/check-supply.ts'
import * as licenses from '#compliance/licenses/compose-emails.ts'
import * as review from '#compliance/monitoring/compose-emails.ts'
import { underReview } from '#compliance/monitoring/review-shapes.ts'
import * as approval from '#purchasing/approvals/compose-emails.ts'
import * as account from '#identity/compose-emails.ts'
import * as notices from '#identity/compose-notices.ts'
import { shipToProposedEmail } from '#colleagues/ship-to/compose-emails.ts'
import * as customer from '#customers/compose-emails.ts'
import { overBudgetEmail } from '#purchasing/budgets/compose-emails.ts'
import { inStockEmail } from '#catalog/stock/announce-stock.ts'
import * as invoice from '#billing/invoices/compose-emails.ts'
import type { EmailMessage } from '#mail/compose-email.ts'
import { codeEmail } from '#orders/checkout/send-code.ts'
import { endingEmail } from '#pricing/announce-ending.ts'
import { cancellationEmail } from '#fulfillment/notify-cancellation.ts'
import * as order from '#orders/compose-emails.ts'
import { unchangedEmail } from '#order-changes/mail-change.ts'
import { standingOrderEmail } from '#reordering/compose-emails.ts'
import { returnDeskEmail, returnEmail } from '#returns/compose-emails.ts'
import * as trace from '#traceability/requests/compose-emails.ts'
import * as recall from '#recalls/compose-emails.ts'

const product = {
  productId: 'p',
  name: 'Suspectol <5> mg',
  ndcNumber: '00001-0002-03',
  strength: '5 mg',
  deaSchedule: 'CIV',
  coldStatus: 'Refrigerated',
  packSize: '100 tablets',
  manufacturer: 'Maker & Sons',
  lots: ['A1', 'B2'],
}

const to = { email: 'ann@acme.example', name: 'Ann' }
const publicUrl = 'https://portal.example'
const contactEmail = 'sales@portal.example'
const link = { key: 'k'.repeat(43), publicUrl }
const settings = { CONTACT_EMAIL: contactEmail, BUSINESS_TIME_ZONE: 'America/New_York', PUBLIC_URL: publicUrl }
const license = {
  companyName: 'Acme <Pharmacy>',
  kind: 'state' as const,
  license: 'PH-1',
  licenseType: 'Pharmacy',
  place: 'Annex <NH>',
  day: '2026-12-01',
  daysLeft: 7,
}

const priceList = { id: 'p', name: 'Hospitals <2026>', contract: 'C-9', day: '2026-12-01', daysLeft: 7 }

type Parameter<F> = F extends (given: infer P) => unknown ? P : never

const placed: Parameter<typeof order.orderPlacedEmail> = {
  orderId: '01890000-0000-7000-8000-000000000001',
  // Only the account's fields that the email uses.
  customer: {
    id: 'c',
    ...to,
    company_name: 'Acme',
    shipto_name: 'Acme <Pharmacy>',
    shipto_address1: '12 Dock Street',
    shipto_city: 'Salem',
    shipto_state: 'MA',
    shipto_zip: '01970',
  } as Parameter<typeof order.orderPlacedEmail>['customer'],
  actor: { _id: 'r', name: 'Ray', lastName: 'Roe', isAdmin: false },
  lines: Array.from({ length: 33 }, (_, at) => ({
    product: {
      name: `Tramadol Hydrochloride 50 mg Tablet, bottle of ${at}`,
      slug: '00093-0058-01',
      ndc_number: '00093-0058-01',
      cold_status: at === 0 ? 'Refrigerated' : '',
      dea_schedule: 'CIV',
      is_non_stocked: false,
    },
    quantity: 12,
    price: 1_234.5,
    note: at === 1 ? 'Longest dating, <please>' : '',
  })),
  total: 488_862,
  purchaseOrder: 'PO-77',
  details: { note: 'Use the <back> door.', attention: 'Receiving, Dock 3', requestedDay: null },
  costCenter: { code: '410', name: 'Pharmacy' },
  shipTo: null,
  backorders: 'cancelRest' as const,
  isBackorderDefault: true,
  shippingMethod: 'UPS GROUND',
  arrivals: {
    now: '2026-11-20T18:50:00.000Z',
    timeZone: 'America/New_York',
    methods: { 'UPS GROUND': { orderBy: '2026-11-20T21:00:00.000Z', shipsOn: '2026-11-20', arrivesOn: '2026-11-24' } },
    cold: { orderBy: '2026-11-23T21:00:00.000Z', shipsOn: '2026-11-23', arrivesOn: '2026-11-24' },
    openDays: {},
    coldOpenDays: [],
  },
  holdReason: '',
  publicUrl,
}

const approver = { ...to, lastName: 'Lee' }

const asked: Parameters<typeof approval.approvalRequestedEmail>[1] = {
  id: 'a',
  asker: { name: 'Bo', lastName: 'Day', email: 'bo@acme.example' },
  reasons: ['The total is over $500.00.', 'Controlled: Tramadol & more.'],
  askedReason: 'The clinic <opens> on Monday.',
  lines: 2,
  total: 612.5,
  publicUrl,
}

const suspect = { product, lots: ['A1'], serials: ['S1', 'S2'], publicUrl, contact: contactEmail }

/** All composers of emails. */
type Email =
  | keyof typeof account
  | keyof typeof approval
  | keyof typeof review
  | keyof typeof customer
  | keyof typeof invoice
  | keyof typeof licenses
  | keyof typeof notices
  | keyof typeof order
  | keyof typeof trace
  | keyof typeof recall
  | 'cancellationEmail'
  | 'codeEmail'
  | 'endingEmail'
  | 'inStockEmail'
  | 'overBudgetEmail'
  | 'returnDeskEmail'
  | 'returnEmail'
  | 'standingOrderEmail'
  | 'shipToProposedEmail'
  | 'unchangedEmail'

/** One email of every kind; the compiler reports a missing one. */
const traceRequest: Parameter<typeof trace.traceRequestEmail> = {
  to: to.email,
  request: {
    id: '01890000-0000-7000-8000-000000000001',
    requester: 'FDA <Boston>',
    product: '0001-0123-45',
    lot: 'L1',
    serial: '',
    arrivedAt: new Date('2026-11-20T15:00:00Z'),
    dueAt: new Date('2026-11-21T15:00:00Z'),
  },
  timeZone: 'America/New_York',
  publicUrl,
}

export const everyEmail: Record<Email, EmailMessage | EmailMessage[]> = {
  traceRequestEmail: trace.traceRequestEmail(traceRequest),
  overdueRequestEmail: trace.overdueRequestEmail(traceRequest),
  requestReceivedEmail: account.requestReceivedEmail(to.email, { ...link, days: 7 }),
  alreadyRegisteredEmail: account.alreadyRegisteredEmail(to, publicUrl),
  requestToCheckEmail: customer.requestToCheckEmail(
    to,
    {
      id: 'c',
      companyName: 'Acme <b>Pharmacy</b>',
      name: 'Ann',
      lastName: 'Lee',
      email: to.email,
      phone: '555',
      license: 'PH-1',
      accountID: '77',
    },
    publicUrl,
  ),
  acceptedEmail: customer.acceptedEmail(to, publicUrl),
  rejectedEmail: customer.rejectedEmail(to, contactEmail),
  resetEmail: account.resetEmail(to, link),
  passwordChangedEmail: account.passwordChangedEmail(to, contactEmail),
  confirmChangeEmail: account.confirmChangeEmail(to, { ...link, former: 'old@acme.example', hours: 24 }),
  addressChangeRequestedEmail: account.addressChangeRequestedEmail(to, {
    ...link,
    to: 'new@acme.example',
    days: 30,
    contactEmail,
  }),
  addressChangedEmails: account.addressChangedEmails({
    name: 'Ann',
    from: 'a@acme.example',
    to: to.email,
    contactEmail,
  }),
  changeUndoneEmail: account.changeUndoneEmail(to, link),
  invitationEmail: account.invitationEmail(to, { ...link, inviter: 'Zoe Day', role: 'an admin' }),
  licenseEndingEmail: licenses.licenseEndingEmail(to, license, settings),
  renewalSentEmail: licenses.renewalSentEmail(to, {
    companyName: 'Acme <Pharmacy>',
    number: 'PH-1',
    renewedUntil: '2028-12-01',
    publicUrl,
  }),
  renewalDeclinedEmail: licenses.renewalDeclinedEmail(to, { number: 'PH-1', why: 'The copy is <cut>.', publicUrl }),
  reviewOpenedEmail: review.reviewOpenedEmail(to, { reviewId: 'r', customer: 'Acme <Pharmacy>', publicUrl }),
  licenseDigestEmail: licenses.licenseDigestEmail(to, [license, { ...license, daysLeft: -1 }], publicUrl),
  newDeviceEmail: notices.newDeviceEmail(to, { ip: '192.0.2.1', userAgent: 'Firefox/140', at: new Date() }, settings),
  accountLockedEmail: notices.accountLockedEmail(to, settings),
  factorsLockedEmail: notices.factorsLockedEmail(to, settings),
  factorsChangedEmail: notices.factorsChangedEmail(to, 'A passkey was added.', settings),
  companyLinkedEmail: notices.companyLinkedEmail(to, 'login.acme.example', settings),
  recoveryCodeUsedEmail: notices.recoveryCodeUsedEmail(to, 3, settings),
  factorsRemovedEmail: notices.factorsRemovedEmail(to, settings),
  sessionsEndedEmail: notices.sessionsEndedEmail(to, settings),
  orderPlacedEmail: [
    order.orderPlacedEmail(placed),
    order.orderPlacedEmail({ ...placed, holdReason: licenseExpired }),
    order.orderPlacedEmail({ ...placed, holdReason: underReview }),
    order.orderPlacedEmail({ ...placed, details: { ...placed.details, requestedDay: '2026-11-25' } }),
  ],
  orderNumberedEmail: order.orderNumberedEmail({
    order: { id: 'o', erp_id: '4711', purchase_order: 'PO-77', total_price: 488_862 },
    customer: to,
    publicUrl,
  }),
  unchangedEmail: unchangedEmail(
    {
      orderId: 'o',
      erpId: '4711',
      ...to,
      lines: [{ name: 'Tramadol & <more>', from: 1_200, to: 0, answer: 'The order has already shipped.' }],
    },
    publicUrl,
  ),
  cancellationEmail: (['canceled', 'reinstated', 'changed'] as const).map((turn) =>
    cancellationEmail({
      turn,
      order: {
        id: 'o',
        erp_id: '4711',
        purchase_order: 'PO-77 & more',
        created_at: new Date('2026-11-26T01:00:00Z'),
        total_price: 1_204.5,
        company: 'Acme <Pharmacy>',
        is_controlled: true,
        asked_lines: [1],
      },
      person: { ...to, isCustomer: turn !== 'canceled' },
      reason: turn === 'canceled' ? 'Recalled <by> the maker' : '',
      changes: Array.from({ length: turn === 'changed' ? 33 : 0 }, (_, at) => ({
        lineNo: at + 1,
        name: `Tramadol & ${at}`,
        field: 'quantity' as const,
        before: '1200',
        after: '0',
      })),
      rests: [
        { name: 'Tramadol & more', backordered: 1_200, expectedOn: null },
        { name: 'Tramadol & more', backordered: 3, expectedOn: '2126-12-05' },
      ],
      config: settings,
    }),
  ),
  returnEmail: (['requested', 'authorized', 'received', 'credited', 'refused', 'canceled'] as const).map((event) =>
    returnEmail('01890000-0000-7000-8000-000000000002', {
      event,
      person: to,
      publicUrl,
      found: {
        number: 100_001,
        authorized_at: event === 'requested' || event === 'refused' ? null : new Date(),
        order_number: '4711',
        invoice_id: null,
        answer: 'Ship to dock 4 <rear>.',
        credit_number: 'CM-1',
        has_label: true,
        lines: Array.from({ length: 33 }, (_, at) => ({
          name: `Tramadol & ${at}`,
          quantity: 1_200,
          reason: 'damaged',
          next: 'Do not ship anything before we answer.',
          received: 1_100,
          schedule: at === 0 ? 'CIV' : 'none',
          storage: at === 0 ? 'cold' : 'room',
        })),
      },
    }),
  ),
  returnDeskEmail: returnDeskEmail(
    'desk@portal.example',
    {
      id: '01890000-0000-7000-8000-000000000002',
      number: 100_001,
      desk: 'compliance',
      company: 'Acme <Pharmacy>',
      lines: Array.from({ length: 33 }, (_, at) => ({ name: `Tramadol & ${at}`, quantity: 1_200, reason: 'damaged' })),
    },
    publicUrl,
  ),
  standingOrderEmail: standingOrderEmail(
    {
      id: '01890000-0000-7000-8000-000000000002',
      name: 'Front <shelf>',
      everyWeeks: 2,
      nextDay: '2026-11-30',
      countLines: 1_200,
      countBlocked: 3,
      shipTo: 'North <Clinic>, Boston, MA',
      isShipToGone: true,
      email: to.email,
      userName: to.name,
    },
    publicUrl,
  ),
  shipToProposedEmail: shipToProposedEmail(to, {
    company: 'Acme <Pharmacy>',
    facts: { name: 'Annex', address1: '2 Dock Road', city: 'Salem', state: 'MA', zip: '01970', licenseNumber: '' },
    userId: 'c',
    publicUrl,
  }),
  questionSubmittedEmail: invoice.questionSubmittedEmail(
    contactEmail,
    {
      invoiceId: '90001',
      line: '',
      reason: 'price',
      words: 'The price is not ours.',
      amount: '$986.40',
      asker: { name: 'Ann Lee', company: 'Acme', email: to.email },
    },
    publicUrl,
  ),
  questionResolvedEmail: invoice.questionResolvedEmail(
    to,
    { invoice_id: '90001', words: 'Why?', answer: '', amount: '$986.40' },
    publicUrl,
  ),
  monthlyStatementEmail: invoice.monthlyStatementEmail(
    to,
    { month: '2026-11', company: 'Acme <Pharmacy>', totals: [{ currency: 'USD', open: 1_200, overdue: 34.5 }] },
    publicUrl,
  ),
  approvalRequestedEmail: approval.approvalRequestedEmail(approver, asked),
  approvalRejectedEmail: approval.approvalRejectedEmail({ ...asked, approver, reason: 'We have enough & to spare.' }),
  approvalExpiredEmail: approval.approvalExpiredEmail(asked),
  overBudgetEmail: overBudgetEmail({
    manager: to,
    title: 'Budget for cost center 410 Pharmacy & more',
    mode: 'warn',
    amount: 2_000,
    used: 2_130.5,
    until: '2026-11-30',
    order: { id: 'o', total: 480 },
    orderedBy: { name: 'Bo', lastName: 'Day' },
    publicUrl,
  }),
  codeEmail: codeEmail(to, '123456'),
  endingEmail: [
    endingEmail(to.email, [priceList], publicUrl),
    endingEmail(to.email, [priceList, { ...priceList, contract: '', daysLeft: 0 }], publicUrl),
  ],
  inStockEmail: inStockEmail(
    {
      ...to,
      isTold: true,
      product: 'Aspirin & more',
      slug: 'aspirin',
      wanted: 2,
      countInStock: 1_200,
      coldStatus: 'Refrigerated',
      deaSchedule: 'CIV',
    },
    publicUrl,
  ),
  recallEmail: recall.recallEmail(to, 'Acme <Pharmacy>', {
    recall: {
      _id: 'r',
      firm: 'Maker & Sons',
      class: 'II',
      reason: 'Glass <particles>.',
      instructions: 'Stop dispensing & return it.',
      soldSince: '2026-08-01',
      replyBy: '2026-12-05',
      products: [product, { ...product, lots: [] }],
    },
    publicUrl,
    contact: contactEmail,
  }),
  illegitimateEmail: recall.illegitimateEmail(to, 'Acme <Pharmacy>', suspect),
  endOfNoticeEmail: recall.endOfNoticeEmail(to, 'Acme <Pharmacy>', suspect),
  lossEmail: recall.lossEmail(
    contactEmail,
    {
      product_name: 'Tramadol & more',
      dea_schedule: 'CIV',
      kind: 'short',
      quantity: 2,
      note: 'The box was <open>.',
      deaDue: '2026-11-30',
      formDue: '2027-01-12',
    },
    publicUrl,
  ),
}
