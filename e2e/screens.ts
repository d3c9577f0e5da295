import { businessDay, dayAfter } from '#shared/business-day.ts'
import { callAs } from './call-as.ts'
import { mailedCode } from './journey.ts'
import type { Screen } from './check-screens.ts'
import type { RunningPortal } from './portal.ts'

const one = <T>(found: readonly T[], what: string, fits: (each: T) => boolean = () => true): T => {
  const first = found.find(fits)
  if (first === undefined) throw new Error(`The demo has no ${what}.`)
  return first
}

export const guestScreens: Screen[] = [
  { path: '/', shows: /results/ },
  { path: '/search?query=lisinoprl', shows: /No exact match/ },
  { path: '/search?query=zzzzzz', shows: /No Product Found/ },
  { path: '/product/00002-4462-30', shows: /Cialis/ },
  { path: '/product/nothing-here', shows: /no product/ },
  { path: '/cart', shows: /Cart is empty/ },
  { path: '/signin', shows: 'Forgot' },
  { path: '/signin/company', shows: 'Continue' },
  { path: '/signin/company/nobody?code=x', shows: 'Back to sign in' },
  { path: '/signup', shows: 'Request account' },
  { path: '/signupSap', shows: 'Account ID' },
  { path: '/resetpass', shows: 'Back to sign in' },
  { path: '/setnewpass?email=a%40b.example&key=x', shows: 'Re-type password' },
  { path: '/confirmemail?key=x', shows: 'Confirm' },
  { path: '/keepemail?key=x', shows: 'Keep my email address' },
  { path: '/nowhere', shows: /not found|no page|nothing/i },
]

/** With a product in the cart; guests can have one too. */
export const cartScreen: Screen = { path: '/cart', shows: 'Proceed to Checkout' }

export const buyerEmail = 'buyer@demo.example'

export const findBuyersPlaces = async (portal: RunningPortal) => {
  const { _id, call } = await callAs(portal, buyerEmail)
  const [orders, invoices, guides, shipments, returned, recalls] = await Promise.all([
    call<{ _id: string; orderIdSap: string }[]>('GET', `/api/orders/mineSAPLocal/${buyerEmail}`),
    call<{ invoiceID: string }[]>('GET', `/api/users/InvoicesByCustomer/${_id}`),
    call<{ _id: string; name: string }[]>('GET', '/api/orderguides'),
    call<{ rows: { _id: string }[] }>('GET', '/api/trace/shipments'),
    call<{ rows: { _id: string; state: string; order: { _id: string } }[] }>('GET', '/api/returns'),
    call<{ rows: { _id: string }[] }>('GET', '/api/recall-notices'),
  ])
  return {
    order: one(orders, 'order'),
    invoice: one(invoices, 'invoice'),
    guide: one(guides, 'order guide'),
    shipment: one(shipments.rows, 'shipment with transaction data'),
    returned: one(returned.rows, 'return'),
    recall: one(recalls.rows, 'recall'),
  }
}

export const buyerScreens = ({
  order,
  invoice,
  guide,
  shipment,
  returned,
  recall,
}: Awaited<ReturnType<typeof findBuyersPlaces>>): Screen[] => [
  { path: '/user-dashboard', shows: 'Regulars' },
  { path: '/search?form=Tablet&stock=true', shows: /results/ },
  { path: '/orderhistory?pageSize=25', shows: order.orderIdSap },
  { path: `/order/${order._id}`, shows: 'Timeline' },
  { path: '/transactions', shows: 'Find a package or delivery' },
  { path: `/transactions/${shipment._id}`, shows: 'Transaction statement' },
  { path: '/returns', shows: 'Requested' },
  { path: `/returns/${returned._id}`, shows: 'Progress' },
  { path: `/returns/new?order=${returned.order._id}`, shows: 'Send request' },
  { path: '/recalls', shows: 'Each needs a reply' },
  { path: `/recalls/${recall._id}`, shows: 'notify your own customers' },
  { path: '/MyInvoices?pageSize=25', shows: invoice.invoiceID },
  { path: `/viewInvoice/${invoice.invoiceID}`, shows: 'Total gross amount' },
  { path: '/payInvoices', shows: 'No invoices selected' },
  { path: '/quickorder', shows: 'No lines yet' },
  { path: '/orderguides', shows: guide.name },
  { path: '/orderguides/purchased', shows: 'Last ordered' },
  { path: `/orderguides/${guide._id}`, shows: guide.name },
  { path: '/profile', shows: 'This session' },
  { path: '/people', shows: 'This page is for managers' },
  { path: '/secondfactor', shows: 'Authenticator app' },
]

/** With a product in the cart. */
export const checkoutScreens: Screen[] = [
  { path: '/shipping', shows: 'Ship to' },
  { path: '/payment', shows: 'Verification code' },
]

/** For a sales rep with a product in the cart, ordering for a customer. */
export const repScreens: Screen[] = [
  { path: '/placeorder', shows: 'Customer' },
  { path: '/pricecheck', shows: 'Quantity' },
]

export const managerEmail = 'manager@demo.example'
const orderer = 'renee@magnolia-community-hospital.example'

/** An order of a colleague that the manager can approve. */
export const requestApproval = async (portal: RunningPortal): Promise<string> => {
  const [approver, asker] = [await callAs(portal, managerEmail), await callAs(portal, orderer)]
  const rules = { overAmount: 0, overLines: null, isForCold: false, isForControlled: false, isForNew: false }
  await approver.call('PUT', `/api/approval-rules/${approver._id}`, rules)
  const asked = new Date()
  await asker.call('POST', `/api/orders/sendOTP/${asker._id}`, {})
  const otp = await mailedCode(portal, orderer, asked)
  const { products } = await asker.call<{ products: { _id: string }[] }>('GET', '/api/products/search?query=metformin')
  const orderItems = [{ _id: one(products, 'metformin')._id, quantity: 1 }]
  const order = { orderItems, shippingMethod: 'UPS GROUND', purchaseOrder: 'SCREENS-1', otp }
  return (await asker.call<{ approval: { _id: string } }>('POST', '/api/orders', order)).approval._id
}

export const managerScreens = (approval: string): Screen[] => [
  { path: '/people', shows: orderer },
  { path: '/people?tab=rules', shows: 'Save rules' },
  { path: '/people?tab=budgets', shows: 'Add a budget' },
  { path: '/approvals', shows: 'SCREENS-1' },
  { path: `/approvals/${approval}`, shows: 'SCREENS-1' },
]

export const adminEmail = 'admin@demo.example'

export const findAdminsPlaces = async (portal: RunningPortal) => {
  const { call } = await callAs(portal, adminEmail)
  const rows = [{ number: 'PH-1', name: 'Elsewhere Drugs', address: '9 High St', status: 'Active', expiresOn: '' }]
  const board = {
    state: 'ME',
    kind: 'state',
    fileName: 'maine.csv',
    publishedOn: dayAfter(businessDay('UTC'), -1),
    rows,
  }
  const about = { kind: 'products', fileName: 'prices.csv', fingerprint: 'screens', rowCount: 1 }
  const [
    customers,
    people,
    { products },
    invoices,
    orders,
    lists,
    groups,
    traced,
    returned,
    recalls,
    cases,
    reviews,
    requests,
    extract,
    begun,
  ] = await Promise.all([
    call<{ _id: string; companyName: string }[]>('GET', '/api/users/customers?pageSize=25'),
    call<{ _id: string; isSalesRep: boolean; isAdmin: boolean }[]>('GET', '/api/users'),
    call<{ products: { _id: string; name: string }[] }>('GET', '/api/products/search'),
    call<{ invoiceID: string }[]>('GET', '/api/users/Invoices/all?pageSize=25'),
    call<{ _id: string; orderIdSap: string; isPaid: boolean }[]>('GET', '/api/orders/localSAPOrders/all?pageSize=200'),
    call<{ _id: string; name: string }[]>('GET', '/api/price-lists'),
    call<{ _id: string; name: string }[]>('GET', '/api/business-groups'),
    call<{ rows: { _id: string; mismatches: number }[] }>('GET', '/api/trace/documents?work=true'),
    call<{ rows: { _id: string; state: string }[] }>('GET', '/api/return-desk'),
    call<{ rows: { _id: string }[] }>('GET', '/api/recalls'),
    call<{ rows: { _id: string }[] }>('GET', '/api/suspect-cases'),
    call<{ rows: { _id: string; customer: string }[] }>('GET', '/api/reviews'),
    call<{ rows: { _id: string }[] }>('GET', '/api/trace/requests'),
    call<{ _id: string }>('POST', '/api/licenses/extracts', board),
    call<{ _id: string }>('POST', '/api/imports', about),
  ])
  return {
    customer: one(customers, 'customer'),
    user: one(people, 'admin', ({ isAdmin }) => isAdmin),
    rep: one(people, 'sales rep', ({ isSalesRep }) => isSalesRep),
    product: one(products, 'product'),
    invoice: one(invoices, 'invoice'),
    // An unpaid order shows frames of the payment provider, whose colors are not ours to check.
    order: one(orders, 'paid order', ({ isPaid }) => isPaid),
    list: one(lists, 'price list'),
    group: one(groups, 'group'),
    review: one(reviews.rows, 'order under review'),
    document: one(traced.rows, 'trace document without a customer'),
    requested: one(returned.rows, 'return request', ({ state }) => state === 'requested'),
    recall: one(recalls.rows, 'recall'),
    suspect: one(cases.rows, 'case of suspect product'),
    request: one(requests.rows, 'trace request'),
    extract,
    begun,
  }
}

type Places = Awaited<ReturnType<typeof findAdminsPlaces>>

export const customerAndOrderScreens = ({ customer, user, rep, invoice, order, requested }: Places): Screen[] => [
  { path: '/admin/dashboard', shows: 'Needs attention' },
  { path: '/admin/customers?pageSize=25', shows: customer.companyName },
  { path: `/admin/customer/${customer._id}`, shows: 'Top Level GLN' },
  { path: `/admin/customer/${customer._id}?tab=overview`, shows: 'Latest orders' },
  { path: `/admin/customer/${customer._id}?tab=ordering`, shows: 'Equivalents' },
  { path: '/admin/users?pageSize=25', shows: 'Nora Whitfield' },
  { path: `/admin/user/${user._id}`, shows: 'Is admin' },
  { path: `/admin/salesrep/${rep._id}`, shows: 'Update' },
  { path: '/admin/orders?pageSize=25', shows: 'EXT' },
  { path: `/order/${order._id}`, shows: 'Timeline' },
  { path: '/admin/invoices?pageSize=25', shows: invoice.invoiceID },
  { path: `/admin/viewInvoice/${invoice.invoiceID}`, shows: 'Total gross amount' },
  { path: '/admin/returns', shows: 'Requested' },
  { path: `/returns/${requested._id}`, shows: 'Authorize return' },
  { path: '/admin/returns?tab=answers', shows: 'Ship to our warehouse' },
  { path: '/admin/audit?pageSize=25', shows: 'signed in' },
  { path: '/admin/sync', shows: 'Nightly reconciliation' },
]

/** Admin screens without parameters that no list of screens has. */
export const otherAdminScreens = (routes: readonly string[], places: Places): Screen[] => {
  const listed = [customerAndOrderScreens, productScreens, settingScreens].flatMap((screensOf) => screensOf(places))
  const paths = new Set(listed.map(({ path }) => path.replace(/\?.*/, '')))
  return routes
    .filter((route) => /^\/admin\/[^$]*$/.test(route) && !paths.has(route))
    .map((path) => ({ path, shows: /\w/ }))
}

export const productScreens = ({
  customer,
  product,
  review,
  document,
  recall,
  suspect,
  request,
  extract,
  begun,
}: Places): Screen[] => [
  { path: '/admin/products?pageSize=25', shows: 'Room' },
  { path: `/admin/product/${product._id}`, shows: 'Correct stock' },
  { path: `/admin/productpricing/${product._id}`, shows: 'Default price' },
  { path: `/admin/customerprices/${customer._id}`, shows: 'Contract price' },
  { path: '/admin/visibility', shows: 'Limit a category' },
  { path: '/admin/limits', shows: 'Allocate a product' },
  { path: `/admin/limits/${product._id}`, shows: product.name },
  { path: '/admin/imports', shows: 'prices.csv' },
  { path: `/admin/import/${begun._id}`, shows: '0 of 1' },
  { path: '/admin/retention', shows: 'Transaction data (EPCIS)' },
  { path: '/admin/licenses', shows: 'Our own, Louisville' },
  { path: '/admin/licenses?tab=own', shows: 'Our licenses and registrations' },
  { path: '/admin/licenses?tab=schedules', shows: 'No schedules of States' },
  { path: '/admin/licenses/extracts', shows: 'maine.csv' },
  { path: `/admin/licenses/extract/${extract._id}`, shows: 'maine.csv' },
  { path: '/admin/reviews', shows: review.customer },
  { path: `/admin/review/${review._id}`, shows: 'Flags and evidence' },
  { path: '/admin/monitoring', shows: 'They are no recommendation' },
  { path: '/admin/statistics', shows: 'Record review' },
  { path: '/admin/trace', shows: 'No customer' },
  { path: '/admin/trace/missing', shows: 'Lines missing' },
  { path: '/admin/trace/conflicts', shows: 'No customer has the GLN' },
  { path: '/admin/trace/sent', shows: 'Sent trace data' },
  { path: '/admin/trace/requests', shows: 'Trace requests' },
  { path: `/admin/trace/requests/${request._id}`, shows: 'Stored shipments' },
  { path: '/admin/trace/suppliers', shows: 'Trace suppliers' },
  { path: `/admin/trace/${document._id}`, shows: 'No customer has the GLN' },
  { path: '/admin/recalls', shows: 'Class II recall' },
  { path: `/admin/recalls/${recall._id}`, shows: 'Effectiveness check' },
  { path: '/admin/suspect', shows: 'Under investigation' },
  { path: `/admin/suspect/${suspect._id}`, shows: 'Sample retained' },
  { path: '/admin/losses', shows: 'No reports' },
]

export const settingScreens = ({ list, group }: Places): Screen[] => [
  { path: '/admin/pricelists', shows: list.name },
  { path: `/admin/pricelist/${list._id}`, shows: 'Fixed' },
  { path: '/admin/groups', shows: group.name },
  { path: `/admin/group/${group._id}`, shows: 'Save' },
  { path: '/admin/pricecheck', shows: 'Quantity' },
  { path: '/admin/delivery', shows: 'Thanksgiving' },
  { path: '/admin/ordermethods', shows: 'UPS GROUND' },
  { path: '/admin/brand', shows: 'Preview' },
]
