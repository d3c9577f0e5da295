import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { stripeNotLoaded } from '../contract.ts'

/** Stripe.js from Stripe, or from the double whose address is given: the loader takes what is already there. */
export const loadCards = async (key: string, script: string): Promise<Stripe> => {
  if (script) await loadScript(script)
  const stripe = await loadStripe(key)
  if (!stripe) throw new Error(stripeNotLoaded)
  return stripe
}

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (document.querySelector(`script[src="${CSS.escape(address)}"][data-loaded]`)) return resolve()
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => {
      script.dataset['loaded'] = 'true'
      resolve()
    })
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(stripeNotLoaded))
    })
    document.head.append(script)
  })
