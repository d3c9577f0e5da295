import { accounts } from '../src/identity/contract.ts'
import type { CartItem } from '#cart/cart.ts'
import type { ProductPage } from '../src/catalog/contract.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { startServer } from './start-server.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'

export type Visitor = 'anyone' | 'buyer' | 'admin'

/** A portal with the demo's data and pictures, as browsers see it. */
export interface Demo {
  url: string
  /** The visitor's browser storage; buyers and anonymous visitors have three products in the cart. */
  storageOf: (visitor: Visitor) => Record<string, string>
  /** Examples for the placeholders in addresses. */
  examples: Record<'slug' | 'order' | 'invoice', string>
  stop(): Promise<void>
}

export const openDemo = async (): Promise<Demo> => {
  const folder = await makeFolder('demo')
  const server = await startServer('dist/server/main.js', {
    DATA_DIR: folder,
    DEMO: '1',
    PORT: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'error',
  })
  const stop = async () => {
    await server.stop()
    await removeFolder(folder)
  }
  try {
    const { url } = server
    const users = { buyer: await signIn(url, 'buyer'), admin: await signIn(url, 'admin') }
    const ask = <T>(path: string, { token }: SignedInUser) =>
      answerOf<T>(url, path, { authorization: `Bearer ${token}` })
    const { products } = await answerOf<ProductPage>(url, '/api/products/search?order=featured')
    const [product] = products
    const [order] = await ask<{ _id: string }[]>(`/api/orders/mineSAPLocal/${users.buyer._id}`, users.buyer)
    const [invoice] = await ask<{ invoiceID: string }[]>('/api/users/InvoicesListFilter/%7B%7D', users.buyer)
    const cartItems = products.slice(0, 3).map((one): CartItem => ({
      ...one,
      slug: one.ndcNumber,
      price: one.price ?? 0,
      quantity: 2,
    }))
    return {
      url,
      storageOf: (visitor) => ({
        ...(visitor === 'admin' ? {} : { cartItems: JSON.stringify(cartItems) }),
        ...(visitor === 'anyone' ? {} : { userInfo: JSON.stringify(users[visitor]) }),
      }),
      examples: {
        slug: product?.slug ?? '',
        order: order?._id ?? '',
        invoice: invoice?.invoiceID ?? '',
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const signIn = (url: string, name: string): Promise<SignedInUser> =>
  answerOf(url, accounts.signIn.path, {}, { email: `${name}@demo.example`, password: 'apotheca-demo' })

const answerOf = async <T>(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<T> => {
  const answer = await fetch(url + path, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`)
  // The demo is this portal, whose reply schema has validated the answer.
  return (await answer.json()) as T
}
